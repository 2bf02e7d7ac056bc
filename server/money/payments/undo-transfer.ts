import { sentence } from '#contract/sentences.ts';
import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm';
import { centsToMoney } from '#contract/money.ts';
import type { Words } from '#server/engine/words/words.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { enterInLedger } from '#server/buying/ledger/enter-in-ledger.ts';
import { leftOfInvoices, payableCents, receivedByTransfer } from '#server/buying/ledger/left-to-pay.ts';
import { requireNotPaidOut } from './require-not-paid-out.ts';
import { followSettlements, lockOrders } from '#server/buying/order-life/follow-settlements.ts';
import { lockCompany } from '#server/buying/companies/companies.ts';
import { moveOrder } from '#server/buying/order-life/order-life.ts';
import { isOver, orderNotFound } from '#server/buying/orders/orders.ts';
import { bankPayments } from '#server/buying/order-tables/bank-payments.sql.ts';
import { ledger } from '#server/buying/order-tables/ledger.sql.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { refunds } from '#server/buying/order-tables/payments.sql.ts';
import { record } from '#server/people/audit/audit.ts';
import { type LetterSources, queueOrderLetter } from '#server/money/letters/order-letter.ts';
import { plainName } from '#server/people/mail/plain-name.ts';

/** What staff take back. */
export interface Undone {
  actor: Caller;
  orderId: string;
  reason: string;
  /** The id of the transfer; without it, the order's latest. */
  transfer?: string;
}

/**
 * Takes back that the money for an order came by bank transfer, under the order's lock. The order is owed from here on:
 * its invoice stays and is what a later payment settles, its stock stays held, and its buyer is told. A transfer that was a part
 * of what settled it, or still is of one that is owed again, is taken back as well.
 * @throws AppError ORDER_NOT_FOUND, ORDER_NOT_PAID, NOT_A_TRANSFER where a card paid it, ORDER_REFUNDED, CREDIT_PAID_OUT; ALREADY_REVERSED where
 * the transfer that is named does not stand any more
 */
