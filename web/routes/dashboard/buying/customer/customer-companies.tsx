import type { CustomerFacts } from '#contract/buying/customers.ts';
import { limitText, STATUS_WORDS } from '#web/companies/company-words.ts';
import { money } from '#web/shell/format.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import { RowLink } from '#web/shell/row-link.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { Part } from '#web/ui/part.tsx';

type Company = CustomerFacts['firms'][number];

/** The companies that a customer belongs to; of who belongs to none, nothing. */
export function CustomerCompanies({
  companies,
  email,
  mayOrder,
}: {
  companies: Company[];
  email: string;
  mayOrder: boolean;
}) {
  if (companies.length === 0) return null;
  return (
    <Part id="companies-of-customer" title="Companies">
      <DataTable
        label="Companies of the customer"
        columns={mayOrder ? [...COLUMNS, ordering(email)] : COLUMNS}
        rows={companies}
        keyOf={({ _id }) => _id}
        empty={null}
      />
    </Part>
  );
}

const COLUMNS: Column<Company>[] = [
  {
    title: 'Company',
    names: true,
    cell: ({ _id, name, number }) => (
      <>
        <TextLink to={`/dashboard/companies/${_id}`}>{name}</TextLink>
        <span className="muted block text-xs">{number}</span>
      </>
    ),
  },
  { title: 'Role', kind: 'tight', cell: ({ role }) => role },
  { title: 'Status', kind: 'tight', cell: ({ status }) => STATUS_WORDS[status] },
  {
    title: 'Pays',
    kind: 'tight',
    cell: ({ termsDays }) => (termsDays === null ? 'In advance' : `Within ${termsDays} days`),
  },
  { title: 'Per order', kind: 'number', cell: ({ orderLimit }) => limitText(orderLimit, money) },
  { title: 'Per month', kind: 'number', cell: ({ monthLimit }) => limitText(monthLimit, money) },
];

function ordering(email: string): Column<Company> {
  return {
    title: 'New order',
    kind: 'tight',
    cell: ({ number }) => (
      <RowLink to={`/dashboard/newOrder?${new URLSearchParams({ customer: email, company: number }).toString()}`}>
        Order for company
      </RowLink>
    ),
  };
}
