import { type ReactNode, useEffect } from 'react';
import { tabSession } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { LoadingScreen } from '#web/shell/loading-screen.tsx';
import { QueryProblem } from './query-problem.tsx';
import { useIsAdmin } from '#web/queries/role.ts';

/** As RequireUser, for admins; anybody else is signed out and led to the login page (spec §4). */
export function RequireAdmin({ user, children }: { user: SessionUser; children: ReactNode }) {
  const { data: isAdmin, error } = useIsAdmin(user);
  useEffect(() => {
    // The guard of the page around this one leads to the login page as soon as nobody is signed in.
    if (isAdmin === false)
      void tabSession()
        .end('not-admin')
        .catch(() => {});
  }, [isAdmin]);
  if (isAdmin) return children;
  if (error) return <QueryProblem title="We could not check your role" message={error.message} />;
  return <LoadingScreen />;
}
