import { AccountView } from '#web/accounts/account-view.tsx';
import { useFirm } from '#web/queries/buying/firms.ts';
import { useMay } from '#web/queries/people/role.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { TextLink } from '#web/shell/text-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';

export const meta = metaOf({ title: 'Account of a Firm', description: 'What a firm owes and paid.' });

export default function AccountPage({ params }: Route.ComponentProps) {
  return (
    <RequirePermission permission="companies.read">
      <OneAccount id={params.id} />
    </RequirePermission>
  );
}

function OneAccount({ id }: { id: string }) {
  const may = useMay();
  const { data: firm, error } = useFirm(id);
  if (error || !firm) return <NotShown what="the account" error={error} />;
  return (
    <section>
      <h2 className="mb-1 text-xl font-semibold break-words">Account of {firm.name}</h2>
      <p className="mb-4">
        <TextLink to={`/dashboard/companies/${id}`}>{firm.number}</TextLink>
      </p>
      <AccountView
        firm={firm}
        mayRecord={may('orders.record-payment')}
        mayWriteOff={may('companies.terms')}
        mayPay={false}
      />
    </section>
  );
}
