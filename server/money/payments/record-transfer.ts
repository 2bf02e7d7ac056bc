import { eq } from 'drizzle-orm';
import { dayOf } from '#contract/days.ts';
import { centsToMoney } from '#contract/money.ts';
import { BANK_PREFIX, type NewBankPayment } from '#contract/money/payments.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { owedOf } from '#server/buying/account/owed.ts';
import { isOver, markPaid, orderNotFound, requireApproved } from '#server/buying/orders/orders.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { record } from '#server/people/audit/audit.ts';
import { bankPayments } from '#server/buying/order-tables/bank-payments.sql.ts';
import { requireKnownNumbers } from '#server/buying/invoices/known-numbers.ts';
import { enterInLedger } from './ledger.ts';
import type { LetterSources } from '#server/money/letters/order-letter.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { queueReceipt } from './receipt-mail.ts';

/** What staff say of a transfer. */
interface Recorded {
  actor: Caller;
  orderId: string;
  wanted: NewBankPayment;
}

/**
 * Records that the money for an order came by bank transfer, in full, under the order's lock: all that a card payment
 * does. Where both come, whichever takes the lock first pays; a card payment that comes second goes back (settleIntent).
 * @throws AppError ORDER_NOT_FOUND, APPROVAL_NEEDED, ORDER_PAID, ORDER_REFUNDED
 */
export async function recordTransfer(
  tx: Tx,
  sources: LetterSources,
  { actor, orderId, wanted }: Recorded,
): Promise<void> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  requireApproved(order?.state);
  if (!order || isOver(order.state)) throw orderNotFound();
  if (order.state === 'paid') throw new AppError('ORDER_PAID', 'This order is paid already.');
  const amountCents = await owedOf(tx, order);
  if (amountCents === 0) throw new AppError('ORDER_REFUNDED', 'Nothing is left to pay of this order.');
  const { timeZone } = await settingsNow(tx);
  if (wanted.date > dayOf(new Date(), timeZone))
    throw invalid('date', 'The money cannot have come on a day that has not begun');
  if (wanted.date < dayOf(order.createdAt, timeZone))
    throw invalid('date', 'The money cannot have come before the order was placed');
  await requireKnownNumbers(tx, 'invoice');
  const id = `${BANK_PREFIX}${newId()}`;
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
    orderId,
    paymentIntentId: id,
    kind: 'charge',
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
  await markPaid(tx, orderId, id);
  await queueReceipt(tx, sources, orderId);
}
