import { useState } from 'react';
import { Link } from 'react-router';
import type { Order } from '#contract/orders.ts';
import { useDeleteOrder } from '#web/api/orders.ts';
import { ConfirmDialog } from '#web/shell/confirm-dialog.tsx';
import { dollars, pieces } from '#web/shell/figures.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { toast } from '#web/shell/toasts.ts';

/** The user's orders (spec §2). */
export function OrderTable({ orders }: { orders: Order[] }) {
  const [doomed, setDoomed] = useState<Order | null>(null);
  const deletion = useDeleteOrder();
  const remove = async (order: Order) => {
    try {
      await deletion.mutateAsync(order._id);
      toast.success('Order deleted');
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'The order could not be deleted.');
    }
    setDoomed(null);
  };
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="My orders">
      <table className="stacked table">
        <thead>
          <tr>
            {['Name', 'Address', 'Phone', 'Tool', 'Quantity', 'Payment', 'Remove'].map((name) => (
              <th key={name} scope="col" className={name === 'Quantity' ? 'text-right' : ''}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order._id}>
              <td data-label="Name">{order.name}</td>
              <td data-label="Address" className="sm:min-w-40">
                {order.address}
              </td>
              <td data-label="Phone">{order.phone}</td>
              <td data-label="Tool" id={`tool-of-${order._id}`}>
                {order.tool}
              </td>
              <td data-label="Quantity" className="sm:text-right">
                {pieces(order.quantity)}
              </td>
              <td data-label="Payment">
                <Payment order={order} />
              </td>
              <td data-label="Remove">
                {!order.paid && (
                  <button
                    type="button"
                    className="btn btn-sm btn-outline btn-error"
                    aria-describedby={`tool-of-${order._id}`}
                    onClick={() => setDoomed(order)}
                  >
                    X
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {doomed && (
        <ConfirmDialog
          action="Delete"
          busy={deletion.isPending}
          onConfirm={() => void remove(doomed)}
          onClose={() => setDoomed(null)}
        >
          The order of {pieces(doomed.quantity)} × {doomed.tool} for {dollars(doomed.price)} will be deleted.
        </ConfirmDialog>
      )}
    </div>
  );
}

function Payment({ order }: { order: Order }) {
  if (order.paid) {
    return (
      <>
        <span className="badge badge-success">Paid</span>
        <span className="mt-1 block text-xs">
          Transaction Id: <code className="break-all">{order.transactionId}</code>
        </span>
        {order.refunded !== undefined && <span className="block text-xs">{dollars(order.refunded)} given back</span>}
        <PageLink
          to={`/dashboard/receipt/${order._id}`}
          className="link text-xs"
          aria-describedby={`tool-of-${order._id}`}
        >
          Receipt
        </PageLink>
      </>
    );
  }
  if (order.price <= 0) return null;
  return (
    // The payment page's document alone may load the card provider's script, so it is loaded whole.
    <Link
      to={`/dashboard/payment/${order._id}`}
      reloadDocument
      className="btn btn-sm btn-primary"
      aria-describedby={`tool-of-${order._id}`}
    >
      Pay
    </Link>
  );
}
