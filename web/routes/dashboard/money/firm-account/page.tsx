import { mayInCompany } from '#contract/company-policy.ts';
import { AccountView } from '#web/accounts/account-view.tsx';
import { useMyFirms } from '#web/queries/buying/firms.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { NotFound } from '#web/routes/not-found/not-found.tsx';
import { TextLink } from '#web/shell/text-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';

export const meta = metaOf({ title: 'Account', description: 'What your firm owes and paid.' });

export default function FirmAccountPage({ params }: Route.ComponentProps) {
  const { data: mine, error } = useMyFirms();
  if (error || !mine) return <NotShown what="the account" error={error} />;
  const firm = mine.find(({ _id }) => _id === params.id);
  if (!firm || !mayInCompany(firm.role, 'account')) return <NotFound heading="h2" />;
  return (
    <section>
      <h2 className="mb-1 text-xl font-semibold break-words">Account of {firm.name}</h2>
      <p className="mb-4">
        <TextLink to={`/dashboard/company/${firm._id}`}>{firm.number}</TextLink>
      </p>
      <AccountView firm={firm} mayRecord={false} mayWriteOff={false} mayPay />
    </section>
  );
}
