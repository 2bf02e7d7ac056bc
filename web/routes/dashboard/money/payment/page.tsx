import { useState } from 'react';
import { writtenDay } from '#contract/days.ts';
import { lessMoney } from '#contract/money-sums.ts';
import { cardPaymentId } from '#contract/money/payment-words.ts';
import type { PaymentWays } from '#contract/money/payments.ts';
import type { Order } from '#contract/buying/orders.ts';
import { useOrder } from '#web/queries/buying/orders.ts';
import { useChooseTransfer, useClientSecret, usePaymentWays, usePayOrder } from '#web/queries/money/payments.ts';
import { useUser } from '#web/session/signed-in.ts';
import { isToPay } from '#web/routes/dashboard/buying/orders/order-state.ts';
import { NotShown } from '#web/routes/dashboard/not-shown.tsx';
import { money } from '#web/shell/format.ts';
import { PageLink } from '#web/shell/page-link.tsx';
import { metaOf } from '#web/shell/page-meta.ts';
import type { Route } from './+types/page.ts';
import { BankTransfer } from './bank-transfer.tsx';
import { CardEntry } from './card-entry.tsx';
import { documentPath } from './document-path.ts';
import { PaymentDone } from './payment-done.tsx';
import { InvoicesPayment } from './invoices-payment.tsx';
import { useProvider } from './provider.ts';
import { WhatIsPaid } from './what-is-paid.tsx';

export const meta = metaOf({ title: 'Payment', description: 'Pay for your order.' });

/** Only the payment page's own document may load the provider's script: whoever comes by a link loads it whole. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (documentPath.startsWith('/dashboard/payment/')) return null;
  window.location.assign(request.url);
  return new Promise<never>(() => {});
}

export { LoadingScreen as HydrateFallback } from '#web/shell/loading-screen.tsx';

/** `account` in the place of an order's id: several invoices of a company, which the query names. */
export default function PaymentPage({ params }: Route.ComponentProps) {
  return params.id === 'account' ? <InvoicesPayment /> : <OrderPayment id={params.id} />;
}

function OrderPayment({ id }: { id: string }) {
  const { data: order, error } = useOrder(id);
  if (order && (order.state in NOT_TO_PAY || isGivenUp(order))) return <NotToPay order={order} />;
  if (order) return <Payment key={order._id} order={order} />;
  return <NotShown what="your order" error={error} />;
}

/** Why an order takes no money, now or ever. */
const NOT_TO_PAY: Partial<Record<Order['state'], string>> = {
  waiting: 'is waiting for approval, and can be paid after that',
  cancelled: 'was cancelled',
  expired: 'was not paid in time, so its pieces went back into stock',
  rejected: 'was rejected by an approver of the company',
};

/** Whether the shop gave up what was left of its invoice. */
function isGivenUp(order: Order): boolean {
  return order.state === 'open' && !isToPay(order);
}

function NotToPay({ order }: { order: Order }) {
  return (
    <section className="grid max-w-xl justify-items-start gap-4">
      <h2 className="text-xl font-semibold">
        There is nothing to pay{order.state === 'waiting' && <span>{' yet'}</span>}
      </h2>
      <p>
        Order {order.number} {NOT_TO_PAY[order.state] ?? 'has nothing left to pay on its invoice'}.
      </p>
      <PageLink to={`/dashboard/orders/${order._id}`} className="btn">
        View the order
      </PageLink>
    </section>
  );
}

