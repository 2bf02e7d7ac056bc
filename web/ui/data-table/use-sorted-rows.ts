import { useMemo, useState } from 'react';
import { type Column, type Sort, sortedBy } from './column.ts';

/** Rows that the table sorts itself, for lists that are there whole; columns with a `value` get headings that sort. */
export function useSortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): { rows: Row[]; columns: Column<Row>[]; sort: Sort } {
  const [now, onSort] = useState('');
  return {
    rows: useMemo(() => sortedBy(rows, columns, now), [rows, columns, now]),
    columns: useMemo(
      () =>
        columns.map((column) =>
          column.value ? { sort: { up: column.title, down: `-${column.title}` }, ...column } : column,
        ),
      [columns],
    ),
    sort: { now, onSort },
  };
}
