import type { CustomerFacts } from '#contract/buying/customers.ts';
import { limitText, STATUS_WORDS } from '#web/firms/firm-words.ts';
import { money } from '#web/shell/format.ts';
import { TextLink } from '#web/shell/text-link.tsx';
import { RowLink } from '#web/shell/row-link.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { Part } from '#web/ui/part.tsx';

type Firm = CustomerFacts['firms'][number];

/** The firms that a customer belongs to; of who belongs to none, nothing. */
export function CustomerFirms({ firms, email, mayOrder }: { firms: Firm[]; email: string; mayOrder: boolean }) {
  if (firms.length === 0) return null;
  return (
    <Part id="firms-of-customer" title="Firms">
      <DataTable
        label="Firms of the customer"
        columns={mayOrder ? [...COLUMNS, ordering(email)] : COLUMNS}
        rows={firms}
        keyOf={({ _id }) => _id}
        empty={null}
      />
    </Part>
  );
}

const COLUMNS: Column<Firm>[] = [
  {
    title: 'Firm',
    names: true,
    cell: ({ _id, name, number }) => (
      <>
        <TextLink to={`/dashboard/companies/${_id}`}>{name}</TextLink>
        <span className="muted block text-xs">{number}</span>
      </>
    ),
  },
  { title: 'Role', kind: 'tight', cell: ({ role }) => role },
  { title: 'State', kind: 'tight', cell: ({ status }) => STATUS_WORDS[status] },
  {
    title: 'Pays',
    kind: 'tight',
    cell: ({ termsDays }) => (termsDays === null ? 'First' : `Within ${termsDays} days`),
  },
  { title: 'Per order', kind: 'number', cell: ({ orderLimit }) => limitText(orderLimit, money) },
  { title: 'Per month', kind: 'number', cell: ({ monthLimit }) => limitText(monthLimit, money) },
];

function ordering(email: string): Column<Firm> {
  return {
    title: 'New order',
    kind: 'tight',
    cell: ({ number }) => (
      <RowLink to={`/dashboard/newOrder?${new URLSearchParams({ customer: email, firm: number }).toString()}`}>
        Order for it
      </RowLink>
    ),
  };
}
