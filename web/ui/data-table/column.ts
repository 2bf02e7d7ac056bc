import type { ReactNode } from 'react';

/** A column of a data table, described as data. */
export interface Column<Row> {
  /** Its heading, which tells it apart from the table's other columns. */
  title: string;
  /** What stands before the cell where a row is a card, on telephones; the title where it is not given. */
  short?: string;
  cell: (row: Row) => ReactNode;
  /** Whether it is left out where a row is a card: what the row's own page says, and nobody looks for among many. */
  notOnCards?: boolean;
  /** Numbers stand to the right in figures of one width; `tight` text never breaks, as dates and buttons. */
  kind?: 'text' | 'number' | 'tight';
  /** Whether this cell tells rows apart: the buttons of its row are read out with it. One column has it. */
  names?: boolean;
  /** The names of the two orders that its heading switches between; without them it does not sort. */
  sort?: { up: string; down: string };
  /** What is compared where the table sorts its rows itself, see `useSortedRows`. */
  value?: (row: Row) => string | number;
}

/** In which order the rows are, and what a click on a heading asks for. */
export interface Sort {
  now: string;
  onSort: (order: string) => void;
  /** Whether the page has a field of its own for it, so that telephones, which show no headings, need no second one. */
  hasField?: boolean;
}

/** How `aria-sort` says it; undefined where the column does not sort. */
export function directionOf(
  { sort }: Pick<Column<never>, 'sort'>,
  now: string | undefined,
): 'ascending' | 'descending' | 'none' | undefined {
  if (!sort || now === undefined) return undefined;
  if (now === sort.up) return 'ascending';
  return now === sort.down ? 'descending' : 'none';
}

/** The order that the next click on the heading asks for: up first, then down. */
export function nextOrder({ up, down }: NonNullable<Column<never>['sort']>, now: string): string {
  return now === up ? down : up;
}

const COLLATOR = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts rows by a column's value; equal ones keep their order. `order` is its title, or that behind a minus for downwards. */
export function sortedBy<Row>(
  rows: readonly Row[],
  columns: readonly Pick<Column<Row>, 'title' | 'value'>[],
  order: string,
): Row[] {
  const down = order.startsWith('-');
  const value = columns.find(({ title }) => title === (down ? order.slice(1) : order))?.value;
  if (!value) return [...rows];
  return rows.toSorted((a, b) => (down ? compare(value(b), value(a)) : compare(value(a), value(b))));
}

function compare(a: string | number, b: string | number): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : COLLATOR.compare(String(a), String(b));
}
