import type { StaffOrder } from '#contract/buying/staff-orders.ts';
import { writtenDay } from '#contract/days.ts';
import { awaitedInWords } from '#web/basket/promise-words.ts';
import { counted, pieces } from '#web/shell/format.ts';
import { RowLink } from '#web/shell/row-link.tsx';
import type { Column } from '#web/ui/data-table/column.ts';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { Sku } from '#web/shell/sku.tsx';

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });

interface Actions {
  onShip: (order: StaffOrder) => void;
  /** Today in the shop, YYYY-MM-DD. */
  today: string;
}

/** What the table of what is to leave the house shows. */
export function toShipColumns({ onShip, today }: Actions): Column<StaffOrder>[] {
  return [
    { title: 'Leaves', kind: 'tight', cell: (order) => <Leaves order={order} today={today} /> },
    {
      title: 'Order',
      names: true,
      cell: ({ _id, number }) => <RowLink to={`/dashboard/orders/${_id}`}>{number}</RowLink>,
    },
    {
      title: 'Deliver to',
      cell: ({ name, company, country }) => (
        <span>
          {company || name}
          <span className="muted block text-xs">
            {company ? <span>{`${name}, `}</span> : ''}
            <span>{COUNTRY_NAMES.of(country) ?? country}</span>
          </span>
        </span>
      ),
    },
    { title: 'Left to ship', cell: (order) => <Goods order={order} /> },
    {
      title: 'Delivery',
      cell: ({ deliveryName, arrives }) => (
        <span>
          {deliveryName}
          {arrives && <span className="muted block text-xs">arrives by {writtenDay(arrives[1])}</span>}
        </span>
      ),
    },
    {
      title: 'Ship',
      kind: 'tight',
      cell: (order) => (
        <RowButton tone="main" onClick={() => onShip(order)}>
          Ship
        </RowButton>
      ),
    },
  ];
}

function Leaves({ order: { leaves }, today }: { order: StaffOrder; today: string }) {
  if (leaves === null) return null;
  return (
    <span>
      {writtenDay(leaves)}
      {leaves <= today && (
        <span className={`badge badge-sm ml-2 ${leaves < today ? 'badge-error' : 'badge-warning'}`}>
          {leaves < today ? 'late' : 'today'}
        </span>
      )}
    </span>
  );
}

/** The first lines of which something is left, with how much. */
function Goods({ order: { lines, lineCount, fulfilment } }: { order: StaffOrder }) {
  const open = lines.filter((line) => line.left > 0);
  const more = lineCount - lines.length;
  return (
    <span className="block min-w-0">
      {open.map((line) => (
        <span key={line.toolId} className="block break-words">
          <span className="tabular-nums">{pieces(line.left)}</span> × {line.tool}
          <Sku sku={line.sku} />
          {line.awaited.length > 0 && <span className="muted block text-xs">{awaitedInWords(line.awaited)}</span>}
        </span>
      ))}
      {more > 0 && <span className="muted block text-xs">and {counted(more, 'more line', 'more lines')}</span>}
      {fulfilment === 'part' && <span className="badge badge-sm badge-info mt-1">partly shipped</span>}
    </span>
  );
}
