import type { Figures } from '#contract/admin.ts';
import { dollars, pieces } from '#web/shell/format.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { RowLink } from '#web/shell/row-link.tsx';
import { useSortedRows } from '#web/ui/data-table/use-sorted-rows.ts';

const SHORT: Column<Figures['short']['first'][number]>[] = [
  {
    id: 'tool',
    title: 'Tool',
    names: true,
    value: ({ name }) => name,
    cell: ({ name }) => <RowLink to={`/dashboard/manageProducts?q=${encodeURIComponent(name)}`}>{name}</RowLink>,
  },
  {
    id: 'stock',
    title: 'In stock',
    kind: 'number',
    value: ({ availableQuantity }) => availableQuantity,
    cell: ({ availableQuantity }) => pieces(availableQuantity),
  },
  {
    id: 'minimum',
    title: 'Minimum',
    kind: 'number',
    value: ({ minOrderQuantity }) => minOrderQuantity,
    cell: ({ minOrderQuantity }) => pieces(minOrderQuantity),
  },
];

/** What runs short, the emptiest first. */
export function ShortTools({ tools }: { tools: Figures['short']['first'] }) {
  return (
    <DataTable
      label="Tools that run short"
      keyOf={({ _id }) => _id}
      empty={<p>Every tool can be ordered.</p>}
      {...useSortedRows(tools, SHORT)}
    />
  );
}

const BEST: Column<Figures['bestSellers'][number]>[] = [
  { id: 'tool', title: 'Tool', names: true, value: ({ tool }) => tool, cell: ({ tool }) => tool },
  { id: 'pieces', title: 'Pieces', kind: 'number', value: (tool) => tool.pieces, cell: (tool) => pieces(tool.pieces) },
  {
    id: 'revenue',
    title: 'Revenue',
    kind: 'number',
    value: ({ revenue }) => revenue,
    cell: ({ revenue }) => dollars(revenue),
  },
];

/** What sold most in the days shown, by pieces. */
export function BestSellers({ tools }: { tools: Figures['bestSellers'] }) {
  return (
    <DataTable
      label="Best sellers"
      keyOf={({ toolId }) => toolId}
      empty={<p>Nothing was paid for in these days.</p>}
      {...useSortedRows(tools, BEST)}
    />
  );
}
