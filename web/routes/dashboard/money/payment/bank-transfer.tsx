import { bankAccountLines } from '#contract/money/bank-account.ts';
import { writtenDay } from '#contract/days.ts';
import type { Order } from '#contract/buying/orders.ts';
import { fetchInvoice, fetchPaper } from '#web/queries/money/papers.ts';
import { usePaymentWays } from '#web/queries/money/payments.ts';
import { PaperButton } from '#web/routes/dashboard/paper-button.tsx';
import { money } from '#web/shell/format.ts';
import { moment } from '#web/shell/moment.ts';

/** Where the money goes by bank transfer, with what it must name; nothing where the shop takes none. */
export function BankTransfer({ order }: { order: Order }) {
  const { data: ways } = usePaymentWays(order);
  if (!ways?.transfer) return null;
  const facts: [string, string][] = [
    ...bankAccountLines(ways.transfer),
    ['Amount', money(ways.amount)],
    ...(ways.discounts ?? []).map(({ percent, until, amount }): [string, string] => [
      `Until ${writtenDay(until)}`,
      `${money(amount)} (${percent} % off)`,
    ]),
    ['Reference', ways.reference],
    ...(ways.holdUntil === null ? [] : [['Held for you until', moment(ways.holdUntil)] satisfies [string, string]]),
  ];
  const open = order.invoices.filter((invoice) => invoice.open > 0 || order.invoices.length === 1);
  return (
    <section className="border-base-300 rounded-box border p-6" aria-labelledby="bank-transfer">
      <h3 id="bank-transfer" className="text-lg font-semibold">
        Pay by bank transfer
      </h3>
      <p className="mt-1">
        Include the reference so that we can find your payment. We will e-mail you when it arrives.
      </p>
      <dl className="mt-4 grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="muted text-sm">{name}</dt>
            <dd className="font-medium break-words tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2">
        {open.map(({ number }) => (
          <PaperButton key={number} fetch={() => fetchInvoice(order._id, number)}>
            {order.invoices.length === 1 ? 'Invoice' : `Invoice ${number}`}
          </PaperButton>
        ))}
        {order.invoices.length === 0 && (
          <PaperButton fetch={() => fetchPaper('pro-forma', order._id)}>Pro forma invoice</PaperButton>
        )}
      </div>
    </section>
  );
}
