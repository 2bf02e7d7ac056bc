import { AccountView } from '#web/accounts/account-view.tsx';
import { useCompany } from '#web/queries/buying/companies.ts';
import { useMay } from '#web/queries/people/role.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { TextLink } from '#web/shell/text-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';

export const meta = metaOf({ title: 'Account of a Company', description: 'What a company owes and has paid.' });

export default function AccountPage({ params }: Route.ComponentProps) {
  return (
    <RequirePermission permission="companies.read">
      <OneAccount id={params.id} />
    </RequirePermission>
  );
}

function OneAccount({ id }: { id: string }) {
  const may = useMay();
  const { data: company, error } = useCompany(id);
  if (error || !company) return <NotShown what="the account" error={error} />;
  return (
    <section>
      <h2 className="mb-1 text-xl font-semibold break-words">Account of {company.name}</h2>
      <p className="mb-4">
        <TextLink to={`/dashboard/companies/${id}`}>{company.number}</TextLink>
      </p>
      <AccountView
        company={company}
        mayRecord={may('orders.record-payment')}
        mayWriteOff={may('companies.terms')}
        mayPay={false}
      />
    </section>
  );
}
