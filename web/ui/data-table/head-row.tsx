import { say } from '#web/saying/say.ts';
import { type Column, directionOf, nextOrder, type Sort } from './column.ts';
import type { Selection } from './selection.ts';

interface Props<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sort: Sort | undefined;
  selection: Selection<Row> | undefined;
}

/** The headings; those that sort are buttons and say in which direction. */
export function HeadRow<Row>({ columns, rows, keyOf, sort, selection }: Props<Row>) {
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className="data-table-box">
            <SelectAll rows={rows} keyOf={keyOf} selection={selection} />
          </th>
        )}
        {columns.map(({ title, kind = 'text', sort: orders }) => {
          const direction = orders && sort ? directionOf({ sort: orders }, sort.now) : undefined;
          return (
            <th key={title} scope="col" data-kind={kind} aria-sort={direction}>
              {orders && sort ? (
                <button type="button" onClick={() => sort.onSort(nextOrder(orders, sort.now))}>
                  {title}
                  <SortMark direction={direction} />
                </button>
              ) : (
                title
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

function SortMark({ direction }: { direction: ReturnType<typeof directionOf> }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 8 12" className="size-3 shrink-0" fill="currentColor">
      <path d="M4 0l4 5H0z" opacity={direction === 'ascending' ? 1 : 0.3} />
      <path d="M4 12L0 7h8z" opacity={direction === 'descending' ? 1 : 0.3} />
    </svg>
  );
}

interface SelectAllProps<Row> extends Pick<Props<Row>, 'rows' | 'keyOf'> {
  selection: Selection<Row>;
}

/** Chooses all rows that are shown, or none. */
export function SelectAll<Row>({ rows, keyOf, selection }: SelectAllProps<Row>) {
  const all = selection.keys.size === rows.length;
  return (
    <input
      type="checkbox"
      className="checkbox checkbox-sm"
      aria-label={say('Select all shown')}
      checked={all}
      ref={(box) => {
        if (box) box.indeterminate = !all && selection.keys.size > 0;
      }}
      onChange={() => selection.onChange(all ? new Set() : new Set(rows.map(keyOf)))}
    />
  );
}
