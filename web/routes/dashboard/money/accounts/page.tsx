import { useSearchParams } from 'react-router';
import { writtenDay } from '#contract/days.ts';
import type { Owing } from '#contract/money/account.ts';
import { usePersonalList } from '#web/queries/use-personal.ts';
import { PagedTable } from '#web/routes/dashboard/paged-table.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { ChoiceField, chosen } from '#web/routes/dashboard/search-field.tsx';
import { money } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Column } from '#web/ui/data-table/column.ts';

export const meta = metaOf({ title: 'Who Owes', description: 'Companies that owe money, and for how long.' });

export default function AccountsPage() {
  return (
    <RequirePermission permission="companies.read">
      <h2 className="mb-4 text-xl font-semibold">Who Owes</h2>
      <div className="mb-4">
        <ChoiceField label="Show" name="owed" options={OWED} />
      </div>
      <OwingCompanies />
    </RequirePermission>
  );
}

const OWED = { '': 'Companies that owe us', them: 'Companies that we owe' };

function OwingCompanies() {
  const [search] = useSearchParams();
  const owed = chosen(search, 'owed', { them: OWED.them }) ?? 'us';
  const query = usePersonalList(['owing', owed], 'GET /accounts', { query: { owed } });
  const ofThem = owed === 'them';
  return (
    <PagedTable
      key={owed}
      query={query}
      one={ofThem ? 'company with credit' : 'company that owes'}
      many={ofThem ? 'companies with credit' : 'companies that owe'}
      label={ofThem ? 'Whom we owe' : 'Who owes'}
      columns={ofThem ? [COMPANY, CREDIT, OPEN, OVERDUE] : [COMPANY, OPEN, OVERDUE, CREDIT, ...AGES]}
      keyOf={({ _id }) => _id}
    />
  );
}

const sum = (id: keyof Owing['ageing'], title: string): Column<Owing> => ({
  title,
  kind: 'number',
  cell: ({ ageing }) => (ageing[id] === 0 ? '' : money(ageing[id])),
});

const COMPANY: Column<Owing> = {
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
};
const OPEN: Column<Owing> = { title: 'Open', kind: 'number', cell: ({ open }) => money(open) };
const OVERDUE: Column<Owing> = { title: 'Overdue', kind: 'number', cell: ({ overdue }) => money(overdue) };
const CREDIT: Column<Owing> = {
  title: 'Credit',
  kind: 'number',
  cell: ({ credit }) => (credit === 0 ? '' : money(credit)),
};
const AGES: Column<Owing>[] = [
  { title: 'Oldest due', kind: 'tight', cell: ({ oldestDue }) => oldestDue && writtenDay(oldestDue) },
  sum('current', 'Not due'),
  sum('to30', '1 to 30 days'),
  sum('to60', '31 to 60'),
  sum('to90', '61 to 90'),
  sum('over90', 'Over 90'),
];
