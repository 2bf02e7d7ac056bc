import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { markFirm, useBuyingFor } from '#web/session/buying-for.ts';
import { useSession } from '#web/session/tab-session.ts';

const FirmSelect = lazy(async () => ({ default: (await import('./firm-select.tsx')).FirmSelect }));

/**
 * For whom one buys; only there for those who belong to a firm, and its script for who is signed in.
 * @param isShort for a place within the bar's row
 * @param untilKnown stands there until it is known whether there is a choice
 */
export function FirmChoice({ isShort = false, untilKnown = null }: { isShort?: boolean; untilKnown?: ReactNode }) {
  const { status, user } = useSession();
  const isChosen = useBuyingFor() !== null;
  useEffect(() => {
    if (status !== 'unknown') markFirm(isChosen);
  }, [status, isChosen]);
  if (status === 'unknown') return untilKnown;
  if (status !== 'signed-in') return null;
  return (
    <Suspense fallback={untilKnown}>
      <FirmSelect key={user.uid} user={user} isShort={isShort} untilKnown={untilKnown} />
    </Suspense>
  );
}
