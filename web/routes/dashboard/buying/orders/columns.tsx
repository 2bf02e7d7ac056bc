import { Link } from 'react-router';
import { cardPaymentId } from '#contract/money/payment-words.ts';
import { inCountry } from '#contract/in-country.ts';
import type { Order } from '#contract/buying/orders.ts';
import { money, pieces } from '#web/shell/format.ts';
import type { Column } from '#web/ui/data-table/column.ts';
import { RowButton } from '#web/ui/data-table/row-button.tsx';
import { PageLink } from '#web/shell/page-link.tsx';
import { RowLink } from '#web/shell/row-link.tsx';
import { moment } from '#web/shell/moment.ts';
import { useRowName } from '#web/ui/data-table/row-name.ts';
import { isToPay, orderState } from './order-state.ts';

interface Actions {
  onDelete: (order: Order) => void;
  onAgain: (order: Order) => void;
}

/** What the table of one's own orders shows, and what can be done with an order there (spec §2). */
export function ordersColumns({ onDelete, onAgain }: Actions): Column<Order>[] {
  return [
    {
      title: 'Order',
      kind: 'tight',
      cell: ({ _id, number, createdAt, purchaseOrder, costCentre }) => (
        <>
          <PageLink to={`/dashboard/orders/${_id}`} className="link font-semibold tabular-nums">
            {number}
          </PageLink>
          <span className="muted block text-xs">{moment(createdAt)}</span>
          {purchaseOrder !== '' && <span className="block text-xs">PO {purchaseOrder}</span>}
          {costCentre !== null && <span className="block text-xs">Cost centre {costCentre}</span>}
        </>
      ),
    },
    {
      title: 'Name',
      notOnCards: true,
      cell: ({ name, company, companyId, orderedBy }) => (
        <>
          {name}
          {company !== '' && <span className="muted block text-xs">{company}</span>}
          {companyId !== null && <span className="muted block text-xs">Ordered by {orderedBy.name}</span>}
        </>
      ),
    },
    {
      title: 'Address',
      notOnCards: true,
      cell: ({ address, country }) => inCountry(address, country).split('\n').join(', '),
    },
    { title: 'Phone', notOnCards: true, kind: 'tight', cell: ({ phone }) => phone },
    { title: 'Tool', names: true, cell: ({ tool }) => tool },
    { title: 'Quantity', notOnCards: true, kind: 'number', cell: ({ quantity }) => pieces(quantity) },
    { title: 'Total', kind: 'number', cell: ({ price }) => money(price) },
    {
      title: 'Payment',
      cell: (order) => (
        <>
          <span className="block">{orderState(order)}</span>
          {order.holdUntil !== undefined && (
            <span className="muted block text-xs">Held until {moment(order.holdUntil)}</span>
          )}
          {order.state === 'waiting' && order.approval && (
            <span className="muted block text-xs">Until {moment(order.approval.until)}</span>
          )}
          {order.state === 'rejected' && order.approval?.note !== undefined && (
            <span className="block text-xs break-words">{order.approval.note}</span>
          )}
          <Payment order={order} />
        </>
      ),
    },
    {
      title: 'Again',
      kind: 'tight',
      cell: (order) => (
        <RowButton
          className="max-[90rem]:h-auto max-[90rem]:shrink max-[90rem]:py-1.5 max-[90rem]:text-wrap"
          onClick={() => onAgain(order)}
        >
          Order again
        </RowButton>
      ),
    },
    {
      title: 'Remove',
      kind: 'tight',
      cell: (order) =>
        (order.state === 'unpaid' || order.state === 'waiting') && (
          <RowButton tone="danger" onClick={() => onDelete(order)}>
            {order.state === 'waiting' ? 'Withdraw' : 'X'}
          </RowButton>
        ),
    },
  ];
}

function Payment({ order }: { order: Order }) {
  const named = useRowName();
  if (order.paid) {
    return (
      <span className="block min-w-0">
        <span className="badge badge-success">Paid</span>
        {cardPaymentId(order) !== '' && (
          <span className="mt-1 block text-xs">
            Transaction Id: <code className="break-all">{cardPaymentId(order)}</code>
          </span>
        )}
        {order.refunded !== undefined && <span className="block text-xs">{money(order.refunded)} refunded</span>}
        <RowLink to={`/dashboard/receipt/${order._id}`}>Receipt</RowLink>
      </span>
    );
  }
  if (order.price <= 0 || !isToPay(order)) return null;
  return (
    // The payment page's document alone may load the card provider's script, so it is loaded whole.
    <Link to={`/dashboard/payment/${order._id}`} reloadDocument className="btn btn-sm btn-primary" {...named}>
      Pay
    </Link>
  );
}
