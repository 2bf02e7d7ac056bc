import { useSearchParams } from 'react-router';
import type { Quote } from '#contract/buying/quotes.ts';
import { writtenDay } from '#contract/days.ts';
import { useMay } from '#web/queries/people/role.ts';
import { useQuotes } from '#web/queries/buying/quotes.ts';
import { QUOTE_STATE_WORDS } from '#web/quotes/quote-words.ts';
import { ExportButton } from '#web/routes/dashboard/export-dialog.tsx';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import { PagedTable } from '#web/routes/dashboard/paged-table.tsx';
import { ChoiceField, chosen, SearchField } from '#web/routes/dashboard/search-field.tsx';
import { day, money } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import type { Route } from './+types/page.ts';

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, { title: 'Quotes', description: 'What was asked for, and what is offered.' });

/** The own quotes and those of the firm; everybody's for those who answer them. */
export default function QuotesPage() {
  const user = useDashboardUser();
  const answers = useMay(user)('quotes');
  const [search] = useSearchParams();
  const query = useQuotes(user, {
    q: search.get('q') || undefined,
    state: chosen(search, 'state', QUOTE_STATE_WORDS),
  });
  return (
    <section aria-label="Quotes">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl font-semibold">Quotes</h2>
        <div className="flex flex-wrap gap-2">
          {answers && <ExportButton sheets={['quotes']} />}
          <PageLink to="/dashboard/askQuote" className="btn btn-sm">
            {answers ? 'New quote for a customer' : 'Ask for a quote'}
          </PageLink>
        </div>
      </div>
      <div className="mb-4 flex flex-wrap gap-4">
        <SearchField label={answers ? 'Number, customer, firm, tool or SKU' : 'Number, tool or SKU'} />
        <ChoiceField label="State" name="state" options={{ '': 'All', ...QUOTE_STATE_WORDS }} />
      </div>
      <PagedTable
        query={query}
        one="quote"
        label="Quotes"
        columns={answers ? COLUMNS : COLUMNS.filter(({ id }) => id !== 'buyer')}
        keyOf={({ _id }) => _id}
      />
    </section>
  );
}

const COLUMNS: Column<Quote>[] = [
  {
    id: 'number',
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
    id: 'state',
    title: 'State',
    kind: 'tight',
    cell: ({ state, versions: [latest] }) => (
      <>
        {QUOTE_STATE_WORDS[state]}
        {latest && state === 'offered' && (
          <span className="muted block text-xs">until {writtenDay(latest.validUntil)}</span>
        )}
      </>
    ),
  },
  {
    id: 'buyer',
    title: 'Customer',
    cell: ({ buyer, company }) => (company === undefined ? buyer.name : `${buyer.name}, ${company}`),
  },
  { id: 'what', title: 'What', cell: ({ wanted, wantedCount }) => inShort(wanted[0]?.tool ?? '', wantedCount) },
  {
    id: 'price',
    title: 'Total',
    kind: 'number',
    cell: ({ versions: [latest] }) => (latest ? money(latest.price) : ''),
  },
  { id: 'at', title: 'Asked', kind: 'tight', cell: ({ createdAt }) => day(createdAt) },
];

function inShort(tool: string, lines: number): string {
  return lines > 1 ? `${tool} and ${lines - 1} more` : tool;
}
