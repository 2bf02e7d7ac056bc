import { useNavigate } from 'react-router';
import type { MyCompany } from '#contract/buying/companies.ts';
import { EMPTY_COMPANY, CompanyForm } from '#web/companies/company-form.tsx';
import { STATUS_WORDS } from '#web/companies/company-words.ts';
import { sending } from '#web/forms/in-dialog.ts';
import { useForm } from '#web/forms/use-form.ts';
import { userChange } from '#web/queries/changes.ts';
import { useMyCompanies } from '#web/queries/buying/companies.ts';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { useShop } from '#web/shell/shop-front.ts';
import { toast } from '#web/shell/toasts.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';

export const meta = metaOf({ title: 'Buy as a Company', description: 'The companies that you buy for.' });

export default function CompaniesPage() {
  const { data: companies, error } = useMyCompanies();
  return (
    <section aria-busy={!companies && !error}>
      <h2 className="text-xl font-semibold">Buy as a Company</h2>
      <p className="muted mb-4 max-w-prose">
        Several people, one customer: shared orders and invoices, your own prices and part numbers.
      </p>
      {error && <QueryProblem heading="h2" title="Your companies cannot be shown" message={error.message} />}
      {companies && companies.length > 0 && (
        <DataTable label="Your companies" columns={COLUMNS} rows={companies} keyOf={({ _id }) => _id} empty={null} />
      )}
      {!companies && !error && (
        <div className="skeleton h-40 w-full" role="status" aria-label="Loading your companies" />
      )}
      {companies && <OpenCompany isFirst={companies.length === 0} />}
    </section>
  );
}

const COLUMNS: Column<MyCompany>[] = [
  {
    title: 'Company',
    names: true,
    cell: ({ _id, name }) => (
      <PageLink to={`/dashboard/company/${_id}`} className="link font-semibold break-words">
        {name}
      </PageLink>
    ),
  },
  { title: 'Number', kind: 'tight', cell: ({ number }) => number },
  { title: 'Your role', kind: 'tight', cell: ({ role }) => role },
  { title: 'Status', kind: 'tight', cell: ({ status }) => STATUS_WORDS[status] },
];

function OpenCompany({ isFirst }: { isFirst: boolean }) {
  const navigate = useNavigate();
  const [language = EMPTY_COMPANY.language] = useShop().languages;
  const form = useForm({ defaultValues: { ...EMPTY_COMPANY, language } });
  const submit = sending(form, async (typed) => {
    const { _id, status } = await userChange('POST /company', { body: typed });
    toast.success(status === 'active' ? 'The company can order now' : 'We will review it and write to you');
    await navigate(`/dashboard/company/${_id}`);
  });
  return (
    <details className="border-base-300 bg-base-100 rounded-box mt-6 border p-5" open={isFirst}>
      <summary className="cursor-pointer font-semibold">Open a company account</summary>
      <CompanyForm
        form={form}
        name={{ 'aria-label': 'Open a company account' }}
        submit="Open the account"
        className="mt-3"
        onSubmit={submit}
      />
    </details>
  );
}
