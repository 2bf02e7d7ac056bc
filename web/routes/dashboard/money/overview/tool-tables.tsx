import type { Figures } from '#contract/money/figures.ts';
import { counted, money, pieces } from '#web/shell/format.ts';
import { moment } from '#web/shell/moment.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { DataTable } from '#web/ui/data-table/data-table.tsx';
import { RowLink } from '#web/shell/row-link.tsx';
import { useSortedRows } from '#web/ui/data-table/use-sorted-rows.ts';
import { Sku } from '#web/shell/sku.tsx';

interface Named {
  name: string;
  sku: string | null;
}

function Named({ name, sku }: Named) {
  return (
    <>
      {name}
      <Sku sku={sku} />
    </>
  );
}

function ToManage({ name, sku }: Named) {
  return (
    <>
      <RowLink to={`/dashboard/manageProducts?q=${encodeURIComponent(name)}`}>{name}</RowLink>
      <Sku sku={sku} />
    </>
  );
}

const SHORT: Column<Figures['short']['first'][number]>[] = [
  {
    id: 'tool',
    title: 'Tool',
    names: true,
    value: ({ name }) => name,
    cell: ({ name, sku }) => <ToManage name={name} sku={sku} />,
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
  {
    id: 'tool',
    title: 'Tool',
    names: true,
    value: ({ tool }) => tool,
    cell: ({ tool, sku }) => <Named name={tool} sku={sku} />,
  },
  { id: 'pieces', title: 'Pieces', kind: 'number', value: (tool) => tool.pieces, cell: (tool) => pieces(tool.pieces) },
  {
    id: 'revenue',
    title: 'Revenue',
    kind: 'number',
    value: ({ revenue }) => revenue,
    cell: ({ revenue }) => money(revenue),
  },
];

/** What sold most in the days shown, or least, by pieces. */
export function Sellers({ tools, label }: { tools: Figures['bestSellers']; label: string }) {
  return (
    <DataTable
      label={label}
      keyOf={({ toolId }) => toolId}
      empty={<p>Nothing was paid for in these days.</p>}
      {...useSortedRows(tools, BEST)}
    />
  );
}

const ENDING: Column<Figures['runningOut'][number]>[] = [
  {
    id: 'tool',
    title: 'Tool',
    names: true,
    value: ({ name }) => name,
    cell: ({ name, sku }) => <ToManage name={name} sku={sku} />,
  },
  {
    id: 'days',
    title: 'Lasts',
    kind: 'number',
    value: ({ daysLeft }) => daysLeft,
    cell: ({ daysLeft }) => counted(daysLeft, 'day'),
  },
  {
    id: 'stock',
    title: 'In stock',
    kind: 'number',
    value: ({ availableQuantity }) => availableQuantity,
    cell: ({ availableQuantity }) => pieces(availableQuantity),
  },
  { id: 'pieces', title: 'Sold', kind: 'number', value: (tool) => tool.pieces, cell: (tool) => pieces(tool.pieces) },
];

/** What is gone first where it goes on selling as it did. */
export function RunningOut({ tools }: { tools: Figures['runningOut'] }) {
  return (
    <DataTable
      label="Running out"
      keyOf={({ _id }) => _id}
      empty={<p>At this rate nothing runs out within 90 days.</p>}
      {...useSortedRows(tools, ENDING)}
    />
  );
}

const EXPIRING: Column<Figures['expiring']['first'][number]>[] = [
  {
    id: 'order',
    title: 'Order',
    names: true,
    value: ({ number }) => number,
    cell: ({ _id, number }) => <RowLink to={`/dashboard/orders/${_id}`}>{number}</RowLink>,
  },
  { id: 'customer', title: 'Customer', value: ({ customer }) => customer, cell: ({ customer }) => customer },
  { id: 'price', title: 'Price', kind: 'number', value: ({ price }) => price, cell: ({ price }) => money(price) },
  {
    id: 'until',
    title: 'Held until',
    kind: 'tight',
    value: ({ holdUntil }) => holdUntil,
    cell: ({ holdUntil }) => moment(holdUntil),
  },
];

/** Unpaid orders whose stock is free again soon. */
export function Expiring({ orders }: { orders: Figures['expiring']['first'] }) {
  return (
    <DataTable
      label="Unpaid orders that expire soon"
      keyOf={({ _id }) => _id}
      empty={<p>No unpaid order expires within 24 hours.</p>}
      {...useSortedRows(orders, EXPIRING)}
    />
  );
}