function Payment({ order }: { order: Order }) {
  const { email } = useUser();
  const [transactionId, setTransactionId] = useState<string | null>(null);
  const [chosen, setWay] = useState<'card' | 'transfer'>('card');
  const { data: ways, error: waysError, refetch: askAgain } = usePaymentWays(order);
  const chooseTransfer = useChooseTransfer(order._id);
  const isPart = isOnlyByTransfer(order, ways);
  const way = isPart ? 'transfer' : chosen;
  const secret = useClientSecret(order, isPart ? undefined : ways?.amount);
  const payOrder = usePayOrder(order._id);
  // Its script comes while the ways to pay are asked for.
  const provider = useProvider();
  const done = transactionId ?? (order.paid ? cardPaymentId(order) : null);
  if (done !== null) {
    return (
      <div className="grid max-w-xl gap-6">
        <PaymentDone title={`Order ${order.number} is paid`} transactionId={done}>
          <PageLink to={`/dashboard/receipt/${order._id}`} className="btn btn-primary">
            Receipt
          </PageLink>
          <PageLink to="/dashboard" className="btn">
            My Orders
          </PageLink>
        </PaymentDone>
        <WhatIsPaid order={order} />
      </div>
    );
  }
  return (
    <div className="grid max-w-xl gap-6">
      <WhatIsAsked order={order} ways={ways} />
      {waysError && !ways && (
        <p role="alert" className="text-error">
          The ways to pay could not be loaded: {waysError.message}{' '}
          <button type="button" className="btn btn-sm" onClick={() => void askAgain()}>
            Try again
          </button>
        </p>
      )}
      {ways ? (
        <>
          {ways.transfer && !isPart && (
            <fieldset className="grid gap-2 sm:grid-cols-2">
              <legend className="mb-2 font-medium">How to pay</legend>
              <Way name="Card" checked={way === 'card'} onChoose={() => setWay('card')} />
              <Way
                name="Bank transfer, with a pro forma invoice"
                checked={way === 'transfer'}
                onChoose={() => {
                  setWay('transfer');
                  chooseTransfer.mutate();
                }}
              />
            </fieldset>
          )}
          {/* What was typed of the card stays while the other way is looked at. */}
          <section hidden={way !== 'card'} className="border-base-300 rounded-box border p-6" aria-label="Payment">
            <CardEntry
              buyer={{ name: order.name, email }}
              secret={secret}
              confirm={(id) => payOrder.mutateAsync(id)}
              onPaid={setTransactionId}
            />
          </section>
          {way === 'transfer' && <BankTransfer order={order} />}
          {/* Once the card form stands above it, which would push it down. */}
          {!provider.isPending && <WhatIsPaid order={order} />}
        </>
      ) : (
        !waysError && <div className="skeleton h-96" role="status" aria-label="Loading the ways to pay" />
      )}
    </div>
  );
}

/** Money goes back by the way that it came: what came by transfer in part is paid so to its end. A company's has its account for that. */
function isOnlyByTransfer({ companyId }: Order, ways: PaymentWays | undefined): boolean {
  return companyId === null && ways?.received !== undefined;
}

function WhatIsAsked({ order, ways }: { order: Order; ways: PaymentWays | undefined }) {
  return (
    <section className="bg-base-200 rounded-box p-6">
      <p className="text-lg">Hello, {order.name}</p>
      <h2 className="text-2xl font-semibold">Please Pay for: {order.tool}</h2>
      <p className="mt-2 text-lg font-semibold">
        Please pay: {money(ways?.amount ?? lessMoney(order.price, order.refunded ?? 0))}
      </p>
      {ways?.discounts?.map(({ percent, until, amount }) => (
        <p key={until} className="mt-2">
          By bank transfer until {writtenDay(until)}: {money(amount)} ({percent} % cash discount)
        </p>
      ))}
      {ways?.received !== undefined && (
        <p className="mt-2">
          {`${money(ways.received)} came by bank transfer.${isOnlyByTransfer(order, ways) ? ' Please send the rest the same way.' : ''}`}
        </p>
      )}
    </section>
  );
}

function Way({ name, checked, onChoose }: { name: string; checked: boolean; onChoose: () => void }) {
  return (
    <label className="border-base-300 rounded-field flex min-h-11 items-center gap-3 border px-4 py-2">
      <input type="radio" name="way" className="radio radio-sm" checked={checked} onChange={onChoose} />
      {name}
    </label>
  );
}
