import type { Figures } from '#contract/money/figures.ts';
import { counted, money, pieces } from '#web/shell/format.ts';
import { moment } from '#web/shell/moment.ts';
import { RowLink } from '#web/shell/row-link.tsx';
import { Sku } from '#web/shell/sku.tsx';
import type { Column } from '#web/ui/data-table/column.ts';

/** A column of numbers, which sorts by them. */
export function numbers<Row>(
  title: string,
  value: (row: Row) => number,
  written: (number: number) => string = pieces,
): Column<Row> {
  return { title, kind: 'number', value, cell: (row) => written(value(row)) };
}

/** A tool, with a link to where it is managed. */
const MANAGED: Column<{ name: string; sku: string | null }> = {
  title: 'Tool',
  names: true,
  value: ({ name }) => name,
  cell: ({ name, sku }) => (
    <>
      <RowLink to={`/dashboard/manageProducts?q=${encodeURIComponent(name)}`}>{name}</RowLink>
      <Sku sku={sku} />
    </>
  ),
};

/** What runs short, the emptiest first. */
export const SHORT: Column<Figures['short']['first'][number]>[] = [
  MANAGED,
  numbers('In stock', ({ availableQuantity }) => availableQuantity),
  numbers('Minimum', ({ minOrderQuantity }) => minOrderQuantity),
];

/** What sold most in the days shown, or least, by pieces. */
export const SELLERS: Column<Figures['bestSellers'][number]>[] = [
  {
    title: 'Tool',
    names: true,
    value: ({ tool }) => tool,
    cell: ({ tool, sku }) => (
      <>
        {tool}
        <Sku sku={sku} />
      </>
    ),
  },
  numbers('Pieces', (tool) => tool.pieces),
  numbers('Revenue', ({ revenue }) => revenue, money),
];

/** What is gone first where it goes on selling as it did. */
export const ENDING: Column<Figures['runningOut'][number]>[] = [
  MANAGED,
  numbers(
    'Lasts',
    ({ daysLeft }) => daysLeft,
    (days) => counted(days, 'day'),
  ),
  numbers('In stock', ({ availableQuantity }) => availableQuantity),
  numbers('Sold', (tool) => tool.pieces),
];

/** Unpaid orders whose stock is free again soon. */
export const EXPIRING: Column<Figures['expiring']['first'][number]>[] = [
  {
    title: 'Order',
    names: true,
    value: ({ number }) => number,
    cell: ({ _id, number }) => <RowLink to={`/dashboard/orders/${_id}`}>{number}</RowLink>,
  },
  { title: 'Customer', value: ({ customer }) => customer, cell: ({ customer }) => customer },
  numbers('Price', ({ price }) => price, money),
  {
    title: 'Held until',
    kind: 'tight',
    value: ({ holdUntil }) => holdUntil,
    cell: ({ holdUntil }) => moment(holdUntil),
  },
];
