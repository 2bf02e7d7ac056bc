import type { Order } from '#contract/buying/orders.ts';
import { PageLink } from '#web/shell/page-link.tsx';

/** Spec §4. */
export function PaymentDone({ order, transactionId }: { order: Order; transactionId: string }) {
  return (
    <div role="status">
      <h2 className="text-2xl font-semibold">Order {order.number} is paid</h2>
      <p className="text-success text-lg font-semibold">Congrats! Your payment is completed.</p>
      <p className="mt-2">
        Your transaction id: <code className="break-all">{transactionId}</code>
      </p>
      <p className="mt-4 flex flex-wrap gap-2">
        <PageLink to={`/dashboard/receipt/${order._id}`} className="btn btn-primary">
          Receipt
        </PageLink>
        <PageLink to="/dashboard" className="btn">
          My Orders
        </PageLink>
      </p>
    </div>
  );
}
