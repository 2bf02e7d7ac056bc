import type { Quote } from '#contract/buying/quotes.ts';
import { writtenDay } from '#contract/days.ts';
import { quoteState } from '#web/quotes/quote-words.ts';
import { CustomerLink } from '#web/routes/dashboard/customer-link.tsx';
import { day, money } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import type { Column } from '#web/ui/data-table/column.ts';

/** What a table of quotes shows, whoever looks. */
export const QUOTE_COLUMNS: Column<Quote>[] = [
  {
    title: 'Quote',
    kind: 'tight',
    names: true,
    cell: ({ _id, number }) => (
      <PageLink to={`/dashboard/quotes/${_id}`} className="link font-semibold">
        {number}
      </PageLink>
    ),
  },
  {
    title: 'Status',
    kind: 'tight',
    cell: ({ state, versionCount, versions: [latest] }) => (
      <>
        {quoteState({ state, versionCount })}
        {latest && state === 'offered' && (
          <span className="muted block text-xs">until {writtenDay(latest.validUntil)}</span>
        )}
      </>
    ),
  },
  { title: 'Tools', cell: ({ wanted, wantedCount }) => inShort(wanted[0]?.tool ?? '', wantedCount) },
  {
    title: 'Total',
    kind: 'number',
    cell: ({ versions: [latest] }) => (latest ? money(latest.price) : ''),
  },
  { title: 'Asked', kind: 'tight', cell: ({ createdAt }) => day(createdAt) },
];

/** Whose it is, for those who answer. */
export const BUYER_OF_QUOTE: Column<Quote> = {
  title: 'Customer',
  cell: ({ userId, buyer, company }) => (
    <>
      <CustomerLink userId={userId}>{buyer.name}</CustomerLink>
      {company !== undefined && <span className="muted block text-xs">{company}</span>}
    </>
  ),
};

/** Whose it is, for those who approve or manage what colleagues ask for. */
export const ASKED_BY: Column<Quote> = { ...BUYER_OF_QUOTE, title: 'Asked by' };

function inShort(tool: string, lines: number): string {
  return lines > 1 ? `${tool} and ${lines - 1} more` : tool;
}
