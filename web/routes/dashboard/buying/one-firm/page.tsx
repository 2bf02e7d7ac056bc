import { addressLines } from '#contract/people/address-lines.ts';
import type { Company } from '#contract/buying/companies.ts';
import { ApiError } from '#web/api/api-error.ts';
import { PeopleList } from '#web/firms/people-list.tsx';
import { useFirm } from '#web/queries/buying/firms.ts';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { NotFound } from '#web/routes/not-found/not-found.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';
import { StandingForm } from './standing-form.tsx';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'Customer Firm', description: 'One firm, with what is agreed with it.' });

export default function OneFirmPage({ params }: Route.ComponentProps) {
  const user = useDashboardUser();
  return (
    <RequirePermission user={user} permission="companies.read">
      <OneFirm id={params.id} />
    </RequirePermission>
  );
}

function OneFirm({ id }: { id: string }) {
  const user = useDashboardUser();
  const { data: firm, error } = useFirm(user, id);
  if (error instanceof ApiError && error.status === 404) return <NotFound heading="h2" />;
  if (error) return <QueryProblem heading="h2" title="The firm cannot be shown" message={error.message} />;
  if (!firm) return <div className="skeleton h-96 w-full" role="status" aria-label="Loading the firm" />;
  return (
    <section>
      <h2 className="text-xl font-semibold break-words">{firm.name}</h2>
      <Facts firm={firm} />
      <p className="mt-3">
        <PageLink to={`/dashboard/companies/${firm._id}/account`} className="link">
          Account: what it owes and paid
        </PageLink>
      </p>
      <StandingForm key={firm.version} user={user} firm={firm} />
      <h3 className="mt-8 mb-2 text-lg font-semibold">People</h3>
      <PeopleList user={user} firmId={firm._id} mayManage={false} isMember={false} onLeft={() => {}} />
    </section>
  );
}

function Facts({ firm }: { firm: Company }) {
  const { number, vatId, vatProof, invoiceAddress, invoiceEmail, buyerReference, peppolId } = firm;
  const proof = vatProof ? (vatProof.stands ? ' (stands in the register)' : ' (not in the register)') : '';
  const facts: [string, string][] = [
    ['Number', number],
    ['VAT number', vatId === '' ? '' : `${vatId}${proof}`],
    ['Invoices go to', addressLines(invoiceAddress).join(', ')],
    ['E-mail for invoices', invoiceEmail],
    ['Reference', buyerReference],
    ['Peppol address', peppolId],
  ];
  return (
    <dl className="mt-3 grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="muted">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
