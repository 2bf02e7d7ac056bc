import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { markCompany, useBuyingFor } from '#web/session/buying-for.ts';
import { useSession } from '#web/session/tab-session.ts';

const CompanySelect = lazy(async () => ({ default: (await import('./company-select.tsx')).CompanySelect }));

/**
 * The choice of who to buy for; shown only to members of a company, and its script only loaded for signed-in users.
 * @param isShort for a place within the bar's row
 * @param untilKnown stands there until it is known whether there is a choice
 */
export function CompanyChoice({ isShort = false, untilKnown = null }: { isShort?: boolean; untilKnown?: ReactNode }) {
  const { status, user } = useSession();
  const isChosen = useBuyingFor() !== null;
  useEffect(() => {
    if (status !== 'unknown') markCompany(isChosen);
  }, [status, isChosen]);
  if (status === 'unknown') return untilKnown;
  if (status !== 'signed-in') return null;
  return (
    <Suspense fallback={untilKnown}>
      <CompanySelect key={user.uid} user={user} isShort={isShort} untilKnown={untilKnown} />
    </Suspense>
  );
}
