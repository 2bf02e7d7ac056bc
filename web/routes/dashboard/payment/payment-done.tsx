import { PageLink } from '#web/shell/page-link.tsx';

/** Spec §4. */
export function PaymentDone({ transactionId }: { transactionId: string }) {
  return (
    <div role="status">
      <p className="text-success text-lg font-semibold">Congrats! Your payment is completed.</p>
      <p className="mt-2">
        Your transaction id: <code className="break-all">{transactionId}</code>
      </p>
      <PageLink to="/dashboard" className="btn btn-primary mt-4">
        My Orders
      </PageLink>
    </div>
  );
}
