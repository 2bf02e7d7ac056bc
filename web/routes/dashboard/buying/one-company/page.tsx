import type { Company } from '#contract/buying/companies.ts';
import { parcelLines } from '#web/addresses/address-words.ts';
import { proofWords } from '#web/companies/company-words.ts';
import { PeopleList } from '#web/companies/people-list.tsx';
import { userChange } from '#web/queries/changes.ts';
import { useCompany } from '#web/queries/buying/companies.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { useMay } from '#web/queries/people/role.ts';
import { NewestOrders } from '#web/routes/dashboard/buying/all-orders/newest-orders.tsx';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { StaffNote } from '#web/routes/dashboard/people/staff-note.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';
import { CompanyChanges } from './company-changes.tsx';
import { CompanyPrices } from './company-prices.tsx';
import { OpenOfCompany } from './open-of-company.tsx';
import { PreviewButton } from './preview-button.tsx';
import { StandingForm } from './standing-form.tsx';

export const meta = metaOf({ title: 'Customer Company', description: 'One company, with its terms and what it owes.' });

export default function OneCompanyPage({ params }: Route.ComponentProps) {
  return (
    <RequirePermission permission="companies.read">
      <OneCompany id={params.id} />
    </RequirePermission>
  );
}

function OneCompany({ id }: { id: string }) {
  const may = useMay();
  const { data: company, error } = useCompany(id);
  const note = usePersonal(['companies', id, 'note'], 'GET /company/:id/note', { params: { id } });
  if (error || note.error || !company) return <NotShown what="the company" error={error ?? note.error} />;
  return (
    <section>
      <h2 className="text-xl font-semibold break-words">{company.name}</h2>
      <Facts company={company} />
      <CompanyChanges companyId={company._id} />
      <p className="mt-4 flex flex-wrap gap-3">
        <PreviewButton company={company} />
        {may('orders.change') && (
          <PageLink to={`/dashboard/newOrder?company=${company.number}`} className="btn btn-sm">
            New order for the company
          </PageLink>
        )}
      </p>
      <OpenOfCompany companyId={company._id} />
      <StandingForm company={company} />
      <StaffNote
        note={note.data?.note}
        hint="For staff only: the company never sees it."
        mayWrite={may('companies')}
        save={(text) => userChange('PUT /company/:id/note', { params: { id }, body: { note: text } })}
      />
      <CompanyPrices company={company} mayChange={may('tools.write')} />
      <NewestOrders of={{ companyId: company._id }} title="Orders" empty="The company has no orders yet." />
      <h3 className="mt-8 mb-2 text-lg font-semibold">People</h3>
      <PeopleList companyId={company._id} mayManage={false} isMember={false} onLeft={() => {}} />
    </section>
  );
}

function Facts({ company }: { company: Company }) {
  const { number, debtor, vatId, vatProof, invoiceAddress, invoiceEmail, buyerReference, peppolId } = company;
  const facts: [string, string][] = [
    ['Number', number],
    ['Account in the books', String(debtor)],
    ['VAT number', vatId === '' ? '' : `${vatId}, ${proofWords(vatProof)}`],
    ['Invoices go to', parcelLines(invoiceAddress).join(', ')],
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
