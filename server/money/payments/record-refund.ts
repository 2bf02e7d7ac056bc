import { and, eq, or, sql, sum } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { issueCreditNotes } from '#server/buying/invoices/issue-credit-note.ts';
import { enterInLedger } from '#server/buying/ledger/enter-in-ledger.ts';
import { payableCents } from '#server/buying/ledger/left-to-pay.ts';
import { invoices } from '#server/buying/order-tables/invoices.sql.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { keepFulfilment } from '#server/money/shipments/left-to-ship.ts';
import { balanceOf } from './balance-of.ts';
import { paymentIntents, refunds } from '#server/buying/order-tables/payments.sql.ts';
import type { PaymentParts } from './payment-parts.ts';
import type { ProviderRefund } from './provider.ts';
import { followSettlements } from '#server/buying/order-life/follow-settlements.ts';
import { queueRefundLetter } from './refund-mail.ts';

/**
 * Takes note of a refund, wherever it was made, each by its id once, in any order of its news; its buyer is told once.
 */
export async function recordRefund(tx: Tx, parts: PaymentParts, refund: ProviderRefund): Promise<void> {
  const intentId = refund.paymentIntentId;
  if (intentId === null) return;
  const order = await lockOrderPaidBy(tx, intentId);
  if (!order) return;
  const noted = await noteRefund(tx, order.id, intentId, refund);
  if (!noted) return;
  const { id, state, before } = noted;
  if (state === 'sent') await issueCreditNotes(tx, order);
  const byCard = { intentId, method: 'card' } as const;
  const { refunded } = await balanceOf(tx, intentId);
  if (state === 'failed') {
    if (before !== 'sent') return;
    await takeCreditNoteBack(tx, order, id);
    const stands = Math.max(0, refunded - refund.amountCents);
    await bookRefunded(tx, order, { ...byCard, wantedCents: stands, reference: refund.id });
    await followSettlements(tx, [order.id]);
    await tellNews(tx, 'order.refunded', [order.id]);
    return;
  }
  const isNews = before !== 'sent';
  if (isNews) await queueRefundLetter(tx, parts, order.id, id);
  const [sent] = await tx
    .select({ cents: sum(refunds.amountCents) })
    .from(refunds)
    .where(and(eq(refunds.paymentIntentId, intentId), eq(refunds.state, 'sent')));
  const wantedCents = Math.max(refunded, Number(sent?.cents ?? 0));
  await bookRefunded(tx, order, { ...byCard, wantedCents, reference: refund.id });
  await tellNews(tx, 'order.refunded', [order.id], isNews ? { refund: id } : {});
}

/** The credit note of a refund whose money the bank sent back is void: it lowers nothing that a company owes. */
async function takeCreditNoteBack(tx: Tx, { companyId }: Order, refundId: string): Promise<void> {
  if (companyId === null) return;
  const [note] = await tx.select().from(invoices).where(eq(invoices.refundId, refundId));
  if (!note) return;
  await enterInLedger(tx, {
    companyId,
    kind: 'reversal',
    method: 'none',
    amountCents: -note.totalCents,
    reference: note.number,
    document: note.number,
    reason: 'The bank sent the money back',
    reverses: note.number,
  });
}

/**
 * Writes down what the provider says of a refund.
 * @returns which refund it is, its state and the one before; null where it is nothing new
 */
async function noteRefund(tx: Tx, orderId: string, intentId: string, refund: ProviderRefund) {
  const state = refund.status === 'failed' || refund.status === 'canceled' ? 'failed' : 'sent';
  const failedAt = state === 'failed' ? sql`now()` : null;
  const [known] = await tx
    .select()
    .from(refunds)
    .where(
      or(
        eq(refunds.providerRefundId, refund.id),
        refund.refundId === null ? undefined : eq(refunds.id, refund.refundId),
      ),
    );
  if (!known) {
    const id = newId();
    await tx.insert(refunds).values({
      id,
      orderId,
      paymentIntentId: intentId,
      method: 'card',
      amountCents: refund.amountCents,
      reason: 'provider',
      state,
      failedAt,
      providerRefundId: refund.id,
    });
    return { id, state, before: null } as const;
  }
  // Failed is the end; news from before the failure may still be under way.
  if (known.state === 'failed' || (known.state === state && known.providerRefundId === refund.id)) return null;
  await tx.update(refunds).set({ state, failedAt, providerRefundId: refund.id }).where(eq(refunds.id, known.id));
  return { id: known.id, state, before: known.state } as const;
}

/**
 * Takes note of how much of a charge was refunded in all, as charge.refunded tells it.
 * @param eventId stands in the ledger where the refund itself is not known
 */
