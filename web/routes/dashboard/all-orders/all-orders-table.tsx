import { useState } from 'react';
import type { AdminOrder } from '#contract/admin.ts';
import { dollars, pieces } from '#web/shell/figures.ts';
import { moment } from '#web/shell/moment.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { RefundDialog } from './refund-dialog.tsx';

const BADGES = { unpaid: 'badge-warning', paid: 'badge-success', deleted: 'badge-ghost', expired: 'badge-ghost' };

/** Everybody's orders; money of a paid one can be given back. */
export function AllOrdersTable({ orders }: { orders: AdminOrder[] }) {
  const [refunded, setRefunded] = useState<AdminOrder | null>(null);
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="All orders">
      <table className="stacked table-sm table">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Customer</th>
            <th scope="col">Tool</th>
            <th scope="col" className="text-right">
              Quantity
            </th>
            <th scope="col" className="text-right">
              Total
            </th>
            <th scope="col">State</th>
            <th scope="col">Refund</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order._id}>
              <td data-label="Date" className="whitespace-nowrap tabular-nums">
                {moment(order.createdAt)}
              </td>
              <td data-label="Customer">
                <span>{order.name}</span>
                <span className="block text-xs">{order.email}</span>
              </td>
              <td data-label="Tool" id={`tool-of-${order._id}`}>
                {order.tool}
              </td>
              <td data-label="Quantity" className="sm:text-right">
                {pieces(order.quantity)}
              </td>
              <td data-label="Total" className="whitespace-nowrap sm:text-right">
                {dollars(order.price)}
              </td>
              <td data-label="State">
                <span className={`badge badge-sm ${BADGES[order.state]}`}>{order.state}</span>
                {order.transactionId && <code className="mt-1 block text-xs break-all">{order.transactionId}</code>}
                {order.paid && (
                  <PageLink
                    to={`/dashboard/receipt/${order._id}`}
                    className="link text-xs"
                    aria-describedby={`tool-of-${order._id}`}
                  >
                    Receipt
                  </PageLink>
                )}
              </td>
              <td data-label="Refund" className="whitespace-nowrap">
                {order.refunded ? <span className="block text-xs">{dollars(order.refunded)} given back</span> : null}
                {order.state === 'paid' && (order.refunded ?? 0) < order.price ? (
                  <button
                    type="button"
                    className="btn btn-xs"
                    aria-describedby={`tool-of-${order._id}`}
                    onClick={() => setRefunded(order)}
                  >
                    Refund
                  </button>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {refunded && <RefundDialog order={refunded} onClose={() => setRefunded(null)} />}
    </div>
  );
}
