import type { ToolFilter } from '#web/queries/catalogue/tools.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { addressOf } from './filter.ts';
import type { SharedColumn, SharedOrder } from './shared-columns.ts';

interface Props {
  filter: ToolFilter;
  columns: readonly SharedColumn[];
  order: SharedOrder | null;
  onOrder: (order: SharedOrder | null) => void;
}

/** The heads of the table, by which it is sorted: name and price by the list's address, attributes among what is shown. */
export function ListHead({ filter, columns, order, onOrder }: Props) {
  return (
    <li className="tool-list-head">
      <ByAddress by="name" title="Tool" filter={filter} isOther={order !== null} onFollow={() => onOrder(null)} />
      {columns.map(({ key, name }) => {
        const descending = order?.key === key ? order.descending : null;
        return (
          <button
            key={key}
            type="button"
            className="tool-list-sort tool-shared"
            aria-label={`Sort by ${name}, ${descending === false ? 'largest' : 'smallest'} first`}
            onClick={() => onOrder({ key, descending: descending === false })}
          >
            {name}
            <Mark descending={descending} />
          </button>
        );
      })}
      <ByAddress
        by="price"
        title="Price / piece"
        filter={filter}
        isOther={order !== null}
        onFollow={() => onOrder(null)}
      />
      <span className="tool-breaks">Breaks</span>
      <span>Minimum</span>
      <span>Available</span>
    </li>
  );
}

interface HeadProps {
  by: 'name' | 'price';
  title: string;
  filter: ToolFilter;
  /** Whether something else sorts what is shown. */
  isOther: boolean;
  onFollow: () => void;
}

function ByAddress({ by, title, filter, isOther, onFollow }: HeadProps) {
  const descending = isOther ? null : filter.sort === by ? false : filter.sort === `-${by}` ? true : null;
  const next = descending === false ? (`-${by}` as const) : by;
  return (
    <PageLink
      to={addressOf({ ...filter, sort: next, cursor: undefined })}
      replace
      preventScrollReset
      className="tool-list-sort"
      aria-label={`Sort by ${by}, ${by === 'name' ? (next === by ? 'A to Z' : 'Z to A') : next === by ? 'lowest first' : 'highest first'}`}
      onClick={onFollow}
    >
      {title}
      <Mark descending={descending} />
    </PageLink>
  );
}

function Mark({ descending }: { descending: boolean | null }) {
  return <span aria-hidden="true">{descending === null ? ' ↕' : descending ? ' ↓' : ' ↑'}</span>;
}
