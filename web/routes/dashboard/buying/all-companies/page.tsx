import { useSearchParams } from 'react-router';
import type { Company } from '#contract/buying/companies.ts';
import { countryName } from '#contract/in-country.ts';
import { proofWords, STATUS_WORDS } from '#web/companies/company-words.ts';
import { usePersonalList } from '#web/queries/use-personal.ts';
import { PagedTable } from '#web/routes/dashboard/paged-table.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { ChoiceField, chosen, SearchField } from '#web/routes/dashboard/search-field.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Column } from '#web/ui/data-table/column.ts';

export const meta = metaOf({ title: 'Companies', description: 'Companies that buy here, and those pending review.' });

export default function AllCompaniesPage() {
  return (
    <RequirePermission permission="companies.read">
      <h2 className="mb-4 text-xl font-semibold">Companies</h2>
      <div className="mb-4 flex flex-wrap gap-4">
        <SearchField label="Name, number or VAT number" />
        <ChoiceField label="Status" name="status" options={{ '': 'All', ...STATUS_WORDS }} />
      </div>
      <Companies />
    </RequirePermission>
  );
}

function Companies() {
  const [search] = useSearchParams();
  const sought = { q: search.get('q') ?? undefined, status: chosen(search, 'status', STATUS_WORDS) };
  const query = usePersonalList(['companies', 'all', sought], 'GET /companies', { query: sought });
  return <PagedTable query={query} one="company" label="Companies" wide columns={COLUMNS} keyOf={({ _id }) => _id} />;
}

const COLUMNS: Column<Company>[] = [
  {
    title: 'Company',
    names: true,
    cell: ({ _id, name }) => (
      <PageLink to={`/dashboard/companies/${_id}`} className="link font-semibold break-words">
        {name}
      </PageLink>
    ),
  },
  { title: 'Number', kind: 'tight', cell: ({ number }) => number },
  {
    title: 'VAT number',
    kind: 'tight',
    cell: ({ vatId, vatProof }) => (
      <>
        {vatId}
        {vatId !== '' && (
          <span className={`block text-xs ${vatProof?.stands === true ? 'muted' : 'text-error'}`}>
            {proofWords(vatProof)}
          </span>
        )}
      </>
    ),
  },
  { title: 'Town', cell: ({ invoiceAddress: { town, country } }) => `${town}, ${countryName(country)}` },
  { title: 'Status', kind: 'tight', cell: ({ status }) => STATUS_WORDS[status] },
];
