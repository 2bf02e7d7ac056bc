import { useMemo, useState } from 'react';
import { type Column, type Sort, sortedBy } from './column.ts';

/**
 * Rows that the table sorts itself, for lists that are there whole. Columns with a `value` get headings that sort.
 * @param first the order at the beginning: a column's id, or it with a minus for downwards; else as the rows came
 */
export function useSortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  first = '',
): { rows: Row[]; columns: Column<Row>[]; sort: Sort } {
  const [now, onSort] = useState(first);
  return {
    rows: useMemo(() => sortedBy(rows, columns, now), [rows, columns, now]),
    columns: useMemo(
      () =>
        columns.map((column) =>
          column.value ? { sort: { up: column.id, down: `-${column.id}` }, ...column } : column,
        ),
      [columns],
    ),
    sort: { now, onSort },
  };
}
