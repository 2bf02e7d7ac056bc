import { useSearchParams } from 'react-router';
import { useMay } from '#web/queries/people/role.ts';
import { usePersonalList } from '#web/queries/use-personal.ts';
import { QUOTE_STATE_WORDS } from '#web/quotes/quote-words.ts';
import { ExportButton } from '#web/routes/dashboard/export-dialog.tsx';
import { useUser } from '#web/session/signed-in.ts';
import { PagedTable, rowsOf } from '#web/routes/dashboard/paged-table.tsx';
import { ChoiceField, chosen, SearchField } from '#web/routes/dashboard/search-field.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { ASKED_BY, BUYER_OF_QUOTE, QUOTE_COLUMNS } from './columns.tsx';

export const meta = metaOf({ title: 'Quotes', description: 'Requests for quotes, and what is offered.' });

/** The user's quotes and those of their company; everybody's for those who answer them. */
export default function QuotesPage() {
  const user = useUser();
  const answers = useMay()('quotes');
  const [search] = useSearchParams();
  const sought = { q: search.get('q') || undefined, state: chosen(search, 'state', QUOTE_STATE_WORDS) };
  const query = usePersonalList(['quotes', sought], 'GET /quotes', { query: sought });
  // Who approves or manages a company sees what its people ask for, too.
  const isOthers = rowsOf(query).some(({ userId }) => userId !== user.uid);
  const whose = answers ? [BUYER_OF_QUOTE] : isOthers ? [ASKED_BY] : [];
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
        <SearchField label={answers ? 'Number, customer, company, tool or SKU' : 'Number, tool or SKU'} />
        <ChoiceField label="Status" name="state" options={{ '': 'All', ...QUOTE_STATE_WORDS }} />
      </div>
      <PagedTable
        query={query}
        one="quote"
        label="Quotes"
        columns={[...QUOTE_COLUMNS.slice(0, 2), ...whose, ...QUOTE_COLUMNS.slice(2)]}
        keyOf={({ _id }) => _id}
      />
    </section>
  );
}
