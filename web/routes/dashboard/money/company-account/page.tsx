import { mayInCompany } from '#contract/company-policy.ts';
import { AccountView } from '#web/accounts/account-view.tsx';
import { useMyCompanies } from '#web/queries/buying/companies.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { NotFound } from '#web/routes/not-found/not-found.tsx';
import { TextLink } from '#web/shell/text-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';

export const meta = metaOf({ title: 'Account', description: 'What your company owes and has paid.' });

export default function CompanyAccountPage({ params }: Route.ComponentProps) {
  const { data: mine, error } = useMyCompanies();
  if (error || !mine) return <NotShown what="the account" error={error} />;
  const company = mine.find(({ _id }) => _id === params.id);
  if (!company || !mayInCompany(company.role, 'account')) return <NotFound heading="h2" />;
  return (
    <section>
      <h2 className="mb-1 text-xl font-semibold break-words">Account of {company.name}</h2>
      <p className="mb-4">
        <TextLink to={`/dashboard/company/${company._id}`}>{company.number}</TextLink>
      </p>
      <AccountView company={company} mayRecord={false} mayWriteOff={false} mayPay />
    </section>
  );
}
