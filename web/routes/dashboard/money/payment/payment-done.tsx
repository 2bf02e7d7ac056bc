import { PageLink } from '#web/shell/page-link.tsx';

/** Spec §4. */
export function PaymentDone({ orderId, transactionId }: { orderId: string; transactionId: string }) {
  return (
    <div role="status">
      <p className="text-success text-lg font-semibold">Congrats! Your payment is completed.</p>
      <p className="mt-2">
        Your transaction id: <code className="break-all">{transactionId}</code>
      </p>
      <p className="mt-4 flex flex-wrap gap-2">
        <PageLink to={`/dashboard/receipt/${orderId}`} className="btn btn-primary">
          Receipt
        </PageLink>
        <PageLink to="/dashboard" className="btn">
          My Orders
        </PageLink>
      </p>
    </div>
  );
}
