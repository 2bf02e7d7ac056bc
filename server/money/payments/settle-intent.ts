import { and, eq, inArray, lt, max, notInArray } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { afterCommit } from '#server/engine/db/transaction.ts';
import { enterInLedger } from '#server/buying/ledger/enter-in-ledger.ts';
import { leftToPay, payableCents } from '#server/buying/ledger/left-to-pay.ts';
import { followSettlements } from '#server/buying/order-life/follow-settlements.ts';
import { mayMove, moveOrder } from '#server/buying/order-life/order-life.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { keepFulfilment } from '#server/money/shipments/left-to-ship.ts';
import { balanceOf } from './balance-of.ts';
import type { PaymentParts } from './payment-parts.ts';
import { type companyIntents, paymentIntents, refunds } from '#server/buying/order-tables/payments.sql.ts';
import type { Intent } from './provider.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { queueReceipt } from './receipt-mail.ts';

type OrderRow = typeof orders.$inferSelect;

/** After these an intent changes no more. */
export const FINAL_STATUSES = ['succeeded', 'canceled'];

/** An intent that nothing was heard of for this long is asked about; with the rounds' own interval, well under a minute. */
const ASK_AFTER_MS = 25_000;
const BATCH = 20;

/** Intents that nobody has asked about lately, marked as asked about now: another process finds others. */
export async function claimIntents<Intents extends typeof paymentIntents | typeof companyIntents>(
  { database: { db } }: PaymentParts,
  table: Intents,
  now: Date,
): Promise<Intents['$inferSelect'][]> {
  // Both have the columns that are named here; of a table that is one of two, drizzle knows none.
  const intents = table as typeof paymentIntents;
  const due = db
    .select({ id: intents.id })
    .from(intents)
    .where(
      and(notInArray(intents.status, FINAL_STATUSES), lt(intents.checkedAt, new Date(now.getTime() - ASK_AFTER_MS))),
    )
    .orderBy(intents.checkedAt)
    .limit(BATCH)
    .for('update', { skipLocked: true });
  return db.update(intents).set({ checkedAt: now }).where(inArray(intents.id, due)).returning();
}

/** What the provider's word about an intent meant for its order. */
export type Outcome =
  /** This call marked the order paid. */
  | 'paid'
  /** It was paid by this very intent before, wholly or, of a company's invoice, in part. */
  | 'already-paid'
  /** The order was paid by another intent: this one's money goes back. */
  | 'paid-twice'
  /** The order was deleted or expired: the money goes back. */
  | 'order-gone'
  /** No money moved (yet). */
  | 'not-paid'
  /** Not this shop's intent, or not for the full amount in the shop's currency. */
  | 'mismatch';

/**
 * Takes note of how an intent stands, and draws the one consequence: the order is paid, or the money goes back. All ways
 * by which the shop hears of a payment end here (browser, webhook, sweep), in any order and any number, under the order's lock.
 */
export async function settleIntent(tx: Tx, parts: PaymentParts, intent: Intent): Promise<Outcome> {
  const order = await lockOrderOf(tx, intent);
  if (!order) return 'mismatch';
  // Of a company's invoice less may be left by now than what was asked for.
  const isAsked = order.companyId !== null && order.state !== 'unpaid' && (await wasAsked(tx, intent));
  await noteStatus(tx, order.id, intent);
  if (intent.status !== 'succeeded') return 'not-paid';

  const { currency } = await settingsNow(tx);
  const left = await leftToPay(tx, order.id);
  // What is left to pay may have become less since the intent was made: it goes back then, as what came twice.
  const isWhole = [order.totalCents, payableCents(order), left].includes(intent.amountCents) || isAsked;
  const inFull = intent.currency === currency.toLowerCase() && isWhole;
  if (!inFull || intent.receivedCents < intent.amountCents) {
    parts.log.error({ intent: intent.id, order: order.id }, 'money came in that does not match the order');
    return 'mismatch';
  }
  const isNew = await enterInLedger(tx, {
    companyId: order.companyId,
    orderId: order.id,
    paymentIntentId: intent.id,
    kind: 'charge',
    method: 'card',
    amountCents: intent.receivedCents,
    reference: intent.id,
    document: `Card ${intent.id}`,
  });
  if (isNew === null) return heardBefore(tx, parts, intent);
  if (order.state === 'open' && order.companyId !== null) return settleInvoice(tx, parts, order, intent);
  const settles = mayMove(order.state, 'pay') && intent.amountCents === left;
  if (settles && (await moveOrder(tx, order.id, 'pay', byCard(intent)))) {
    await showRefundsHeardOfEarlier(tx, order, intent.id);
    await queueReceipt(tx, parts, order.id);
    return 'paid';
  }
  if (order.transactionId === intent.id) return 'already-paid';
  const hadIts = isOrWillBePaid(order, left);
  const reason = hadIts ? 'paid_twice' : 'order_gone';
  await giveBack(tx, order.id, intent, reason);
  parts.log.warn({ intent: intent.id, order: order.id, reason }, 'money is being returned');
  afterCommit(tx, parts.wake);
  return hadIts ? 'paid-twice' : 'order-gone';
}

