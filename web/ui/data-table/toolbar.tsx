import { say } from '#web/saying/say.ts';
import { type ReactNode, useId } from 'react';
import { type Column, nextOrder, type Sort } from './column.ts';
import type { Density } from './density.ts';

interface Props<Row> {
  columns: readonly Column<Row>[];
  sort?: Sort;
  density: Density;
  /** Undefined where there are no rows to make denser. */
  onDensity: ((density: Density) => void) | undefined;
  children: ReactNode;
}

/** Above a table: what its page says or offers, how dense rows are, and on telephones, which show no heads, the order. */
export function Toolbar<Row>({ columns, sort, density, onDensity, children }: Props<Row>) {
  const id = useId();
  const sorting = columns.filter((column) => column.sort);
  return (
    // On telephones, which cannot make rows denser, there may be nothing in it, and so no room for it.
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 not-empty:mb-2 sm:min-h-9">
      {children !== undefined && <div className="min-w-0 grow">{children}</div>}
      {sort && !sort.hasField && onDensity && sorting.length > 0 && (
        <div className="flex items-center gap-2 sm:hidden">
          <label htmlFor={id} className="text-sm">
            {say('Sort by')}
          </label>
          <select
            id={id}
            className="select select-sm w-auto"
            value={sort.now}
            onChange={({ target }) => sort.onSort(target.value)}
          >
            {!sorting.some(({ sort: orders }) => orders?.up === sort.now || orders?.down === sort.now) && (
              <option value={sort.now}>{say('Default order')}</option>
            )}
            {sorting.flatMap(({ title, sort: orders }) =>
              orders
                ? [orders.up, nextOrder(orders, orders.up)].map((order) => (
                    <option key={order} value={order}>
                      {title}
                      {order === orders.up ? say(', ascending') : say(', descending')}
                    </option>
                  ))
                : [],
            )}
          </select>
        </div>
      )}
      {onDensity && (
        <button
          type="button"
          className="btn btn-ghost btn-sm ml-auto max-sm:hidden"
          aria-pressed={density === 'dense'}
          onClick={() => onDensity(density === 'dense' ? 'roomy' : 'dense')}
        >
          {say('Compact rows')}
        </button>
      )}
    </div>
  );
}