export async function recordRefundedTotal(
  tx: Tx,
  intentId: string,
  refundedCents: number,
  eventId: string,
): Promise<void> {
  const order = await lockOrderPaidBy(tx, intentId);
  if (!order) return;
  const { refunded } = await balanceOf(tx, intentId);
  const wantedCents = Math.max(refunded, refundedCents);
  await bookRefunded(tx, order, { intentId, method: 'card', wantedCents, reference: eventId });
  await tellNews(tx, 'order.refunded', [order.id]);
}

/**
 * Books a refund of a bank transfer, which somebody sends at the bank: it counts as sent from here on.
 * @param refund of an order whose row the caller has locked
 */
export async function recordTransferRefund(
  tx: Tx,
  parts: PaymentParts,
  refund: typeof refunds.$inferSelect,
): Promise<void> {
  const { id, paymentIntentId, amountCents } = refund;
  if (paymentIntentId === null) throw new Error(`No payment is given back by ${id}`);
  const [order] = await tx.select().from(orders).where(eq(orders.transactionId, paymentIntentId));
  if (!order) throw new Error(`There is no order that ${paymentIntentId} paid`);
  await tx.update(refunds).set({ state: 'sent' }).where(eq(refunds.id, id));
  await issueCreditNotes(tx, order);
  const { refunded } = await balanceOf(tx, paymentIntentId);
  await bookRefunded(tx, order, {
    intentId: paymentIntentId,
    method: 'transfer',
    wantedCents: refunded + amountCents,
    reference: id,
  });
  await queueRefundLetter(tx, parts, order.id, id);
  await tellNews(tx, 'order.refunded', [order.id], { refund: id });
}

/**
 * Takes what is credited of an owed order off what is owed, at once: no money moves, and its credit note is issued here.
 * @param refund of an order whose row the caller has locked
 */
export async function settleByCredit(
  tx: Tx,
  parts: PaymentParts,
  { id, orderId, amountCents, uninvoicedCents }: typeof refunds.$inferSelect,
): Promise<void> {
  if (orderId === null) throw new Error(`The credit ${id} is of no order`);
  await tx.update(refunds).set({ state: 'sent' }).where(eq(refunds.id, id));
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
  if (order) await issueCreditNotes(tx, order);
  await tx
    .update(orders)
    .set({
      refundedCents: sql`${orders.refundedCents} + ${amountCents}`,
      creditedCents: sql`${orders.creditedCents} + ${amountCents}`,
    })
    .where(eq(orders.id, orderId));
  await keepFulfilment(tx, orderId);
  // What payments of its company had left of the invoice may be settled now.
  await followSettlements(tx, [orderId]);
  // Whoever closes a rest that was never invoiced tells of it, and no money moves.
  if (uninvoicedCents < amountCents || !order?.restClosedAt) await queueRefundLetter(tx, parts, orderId, id);
  await tellNews(tx, 'order.refunded', [orderId], { refund: id });
}

type Order = typeof orders.$inferSelect;

/** How much of a payment went back in all, in cents, and what told of it. */
interface RefundNews {
  intentId: string;
  method: 'card' | 'transfer';
  wantedCents: number;
  reference: string;
}

/** Enters what is not yet in the books, never more than came in, and shows it on the order that this intent paid. */
async function bookRefunded(
  tx: Tx,
  order: Order,
  { intentId, method, wantedCents, reference }: RefundNews,
): Promise<void> {
  const { charged, refunded } = await balanceOf(tx, intentId);
  const total = Math.min(wantedCents, charged || payableCents(order));
  if (total === refunded) return;
  await enterInLedger(tx, {
    companyId: order.companyId,
    orderId: order.id,
    paymentIntentId: intentId,
    method,
    kind: total > refunded ? 'refund' : 'refund_failed',
    amountCents: refunded - total,
    reference,
    document: `Order ${order.number}`,
  });
  if (order.transactionId === intentId) {
    await tx
      .update(orders)
      .set({ refundedCents: order.creditedCents + total })
      .where(eq(orders.id, order.id));
    if (total === payableCents(order) || order.nothingLeft) await keepFulfilment(tx, order.id);
  }
}

/** The order behind an intent, locked; null where the intent is not this shop's. */
async function lockOrderPaidBy(tx: Tx, intentId: string): Promise<Order | null> {
  const [order] = await tx
    .select()
    .from(orders)
    .where(
      sql`${orders.id} = (select ${paymentIntents.orderId} from ${paymentIntents}
       where ${paymentIntents.id} = ${intentId})`,
    )
    .for('update');
  return order ?? null;
}
