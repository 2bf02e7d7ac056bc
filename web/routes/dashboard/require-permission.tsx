import { type ReactNode, useEffect } from 'react';
import { isStaff, may, type Permission } from '#contract/policy.ts';
import { useRole } from '#web/queries/people/role.ts';
import { tabSession } from '#web/session/tab-session.ts';
import { LoadingScreen } from '#web/shell/loading-screen.tsx';
import { QueryProblem } from './query-problem.tsx';

/**
 * As RequireUser, for those of the staff who have a permission. Staff without it are told so and stay signed in
 * (contract, Office); customers are signed out and led to the login page (spec §4).
 */
export function RequirePermission({ permission, children }: { permission: Permission; children: ReactNode }) {
  const { data: role, error } = useRole();
  const isCustomer = role !== undefined && !isStaff(role);
  useEffect(() => {
    // The guard of the page around this one leads to the login page as soon as nobody is signed in.
    if (isCustomer)
      void tabSession()
        .end('not-staff')
        .catch(() => {});
  }, [isCustomer]);
  if (error) return <QueryProblem title="We could not check your role" message={error.message} />;
  if (role === undefined || isCustomer) return <LoadingScreen />;
  if (may(role, permission)) return children;
  return (
    <section className="mx-auto grid max-w-xl gap-3 py-16 text-center">
      <h2 className="text-xl font-semibold">Not available for your role</h2>
      <p role="alert">
        Your role is {role}, which does not include this page. An admin of the shop can change that under All Users.
      </p>
    </section>
  );
}
