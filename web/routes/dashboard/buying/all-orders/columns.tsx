import { cardPaymentId } from '#contract/money/payment-words.ts';
import type { StaffOrder } from '#contract/buying/staff-orders.ts';
import type { OrderState } from '#contract/buying/orders.ts';
import { CustomerLink } from '#web/routes/dashboard/customer-link.tsx';
import { money, pieces } from '#web/shell/format.ts';
import { moment } from '#web/shell/moment.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { RowLink } from '#web/shell/row-link.tsx';

const BADGES: Record<OrderState, string> = {
  waiting: 'badge-warning',
  unpaid: 'badge-warning',
  open: 'badge-warning',
  paid: 'badge-success',
  refunded: 'badge-neutral',
  cancelled: 'badge-ghost',
  expired: 'badge-ghost',
  rejected: 'badge-ghost',
};

interface Actions {
  /** Null where whoever looks may not. */
  onRefund: ((order: StaffOrder) => void) | null;
}

/** What the table of all orders shows, and what can be done with an order there. */
export function allOrdersColumns({ onRefund }: Actions): Column<StaffOrder>[] {
  return [
    {
      title: 'Order',
      kind: 'tight',
      cell: ({ _id, number }) => <RowLink to={`/dashboard/orders/${_id}`}>{number}</RowLink>,
    },
    { title: 'Date', kind: 'tight', cell: ({ createdAt }) => moment(createdAt) },
    {
      title: 'Customer',
      cell: ({ userId, name, email, companyId, company, costCentre }) => (
        <span>
          <CustomerLink userId={userId}>{name}</CustomerLink>
          <span className="muted block text-xs">{email}</span>
          {companyId !== null && (
            <span className="muted block text-xs">
              For {company}
              {costCentre !== null && <span>{`, cost centre ${costCentre}`}</span>}
            </span>
          )}
        </span>
      ),
    },
    { title: 'Tool', names: true, cell: ({ tool }) => tool },
    { title: 'Quantity', kind: 'number', cell: ({ quantity }) => pieces(quantity) },
    { title: 'Total', kind: 'number', cell: ({ price }) => money(price) },
    {
      title: 'Status',
      cell: (order) => (
        <span className="block min-w-0">
          <span className={`badge badge-sm ${BADGES[order.state]}`}>{order.state}</span>
          {cardPaymentId(order) !== '' && <code className="mt-1 block text-xs break-all">{cardPaymentId(order)}</code>}
          {order.paid && <RowLink to={`/dashboard/receipt/${order._id}`}>Receipt</RowLink>}
        </span>
      ),
    },
    {
      title: 'Refund',
      kind: 'tight',
      cell: (order) => (
        <span>
          {order.refundRequest?.state === 'open' && <span className="badge badge-sm badge-warning">requested</span>}
          {order.refunded ? <span className="block text-xs">{money(order.refunded)} refunded</span> : null}
          {onRefund && (order.state === 'paid' || order.state === 'open') && (order.refunded ?? 0) < order.price ? (
            <RowButton onClick={() => onRefund(order)}>Refund</RowButton>
          ) : null}
        </span>
      ),
    },
  ];
}