export async function undoTransfer(tx: Tx, sources: LetterSources, undone: Undone): Promise<void> {
  const { actor, orderId, reason, transfer } = undone;
  const [whose] = await tx.select({ companyId: orders.companyId }).from(orders).where(eq(orders.id, orderId));
  if (whose?.companyId) await lockCompany(tx, whose.companyId);
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!order || isOver(order.state)) throw orderNotFound();
  const [payment] = await tx
    .select()
    .from(bankPayments)
    .where(
      and(
        eq(bankPayments.orderId, orderId),
        isNull(bankPayments.undoneAt),
        transfer === undefined ? undefined : eq(bankPayments.id, transfer),
      ),
    )
    .orderBy(desc(bankPayments.createdAt), desc(bankPayments.id))
    .limit(1);
  if (!payment && transfer !== undefined)
    throw new AppError('ALREADY_REVERSED', sentence('This payment has already been reversed.'));
  if (!payment && order.state !== 'paid')
    throw new AppError('ORDER_NOT_PAID', sentence('This order is not paid: there is nothing to undo.'));
  const [given] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ne(refunds.state, 'failed')))
    .limit(1);
  const [back] = await tx
    .select({ id: ledger.id })
    .from(ledger)
    .where(and(eq(ledger.orderId, orderId), eq(ledger.kind, 'give-back')))
    .limit(1);
  if (given || back || order.refundedCents > 0)
    throw new AppError('ORDER_REFUNDED', sentence('Part of this order was refunded, so its payment cannot be undone.'));
  if (!payment) {
    const isOfCompany = order.paidBy === 'account';
    throw new AppError(
      'NOT_A_TRANSFER',
      isOfCompany
        ? sentence("This order was settled by payments on the company's account. Reverse the payment there.")
        : sentence('This order was paid by card. Refund it instead.'),
    );
  }
  await tx
    .update(bankPayments)
    .set({ undoneAt: sql`now()`, undoneBy: actor.email, undoneReason: reason })
    .where(eq(bankPayments.id, payment.id));
  const [charge] = await tx
    .select({ id: ledger.id, paidAs: ledger.paymentIntentId })
    .from(ledger)
    .where(and(eq(ledger.kind, 'charge'), eq(ledger.reference, payment.id)));
  if (!charge) throw new Error(`the payment ${payment.id} is not in the ledger`);
  await requireNotPaidOut(tx, charge.id);
  // What it had left may have settled invoices of other orders.
  const { rows } = await tx.execute<{ id: string }>(sql`
    select d.order_id as id from settlements s join ledger d on d.id = s.debit_id
    where s.credit_id = ${charge.id} and d.order_id <> ${orderId} group by d.order_id having sum(s.amount_cents) <> 0`);
  const others = rows.map(({ id }) => id);
  await lockOrders(tx, others);
  await enterInLedger(tx, {
    companyId: order.companyId,
    orderId,
    paymentIntentId: charge.paidAs ?? payment.id,
    kind: 'charge_undone',
    method: 'transfer',
    amountCents: -payment.amountCents,
    reference: payment.id,
    document: payment.reference,
    reverses: charge.id,
    reason,
    actorId: actor.userId,
  });
  await followSettlements(tx, others);
  const isStillPaid = order.state === 'paid' && (await isPaidWithout(tx, order));
  if (isStillPaid) await tellNews(tx, 'order.changed', [orderId]);
  else await oweAgain(tx, order);
  await record(tx, actor, 'order.payment-undone', orderId, {
    number: String(order.number),
    amount: centsToMoney(payment.amountCents),
    date: payment.receivedOn,
    reference: payment.reference,
    reason,
  });
  await sayUndone(tx, sources, order, { amountCents: payment.amountCents, isStillPaid });
}

/** An order is owed again, or more of it. */
async function oweAgain(tx: Tx, { id, state, toInvoiceCents }: typeof orders.$inferSelect): Promise<void> {
  if (toInvoiceCents !== null) await followSettlements(tx, [id]);
  else if (state === 'paid') await moveOrder(tx, id, 'oweAgain');
  if (state !== 'paid') await tellNews(tx, 'order.payment-undone', [id], {});
}

/** Whether what else came for an order that counts as paid pays it: a card, what settles the invoice of a company's, or other transfers. */
async function isPaidWithout(tx: Tx, order: typeof orders.$inferSelect): Promise<boolean> {
  if (order.paidBy === 'card') return true;
  if (order.companyId !== null) return (await leftOfInvoices(tx, order.id)) === 0;
  return (await receivedByTransfer(tx, order.id)) >= payableCents(order);
}

/** A letter said that the money is here: whoever got it learns that it is not. */
async function sayUndone(
  tx: Tx,
  sources: LetterSources,
  order: typeof orders.$inferSelect,
  { amountCents, isStillPaid }: { amountCents: number; isStillPaid: boolean },
): Promise<void> {
  const number = String(order.number);
  const standingOf = (say: Words) => {
    if (isStillPaid) return say('Your order is paid all the same.');
    return order.state === 'unpaid'
      ? say('It is still to be paid.')
      : say(
          'Its receipt is no longer valid. Its invoice has not changed and is still to be paid. We are keeping the goods for you.',
        );
  };
  await queueOrderLetter(tx, sources, order, (say) => ({
    heading: isStillPaid
      ? say('A payment for order {number} was recorded by mistake', { number })
      : say('Order {number} is not paid yet', { number }),
    paragraphs: [
      say(
        'Dear {name}, we told you that we had received {amount} for your order {number}. That was our mistake: we recorded a payment that was not for it.',
        { name: plainName(order.name), amount: say.money(centsToMoney(amountCents)), number },
      ),
      standingOf(say),
    ],
  }));
}
