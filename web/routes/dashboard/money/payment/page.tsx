import { Elements } from '@stripe/react-stripe-js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lessDollars } from '#contract/money-sums.ts';
import { inCountry } from '#contract/in-country.ts';
import type { Order } from '#contract/buying/orders.ts';
import { ApiError } from '#web/api/api-error.ts';
import { promiseInWords } from '#web/basket/promise.ts';
import { useOrder } from '#web/queries/buying/orders.ts';
import { useClientSecret } from '#web/queries/money/payments.ts';
import { NotFound } from '#web/routes/not-found/not-found.tsx';
import { useDashboardUser } from '#web/routes/dashboard/layout.tsx';
import type { SessionUser } from '#web/session/user.ts';
import { counted, dollars } from '#web/shell/format.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { QueryProblem } from '#web/routes/dashboard/query-problem.tsx';
import type { Route } from './+types/page.ts';
import { BankTransfer } from './bank-transfer.tsx';
import { CardForm } from './card-form.tsx';
import { documentPath } from './document-path.ts';
import { PaymentDone } from './payment-done.tsx';
import { loadProvider } from './provider.ts';

export const meta = (args: Route.MetaArgs) => pageMeta(args, { title: 'Payment', description: 'Pay for your order.' });

/** Only the payment page's own document may load the provider's script: whoever comes by a link loads it whole. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (documentPath.startsWith('/dashboard/payment/')) return null;
  window.location.assign(request.url);
  return new Promise<never>(() => {});
}

export { LoadingScreen as HydrateFallback } from '#web/shell/loading-screen.tsx';

export default function PaymentPage({ params }: Route.ComponentProps) {
  const user = useDashboardUser();
  const { data: order, error } = useOrder(user, params.id);
  if (order) return <Payment key={order._id} order={order} user={user} />;
  if (error instanceof ApiError && error.status === 404) return <NotFound heading="h2" />;
  if (error) return <QueryProblem heading="h2" title="Your order cannot be shown" message={error.message} />;
  return <div className="skeleton h-64 w-full" role="status" aria-label="Loading your order" />;
}

function Payment({ order, user }: { order: Order; user: SessionUser }) {
  const [transactionId, setTransactionId] = useState<string | null>(null);
  const promised = promiseInWords(order);
  const done = transactionId ?? (order.paid ? (order.transactionId ?? '') : null);
  return (
    <div className="grid max-w-xl gap-6">
      <section className="bg-base-200 rounded-box p-6">
        <p className="text-lg">Hello, {order.name}</p>
        <h2 className="text-2xl font-semibold">Please Pay for: {order.tool}</h2>
        <p>
          {counted(order.quantity, 'piece')}, delivered to:{' '}
          <span className="break-words">{inCountry(order.address, order.country).split('\n').join(', ')}</span>
        </p>
        {!order.paid && promised && <p className="muted text-sm">Paid now, it {promised}.</p>}
        <p className="mt-2 text-lg font-semibold">
          Please pay: {dollars(lessDollars(order.price, order.paid ? 0 : (order.refunded ?? 0)))}
        </p>
      </section>
      <section className="border-base-300 rounded-box border p-6" aria-label="Payment">
        {done === null ? (
          <CardEntry order={order} user={user} onPaid={setTransactionId} />
        ) : (
          <PaymentDone orderId={order._id} transactionId={done} />
        )}
      </section>
      {done === null && <BankTransfer order={order} user={user} />}
    </div>
  );
}

interface CardEntryProps {
  order: Order;
  user: SessionUser;
  onPaid: (transactionId: string) => void;
}

function CardEntry({ order, user, onPaid }: CardEntryProps) {
  const provider = useQuery({
    queryKey: ['card-provider'],
    queryFn: loadProvider,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const secret = useClientSecret(user, order);
  const problem = provider.error ?? secret.error;
  return (
    <>
      {provider.data ? (
        <Elements stripe={provider.data}>
          <CardForm order={order} user={user} clientSecret={secret.data?.clientSecret} onPaid={onPaid} />
        </Elements>
      ) : (
        !provider.error && <div className="skeleton h-24 w-full" role="status" aria-label="Loading the card form" />
      )}
      {problem && (
        <p role="alert" className="text-error mt-4">
          {problem.message}{' '}
          <button
            type="button"
            className="btn btn-sm"
            onClick={() => void (provider.error ? provider.refetch() : secret.refetch())}
          >
            Try again
          </button>
        </p>
      )}
    </>
  );
}
