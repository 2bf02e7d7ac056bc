import { writtenDay } from '#contract/days.ts';
import type { Owing } from '#contract/money/account.ts';
import { usePersonalList } from '#web/queries/use-personal.ts';
import { PagedTable } from '#web/routes/dashboard/paged-table.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { money } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Column } from '#web/ui/data-table/column.ts';

export const meta = metaOf({ title: 'Who Owes', description: 'Companies that owe money, and for how long.' });

export default function AccountsPage() {
  return (
    <RequirePermission permission="companies.read">
      <h2 className="mb-4 text-xl font-semibold">Who Owes</h2>
      <OwingCompanies />
    </RequirePermission>
  );
}

function OwingCompanies() {
  const query = usePersonalList(['owing'], 'GET /accounts', {});
  return (
    <PagedTable
      query={query}
      one="company that owes"
      many="companies that owe"
      label="Who owes"
      columns={COLUMNS}
      keyOf={({ _id }) => _id}
    />
  );
}

const sum = (id: keyof Owing['ageing'], title: string): Column<Owing> => ({
  title,
  kind: 'number',
  cell: ({ ageing }) => (ageing[id] === 0 ? '' : money(ageing[id])),
});

const COLUMNS: Column<Owing>[] = [
  {
    title: 'Company',
    names: true,
    cell: ({ _id, name, number }) => (
      <>
        <PageLink to={`/dashboard/companies/${_id}/account`} className="link font-semibold break-words">
          {name}
        </PageLink>{' '}
        <span className="muted">{number}</span>
      </>
    ),
  },
  { title: 'Open', kind: 'number', cell: ({ open }) => money(open) },
  { title: 'Overdue', kind: 'number', cell: ({ overdue }) => money(overdue) },
  { title: 'Oldest due', kind: 'tight', cell: ({ oldestDue }) => writtenDay(oldestDue) },
  sum('current', 'Not due'),
  sum('to30', '1 to 30 days'),
  sum('to60', '31 to 60'),
  sum('to90', '61 to 90'),
  sum('over90', 'Over 90'),
];
