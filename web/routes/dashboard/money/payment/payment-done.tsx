import type { ReactNode } from 'react';

/** What was paid, and where to go from there (spec §4). */
export function PaymentDone({
  title,
  transactionId,
  children,
}: {
  title: string;
  /** The card provider's; empty where it was no card. */
  transactionId: string;
  children: ReactNode;
}) {
  return (
    <section className="border-base-300 rounded-box max-w-xl border p-6" aria-label="Payment">
      <div role="status">
        <h2 className="text-2xl font-semibold">{title}</h2>
        <p className="text-success text-lg font-semibold">Congrats! Your payment is completed.</p>
        {transactionId !== '' && (
          <p className="mt-2">
            Your transaction id: <code className="break-all">{transactionId}</code>
          </p>
        )}
        <p className="mt-4 flex flex-wrap gap-2">{children}</p>
      </div>
    </section>
  );
}
