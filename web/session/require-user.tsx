import type { ReactNode } from 'react';
import { LoadingScreen } from '#web/shell/loading-screen.tsx';
import { useDeparture } from './guards.tsx';
import { SignedIn } from './signed-in.ts';
import { useSession } from './tab-session.ts';

/** Shows its children to whoever is signed in; leads everybody else to the login page and back (spec §4). */
export function RequireUser({ children }: { children: ReactNode }) {
  const session = useSession();
  const departure = useDeparture();
  if (session.status === 'signed-in') return <SignedIn value={session.user}>{children}</SignedIn>;
  return departure ?? <LoadingScreen />;
}
