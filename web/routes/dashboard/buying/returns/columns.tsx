import type { Return } from '#contract/money/returns.ts';
import { RETURN_STATE_WORDS } from '#web/returns/return-words.ts';
import { counted, day } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import type { Column } from '#web/ui/data-table/column.ts';

/** What a table of returns shows, whoever looks. */
export const RETURN_COLUMNS: Column<Return>[] = [
  {
    title: 'Return',
    kind: 'tight',
    names: true,
    cell: ({ _id, number }) => (
      <PageLink to={`/dashboard/returns/${_id}`} className="link font-semibold">
        {number}
      </PageLink>
    ),
  },
  { title: 'Status', kind: 'tight', cell: ({ state }) => RETURN_STATE_WORDS[state] },
  {
    title: 'Order',
    kind: 'tight',
    cell: ({ orderId, orderNumber }) => (
      <PageLink to={`/dashboard/orders/${orderId}`} className="link">
        {orderNumber}
      </PageLink>
    ),
  },
  { title: 'Tools', cell: ({ lines }) => inShort(lines) },
  { title: 'Pieces', kind: 'number', cell: ({ lines }) => lines.reduce((sum, { quantity }) => sum + quantity, 0) },
  {
    title: 'Reported',
    kind: 'tight',
    cell: ({ createdAt }) => (
      <>
        {day(createdAt)}
        <span className="muted block text-xs">{ageOf(createdAt)}</span>
      </>
    ),
  },
];

/** Whose it is, for the shop. */
export const WHOSE: Column<Return> = {
  title: 'Customer',
  cell: ({ buyer, company }) => (
    <>
      {buyer.name}
      {company !== undefined && <span className="muted block text-xs">{company}</span>}
    </>
  ),
};

const DAY_MS = 86_400_000;

function ageOf(at: string): string {
  const days = Math.floor((Date.now() - Date.parse(at)) / DAY_MS);
  return days === 0 ? 'within a day' : `${counted(days, 'day')} ago`;
}

function inShort(lines: Return['lines']): string {
  const tool = lines[0]?.tool ?? '';
  return lines.length > 1 ? `${tool} and ${lines.length - 1} more` : tool;
}