/** What an intent meant when its money was entered: what became of its order since changes nothing of that. */
async function heardBefore(tx: Tx, parts: PaymentParts, { id }: Intent): Promise<Outcome> {
  const [back] = await tx
    .select({ reason: refunds.reason })
    .from(refunds)
    .where(and(eq(refunds.paymentIntentId, id), inArray(refunds.reason, ['paid_twice', 'order_gone'])));
  if (!back) return 'already-paid';
  afterCommit(tx, parts.wake);
  return back.reason === 'paid_twice' ? 'paid-twice' : 'order-gone';
}

/**
 * A company's invoices: what came settled what is open of them when it was entered. Where that became less since the intent was made,
 * the rest is credit of the company. Of an order that is invoiced as it leaves more may follow, which makes it paid in the end.
 */
async function settleInvoice(tx: Tx, parts: PaymentParts, order: OrderRow, intent: Intent): Promise<Outcome> {
  if (order.toInvoiceCents !== null) {
    const paid = await followSettlements(tx, [order.id]);
    if (paid.length === 0) return 'already-paid';
    await queueReceipt(tx, parts, order.id);
    return 'paid';
  }
  if ((await leftToPay(tx, order.id)) > 0 || !(await moveOrder(tx, order.id, 'pay', byCard(intent))))
    return 'already-paid';
  await showRefundsHeardOfEarlier(tx, order, intent.id);
  await queueReceipt(tx, parts, order.id);
  return 'paid';
}

function byCard({ id }: Intent) {
  return { paidBy: 'card', transactionId: id } as const;
}

/** Whether an order has its money, is owed, or waits for the rest of a transfer: another card payment of it goes back as a second one. */
function isOrWillBePaid({ state, totalCents }: OrderRow, leftCents: number): boolean {
  return state === 'paid' || state === 'open' || (state === 'unpaid' && leftCents < totalCents);
}

/** Whether the shop itself asked for this amount: what was written down of the intent before anything was heard of it. */
async function wasAsked(tx: Tx, { id, amountCents }: Intent): Promise<boolean> {
  const [made] = await tx
    .select({ amountCents: paymentIntents.amountCents })
    .from(paymentIntents)
    .where(eq(paymentIntents.id, id));
  return made?.amountCents === amountCents;
}

/** The order that an intent belongs to, locked: by its metadata, which must agree with what was written down when it was made. */
async function lockOrderOf(tx: Tx, intent: Intent): Promise<OrderRow | null> {
  const [known] = await tx
    .select({ orderId: paymentIntents.orderId })
    .from(paymentIntents)
    .where(eq(paymentIntents.id, intent.id));
  const orderId = known?.orderId ?? intent.orderId;
  if (orderId === null || (intent.orderId !== null && intent.orderId !== orderId)) return null;
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  return order ?? null;
}

/** News may arrive in any order: a final status is never left. */
async function noteStatus(tx: Tx, orderId: string, intent: Intent): Promise<void> {
  const noted = await tx
    .update(paymentIntents)
    .set({ status: intent.status })
    .where(and(eq(paymentIntents.id, intent.id), notInArray(paymentIntents.status, FINAL_STATUSES)))
    .returning({ id: paymentIntents.id });
  if (noted.length === 0) await keepIntent(tx, orderId, intent);
}

/** Writes an intent down under the order's lock; one that is known stays as it is. */
export async function keepIntent(tx: Tx, orderId: string, intent: Intent): Promise<void> {
  const [last] = await tx
    .select({ attempt: max(paymentIntents.attempt) })
    .from(paymentIntents)
    .where(eq(paymentIntents.orderId, orderId));
  await tx
    .insert(paymentIntents)
    .values({
      id: intent.id,
      orderId,
      attempt: (last?.attempt ?? 0) + 1,
      amountCents: intent.amountCents,
      clientSecret: intent.clientSecret,
      status: intent.status,
    })
    .onConflictDoNothing({ target: paymentIntents.id });
}

/** All of the money, once: the unique index on the intent refuses a second refund of this kind. */
async function giveBack(tx: Tx, orderId: string, intent: Intent, reason: 'paid_twice' | 'order_gone'): Promise<void> {
  await tx
    .insert(refunds)
    .values({
      id: newId(),
      orderId,
      paymentIntentId: intent.id,
      method: 'card',
      amountCents: intent.receivedCents,
      reason,
    })
    .onConflictDoNothing();
}

/** News of a refund can arrive before the news of the payment. */
async function showRefundsHeardOfEarlier(
  tx: Tx,
  { id, creditedCents }: OrderRow,
  paymentIntentId: string,
): Promise<void> {
  const { refunded } = await balanceOf(tx, paymentIntentId);
  if (refunded === 0) return;
  await tx
    .update(orders)
    .set({ refundedCents: creditedCents + refunded })
    .where(eq(orders.id, id));
  await keepFulfilment(tx, id);
}
