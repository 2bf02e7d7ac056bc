import { useNavigate } from 'react-router';
import type { MyCompany } from '#contract/buying/companies.ts';
import { EMPTY_FIRM, FirmForm } from '#web/firms/firm-form.tsx';
import { STATUS_WORDS } from '#web/firms/firm-words.ts';
import { sending } from '#web/forms/in-dialog.ts';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { useMyFirms } from '#web/queries/buying/firms.ts';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { toast } from '#web/shell/toasts.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';

export const meta = metaOf({ title: 'Buy as a Firm', description: 'The firms that you buy for.' });

export default function FirmsPage() {
  const { data: firms, error } = useMyFirms();
  return (
    <section aria-busy={!firms && !error}>
      <h2 className="text-xl font-semibold">Buy as a Firm</h2>
      <p className="muted mb-4 max-w-prose">
        Several people, one customer: shared orders and papers, prices and part numbers of your own.
      </p>
      {error && <QueryProblem heading="h2" title="Your firms cannot be shown" message={error.message} />}
      {firms && firms.length > 0 && (
        <DataTable label="Your firms" columns={COLUMNS} rows={firms} keyOf={({ _id }) => _id} empty={null} />
      )}
      {!firms && !error && <div className="skeleton h-40 w-full" role="status" aria-label="Loading your firms" />}
      {firms && <OpenFirm isFirst={firms.length === 0} />}
    </section>
  );
}

const COLUMNS: Column<MyCompany>[] = [
  {
    title: 'Firm',
    names: true,
    cell: ({ _id, name }) => (
      <PageLink to={`/dashboard/company/${_id}`} className="link font-semibold break-words">
        {name}
      </PageLink>
    ),
  },
  { title: 'Number', kind: 'tight', cell: ({ number }) => number },
  { title: 'You are', kind: 'tight', cell: ({ role }) => role },
  { title: 'State', kind: 'tight', cell: ({ status }) => STATUS_WORDS[status] },
];

function OpenFirm({ isFirst }: { isFirst: boolean }) {
  const navigate = useNavigate();
  const form = useForm({ defaultValues: EMPTY_FIRM });
  const submit = sending(form, async (typed) => {
    const { _id, status } = await userChange('POST /company', { body: typed });
    toast.success(status === 'active' ? 'The firm can buy now' : 'We look at it and write to you');
    await navigate(`/dashboard/company/${_id}`);
  });
  return (
    <details className="border-base-300 bg-base-100 rounded-box mt-6 border p-5" open={isFirst}>
      <summary className="cursor-pointer font-semibold">Open the account of a firm</summary>
      <FirmForm
        form={form}
        name={{ 'aria-label': 'Open the account of a firm' }}
        submit="Open the account"
        className="mt-3"
        onSubmit={submit}
      />
    </details>
  );
}
