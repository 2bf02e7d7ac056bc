import { sentence } from '#contract/sentences.ts';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { heldUntil } from '#contract/working-days.ts';
import { centsToMoney } from '#contract/money.ts';
import { cents } from '#contract/money-sums.ts';
import type { NewBankPayment } from '#contract/money/payments.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { enterInLedger } from '#server/buying/ledger/enter-in-ledger.ts';
import { requireDayOfMoney } from '#server/buying/ledger/require-open-day.ts';
import { leftToPay } from '#server/buying/ledger/left-to-pay.ts';
import { followSettlements } from '#server/buying/order-life/follow-settlements.ts';
import { moveOrder } from '#server/buying/order-life/order-life.ts';
import { isOver, orderNotFound, requireApproved } from '#server/buying/orders/orders.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { record } from '#server/people/audit/audit.ts';
import { bankPayments } from '#server/buying/order-tables/bank-payments.sql.ts';
import { requireKnownNumbers } from '#server/buying/invoices/known-numbers.ts';
import { transferLines } from '#server/people/mail/named-lines.ts';
import { ledger } from '#server/buying/order-tables/ledger.sql.ts';
import { type LetterSources, queueOrderLetter } from '#server/money/letters/order-letter.ts';
import { plainName } from '#server/people/mail/plain-name.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { queueReceipt } from './receipt-mail.ts';

const DAY_MS = 86_400_000;

/** What staff say of a transfer. */
interface TransferReport {
  actor: Caller;
  orderId: string;
  wanted: NewBankPayment;
}

/**
 * Records that money for an order came by bank transfer, under the order's lock. All that is due, or more, does all that a card
 * payment does: where both come, whichever takes the lock first pays, and a card payment that comes second goes back (settleIntent).
 * Less leaves the order as it is and the rest due; its stock is held anew for as long as a transfer may take. What comes for an order
 * that is paid, where somebody says how much, is too much as a whole.
 * @throws AppError ORDER_NOT_FOUND, APPROVAL_NEEDED, ORDER_PAID, ORDER_REFUNDED
 */
export async function recordTransfer(
  tx: Tx,
  sources: LetterSources,
  { actor, orderId, wanted }: TransferReport,
): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  requireApproved(order?.state);
  if (!order || isOver(order.state)) throw orderNotFound();
  await requireDayOfMoney(tx, wanted.date, {
    at: order.createdAt,
    earlier: sentence('The date cannot be before the order was placed'),
  });
  const isPaid = order.state === 'paid';
  if (isPaid) await requireAnother(tx, orderId, wanted);
  const left = await leftToPay(tx, orderId);
  const amountCents = wanted.amount === undefined ? left : cents(wanted.amount);
  if (left === 0 && !isPaid) throw nothingToPay(order);
  const shop = await settingsNow(tx);
  const { transferHoldDays } = shop;
  await requireKnownNumbers(tx, 'invoice');
  const id = `bank_${newId()}`;
  const paidAs = (order.companyId === null ? await earlierTransfer(tx, orderId) : null) ?? id;
  await tx.insert(bankPayments).values({
    id,
    orderId,
    amountCents,
    reference: wanted.reference,
    receivedOn: wanted.date,
    actorId: actor.userId,
    actorEmail: actor.email,
  });
  await enterInLedger(tx, {
    companyId: order.companyId,
    orderId,
    paymentIntentId: paidAs,
    kind: 'charge',
    method: 'transfer',
    amountCents,
    reference: id,
    document: wanted.reference,
    receivedOn: wanted.date,
    actorId: actor.userId,
  });
  await record(tx, actor, 'order.payment-recorded', orderId, {
    number: String(order.number),
    amount: centsToMoney(amountCents),
    date: wanted.date,
    reference: wanted.reference,
  });
  await tellNews(tx, 'payment.recorded', [id], {
    _id: id,
    companyId: order.companyId,
    orderId,
    amount: centsToMoney(amountCents),
    date: wanted.date,
    reference: wanted.reference,
  });
  if (isPaid) {
    await tellNews(tx, 'order.changed', [orderId]);
    await sayTooMuch(tx, sources, order, amountCents);
    return;
  }
  if (amountCents < left) {
    if (order.toInvoiceCents !== null) await followSettlements(tx, [orderId]);
    const until = heldUntil(new Date(), transferHoldDays * DAY_MS, shop);
    await keepWaiting(tx, sources, order, { amountCents, leftCents: left - amountCents, until });
    return;
  }
  if (order.toInvoiceCents !== null) {
    // It is paid once all of it was invoiced, and all invoices are settled.
    const paid = await followSettlements(tx, [orderId]);
    if (paid.length === 0) return keepWaiting(tx, sources, order, { amountCents, leftCents: 0, until: new Date() });
  } else await moveOrder(tx, orderId, 'pay', { paidBy: 'transfer', transactionId: paidAs });
  await queueReceipt(tx, sources, orderId);
}

