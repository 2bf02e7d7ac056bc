import { ApiError } from '#web/api/api-error.ts';
import { AccountView } from '#web/accounts/account-view.tsx';
import { useFirm } from '#web/queries/buying/firms.ts';
import { useMay } from '#web/queries/people/role.ts';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { NotFound } from '#web/routes/not-found/not-found.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'Account of a Firm', description: 'What a firm owes and paid.' });

export default function AccountPage({ params }: Route.ComponentProps) {
  const user = useDashboardUser();
  return (
    <RequirePermission user={user} permission="companies.read">
      <OneAccount id={params.id} />
    </RequirePermission>
  );
}

function OneAccount({ id }: { id: string }) {
  const user = useDashboardUser();
  const may = useMay(user);
  const { data: firm, error } = useFirm(user, id);
  if (error instanceof ApiError && error.status === 404) return <NotFound heading="h2" />;
  if (error) return <QueryProblem heading="h2" title="The account cannot be shown" message={error.message} />;
  if (!firm) return <div className="skeleton h-96 w-full" role="status" aria-label="Loading the account" />;
  return (
    <section>
      <h2 className="mb-1 text-xl font-semibold break-words">Account of {firm.name}</h2>
      <p className="mb-4">
        <PageLink to={`/dashboard/companies/${id}`} className="link">
          {firm.number}
        </PageLink>
      </p>
      <AccountView
        user={user}
        firm={firm}
        mayRecord={may('orders.record-payment')}
        mayWriteOff={may('companies.terms')}
        mayPay={false}
      />
    </section>
  );
}
