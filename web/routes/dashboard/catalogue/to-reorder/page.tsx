import { useSearchParams } from 'react-router';
import type { ToReorder } from '#contract/catalogue/incoming.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useAction } from '#web/forms/use-action.ts';
import { exportToReorder } from '#web/queries/catalogue/to-reorder.ts';
import { usePersonalList } from '#web/queries/use-personal.ts';
import { PagedTable } from '#web/routes/dashboard/paged-table.tsx';
import { RequirePermission } from '#web/routes/dashboard/require-permission.tsx';
import { SearchField } from '#web/routes/dashboard/search-field.tsx';
import { pieces } from '#web/shell/format.ts';
import { metaOf } from '#web/shell/page-meta.ts';
import { saveFile } from '#web/shell/save-file.ts';
import { Sku } from '#web/shell/sku.tsx';
import type { Column } from '#web/ui/data-table/column.ts';

export const meta = metaOf({ title: 'To Reorder', description: 'Products of which too few are there and coming.' });

const numbers = (title: string, of: (row: ToReorder) => number): Column<ToReorder> => ({
  title,
  kind: 'number',
  cell: (row) => pieces(of(row)),
});

const COLUMNS: Column<ToReorder>[] = [
  {
    title: 'Product',
    names: true,
    cell: ({ tool, sku }) => (
      <span className="block min-w-0 break-words">
        {tool}
        <Sku sku={sku} />
      </span>
    ),
  },
  numbers('Missing', ({ missing }) => missing),
  numbers('In stock', ({ availableQuantity }) => availableQuantity),
  numbers('Coming', ({ coming }) => coming),
  numbers('Promised', ({ promised }) => promised),
  {
    title: 'Nothing announced for',
    kind: 'number',
    cell: ({ unserved }) =>
      unserved > 0 ? <span className="badge badge-warning badge-sm">{pieces(unserved)}</span> : pieces(0),
  },
  numbers('Reorder below', ({ reorderBelow }) => reorderBelow),
  numbers('Sold in 90 days', ({ sold90 }) => sold90),
];

export default function ToReorderPage() {
  return (
    <RequirePermission permission="supply">
      <h2 className="mb-4 text-xl font-semibold">To Reorder</h2>
      <List />
    </RequirePermission>
  );
}

/** What is in stock and coming, less what is promised, is below the reorder level that the product has. */
function List() {
  const [search] = useSearchParams();
  const q = search.get('q') ?? '';
  const query = usePersonalList(['to-reorder', q], 'GET /to-reorder', { query: { q } });
  const save = useAction();
  const saveSheet = (format: 'csv' | 'xlsx') =>
    save.run(async () => saveFile(await exportToReorder(format), `to-reorder.${format}`));
  return (
    <>
      <SearchField label="Product or SKU" />
      <PagedTable
        query={query}
        one="product to reorder"
        many="products to reorder"
        label="To reorder"
        columns={COLUMNS}
        keyOf={({ toolId }) => toolId}
        tools={
          <>
            <button type="button" className="btn btn-sm" disabled={save.busy} onClick={() => void saveSheet('csv')}>
              Save as CSV
            </button>
            <button type="button" className="btn btn-sm" disabled={save.busy} onClick={() => void saveSheet('xlsx')}>
              Save for Excel
            </button>
          </>
        }
      />
      <FormProblem message={save.problem?.message} className="mt-3" />
      <p className="muted mt-4 max-w-prose text-sm">
        A product is listed when what is in stock and coming, less what is promised to orders, is below its reorder
        level, or when orders wait for more than is announced. Set the level in its form under Manage Products.
      </p>
    </>
  );
}