/** What is sent twice is not meant to be recorded twice. @throws AppError ORDER_PAID */
async function requireAnother(tx: Tx, orderId: string, { amount, date, reference }: NewBankPayment): Promise<void> {
  if (amount === undefined)
    throw new AppError(
      'ORDER_PAID',
      sentence('This order is already paid. Say how much came, to record it as too much.'),
    );
  const [same] = await tx
    .select({ id: bankPayments.id })
    .from(bankPayments)
    .where(
      and(
        eq(bankPayments.orderId, orderId),
        eq(bankPayments.amountCents, cents(amount)),
        eq(bankPayments.receivedOn, date),
        eq(bankPayments.reference, reference),
        isNull(bankPayments.undoneAt),
      ),
    )
    .limit(1);
  if (same)
    throw new AppError(
      'ORDER_PAID',
      sentence(
        'This order is already paid by a transfer of this amount, day and reference. If another one came, record it with a reference of its own.',
      ),
    );
}

function nothingToPay({ toInvoiceCents }: typeof orders.$inferSelect): AppError {
  return new AppError(
    'ORDER_REFUNDED',
    toInvoiceCents
      ? sentence(
          'Nothing of this order is invoiced and unpaid: it is invoiced as it leaves. Record what was paid ahead in the account of the company.',
        )
      : sentence('Nothing is left to pay on this order.'),
  );
}

/** What stands in the ledger for an earlier transfer for an order, of which this is another part: money goes back by one payment. */
async function earlierTransfer(tx: Tx, orderId: string): Promise<string | null> {
  const [earlier] = await tx
    .select({ paidAs: ledger.paymentIntentId })
    .from(bankPayments)
    .innerJoin(ledger, and(eq(ledger.kind, 'charge'), eq(ledger.reference, bankPayments.id)))
    .where(and(eq(bankPayments.orderId, orderId), isNull(bankPayments.undoneAt)))
    .orderBy(asc(bankPayments.createdAt), asc(bankPayments.id))
    .limit(1);
  return earlier?.paidAs ?? null;
}

/** A part came: what is held is held for another transfer, and the buyer learns what is left. */
async function keepWaiting(
  tx: Tx,
  sources: LetterSources,
  order: typeof orders.$inferSelect,
  { amountCents, leftCents, until }: { amountCents: number; leftCents: number; until: Date },
): Promise<void> {
  await tx
    .update(orders)
    .set({ holdUntil: sql`greatest(${orders.holdUntil}, ${until.toISOString()}::timestamptz)` })
    .where(and(eq(orders.id, order.id), eq(orders.state, 'unpaid')));
  await tellNews(tx, 'order.changed', [order.id]);
  const { name } = order;
  const number = String(order.number);
  await queueOrderLetter(tx, sources, order, (say, { company }) => {
    const amount = say.money(centsToMoney(amountCents));
    const left = say.money(centsToMoney(leftCents));
    return {
      heading: say('We received {amount} for your order {number}', { amount, number }),
      paragraphs: [
        leftCents === 0
          ? say('Dear {name}, we received {amount} by bank transfer. All that is invoiced so far is paid.', {
              name,
              amount,
            })
          : say('Dear {name}, we received {amount} by bank transfer. {left} is left to pay.', { name, amount, left }),
      ],
      afterwards: leftCents === 0 ? [] : transferLines(company.bankAccount, number, say),
    };
  });
}

/** It was paid before: the buyer learns that the money is here, and whose it is now. */
async function sayTooMuch(
  tx: Tx,
  sources: LetterSources,
  order: typeof orders.$inferSelect,
  amountCents: number,
): Promise<void> {
  await queueOrderLetter(tx, sources, order, (say) => {
    const amount = say.money(centsToMoney(amountCents));
    const said = { name: plainName(order.name), amount, number: String(order.number) };
    return {
      heading: say('We received another {amount} for your order {number}', { amount, number: said.number }),
      paragraphs: [
        order.companyId === null
          ? say(
              'Dear {name}, we received {amount} by bank transfer for your order {number}, which was paid before. We will return it to you.',
              said,
            )
          : say(
              "Dear {name}, we received {amount} by bank transfer for your order {number}, which was paid before. It is credit on your company's account.",
              said,
            ),
      ],
    };
  });
}
