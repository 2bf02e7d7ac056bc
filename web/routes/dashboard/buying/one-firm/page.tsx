import type { Company } from '#contract/buying/companies.ts';
import { parcelLines } from '#web/addresses/address-words.ts';
import { proofWords } from '#web/firms/firm-words.ts';
import { PeopleList } from '#web/firms/people-list.tsx';
import { userChange } from '#web/queries/changes.ts';
import { useFirm } from '#web/queries/buying/firms.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { useMay } from '#web/queries/people/role.ts';
import { NewestOrders } from '#web/routes/dashboard/buying/all-orders/newest-orders.tsx';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { StaffNote } from '#web/routes/dashboard/people/staff-note.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';
import { FirmChanges } from './firm-changes.tsx';
import { FirmPrices } from './firm-prices.tsx';
import { OpenOfFirm } from './open-of-firm.tsx';
import { PreviewButton } from './preview-button.tsx';
import { StandingForm } from './standing-form.tsx';

export const meta = metaOf({ title: 'Customer Firm', description: 'One firm, with what is agreed with it.' });

export default function OneFirmPage({ params }: Route.ComponentProps) {
  return (
    <RequirePermission permission="companies.read">
      <OneFirm id={params.id} />
    </RequirePermission>
  );
}

function OneFirm({ id }: { id: string }) {
  const may = useMay();
  const { data: firm, error } = useFirm(id);
  const note = usePersonal(['firms', id, 'note'], 'GET /company/:id/note', { params: { id } });
  if (error || note.error || !firm) return <NotShown what="the firm" error={error ?? note.error} />;
  return (
    <section>
      <h2 className="text-xl font-semibold break-words">{firm.name}</h2>
      <Facts firm={firm} />
      <FirmChanges firmId={firm._id} />
      <p className="mt-4 flex flex-wrap gap-3">
        <PreviewButton firm={firm} />
        {may('orders.change') && (
          <PageLink to={`/dashboard/newOrder?firm=${firm.number}`} className="btn btn-sm">
            New order for the firm
          </PageLink>
        )}
      </p>
      <OpenOfFirm firmId={firm._id} />
      <StandingForm firm={firm} />
      <StaffNote
        note={note.data?.note}
        hint="For staff alone: the firm never sees it."
        mayWrite={may('companies')}
        save={(text) => userChange('PUT /company/:id/note', { params: { id }, body: { note: text } })}
      />
      <FirmPrices firm={firm} mayChange={may('tools.write')} />
      <NewestOrders of={{ companyId: firm._id }} title="Orders" empty="The firm has ordered nothing yet." />
      <h3 className="mt-8 mb-2 text-lg font-semibold">People</h3>
      <PeopleList firmId={firm._id} mayManage={false} isMember={false} onLeft={() => {}} />
    </section>
  );
}

function Facts({ firm }: { firm: Company }) {
  const { number, vatId, vatProof, invoiceAddress, invoiceEmail, buyerReference, peppolId } = firm;
  const facts: [string, string][] = [
    ['Number', number],
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
