import { useNavigate, useSearchParams } from 'react-router';
import type { Return } from '#contract/money/returns.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { returnOfNumber } from '#web/queries/money/returns.ts';
import { useMay } from '#web/queries/people/role.ts';
import { usePersonalList } from '#web/queries/use-personal.ts';
import { RETURN_STATE_WORDS } from '#web/returns/return-words.ts';
import { PagedTable } from '#web/routes/dashboard/paged-table.tsx';
import { ChoiceField, chosen, SearchField } from '#web/routes/dashboard/search-field.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import { RETURN_COLUMNS, WHOSE } from './columns.tsx';

export const meta = metaOf({ title: 'Returns', description: 'What was reported of orders, and how it is settled.' });

const STATES = { open: 'Open', ...RETURN_STATE_WORDS };
const SORTS = { oldest: 'Oldest first' };

/** The returns of the user and of companies that they manage; everybody's for those who work here. */
export default function ReturnsPage() {
  const works = useMay()('orders.read');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const sought = {
    q: search.get('q') || undefined,
    state: chosen(search, 'state', STATES),
    sort: chosen(search, 'sort', SORTS),
  };
  const query = usePersonalList(['returns', sought], 'GET /returns', { query: sought });
  // A scanner that reads the code of a slip leads to its return at once, whatever the list shows.
  const scan = useAction();
  const open = (text: string) =>
    scan.run(async () => {
      const found = text === '' ? null : await returnOfNumber(text);
      if (found) await navigate(`/dashboard/returns/${found._id}`);
    });
  return (
    <section aria-label="Returns">
      <h2 className="mb-4 text-xl font-semibold">Returns</h2>
      {!works && (
        <p className="muted mb-4">
          To report something, open the order and choose “Something is wrong”. It is there once something was shipped.
        </p>
      )}
      <div className="mb-4 flex flex-wrap gap-4">
        <SearchField
          label={works ? 'Number or code, order, customer, tool or SKU' : 'Number, order, tool or SKU'}
          onEnter={(text) => void open(text)}
        />
        <ChoiceField label="Status" name="state" options={{ '': 'All', ...STATES }} />
        <ChoiceField label="Sort" name="sort" options={{ '': 'Newest first', ...SORTS }} />
      </div>
      <FormProblem message={scan.problem?.message} className="mb-3" />
      <PagedTable<Return>
        query={query}
        one="return"
        label="Returns"
        columns={works ? [...RETURN_COLUMNS.slice(0, 2), WHOSE, ...RETURN_COLUMNS.slice(2)] : RETURN_COLUMNS}
        keyOf={({ _id }) => _id}
      />
    </section>
  );
}
