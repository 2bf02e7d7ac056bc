import { observedJob } from '#server/engine/observe/observer.ts';
import { and, eq, inArray, lt, notInArray, sql } from 'drizzle-orm';
import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import { leftToPay } from '#server/buying/ledger/left-to-pay.ts';
import { moveOrder } from '#server/buying/order-life/order-life.ts';
import { stockTags } from '#server/engine/http/changes.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { sweepCompanyIntents } from './company-cards.ts';
import type { PaymentParts } from './payment-parts.ts';
import { paymentIntents, webhookEvents } from '#server/buying/order-tables/payments.sql.ts';
import { isProviderDown } from './provider.ts';
import { claimIntents, FINAL_STATUSES, type Outcome, settleIntent } from './settle-intent.ts';

const AT_ONCE = 4;
/** The provider sends an event again for three days; its signature is refused after five minutes. */
const KEEP_EVENTS_MS = 30 * 24 * 3_600_000;

type IntentRow = typeof paymentIntents.$inferSelect;

/**
 * One round of what runs beside the requests: asks about open intents, cancels those that must not be paid any more, and
 * expires unpaid orders whose time is over. Several processes share the work: each row is claimed by one of them.
 */
export async function sweepOnce(parts: PaymentParts, now: Date): Promise<void> {
  try {
    // By its failures an operator is told that the card provider is away.
    await observedJob('sweep', async () => {
      await askAll(parts, now);
      await sweepCompanyIntents(parts, now);
    });
  } catch (error) {
    // The claim runs out by itself, and the next round goes on where this one stopped.
    if (!isProviderDown(error)) throw error;
    parts.log.debug({}, 'the card provider cannot be reached: the sweep will go on later');
  }
  await expireOrders(parts, now);
}

/** Asks about every open intent that nobody has asked about lately. @throws where the provider is away */
async function askAll(parts: PaymentParts, now: Date): Promise<void> {
  for (;;) {
    const claimed = await claimIntents(parts, paymentIntents, now);
    if (claimed.length === 0) return;
    for (let start = 0; start < claimed.length; start += AT_ONCE) {
      await Promise.all(claimed.slice(start, start + AT_ONCE).map((row) => sweepIntent(parts, row, now)));
    }
  }
}

async function sweepIntent(parts: PaymentParts, row: IntentRow, now: Date): Promise<void> {
  const { db } = parts.database;
  const [found] = await db
    .select({ order: orders, over: sql<boolean>`${lt(orders.holdUntil, now)}` })
    .from(orders)
    .where(eq(orders.id, row.orderId));
  const { order, over } = found ?? {};
  const wanted =
    ((order?.state === 'unpaid' && !over) || order?.state === 'open') &&
    (await leftToPay(db, order.id)) === row.amountCents;
  await checkIntent(parts, row, wanted ? 'ask' : 'cancel');
}

/**
 * Asks the provider about an intent, or cancels it, and settles what the answer means.
 * @returns how the intent stands and what that meant; null where the provider does not know it, so that it cannot be paid
 */
export async function checkIntent(
  parts: PaymentParts,
  { id }: Pick<IntentRow, 'id'>,
  how: 'ask' | 'cancel',
): Promise<{ status: string; outcome: Outcome } | null> {
  const { provider, database } = parts;
  const found = how === 'ask' ? await provider.findIntent(id) : await provider.cancelIntent(id);
  if (found) {
    const outcome = await transaction(database, (tx) => settleIntent(tx, parts, found));
    return { status: found.status, outcome };
  }
  await database.db.update(paymentIntents).set({ status: 'canceled' }).where(eq(paymentIntents.id, id));
  return null;
}

/** What of an order can still be paid by card is cancelled, since it is closed or was paid otherwise; money that came all the same is settled. */
export async function cancelIntents(parts: PaymentParts, orderId: string): Promise<void> {
  const open = await parts.database.db
    .select()
    .from(paymentIntents)
    .where(and(eq(paymentIntents.orderId, orderId), notInArray(paymentIntents.status, FINAL_STATUSES)));
  for (const row of open) await checkIntent(parts, row, 'cancel');
}

/**
 * Closes orders that are unpaid or wait and whose hold is over, and returns their stock, once. An order with an intent that can still be paid
 * waits: the sweep cancels the intent first. Each in a transaction of its own, so that the locks of one order's tools are
 * never held while another's are waited for (docs/decisions/361).
 */
async function expireOrders(parts: PaymentParts, now: Date): Promise<void> {
  let expired = 0;
  while (await expireOne(parts, now)) expired++;
  if (expired > 0) parts.log.info({ orders: expired }, 'unpaid orders expired');
}

/** @returns whether there was one to expire */
async function expireOne(parts: PaymentParts, now: Date): Promise<boolean> {
  return transaction(parts.database, async (tx) => {
    const open = tx
      .select({ one: sql`1` })
      .from(paymentIntents)
      .where(and(eq(paymentIntents.orderId, orders.id), notInArray(paymentIntents.status, FINAL_STATUSES)));
    const [due] = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(inArray(orders.state, ['unpaid', 'waiting']), lt(orders.holdUntil, now), sql`not exists ${open}`))
      .limit(1)
      .for('update', { skipLocked: true });
    if (!due) return false;
    // Looked at again under the lock: the customer may have opened the payment page a moment ago.
    const [intent] = await tx
      .select({ id: paymentIntents.id })
      .from(paymentIntents)
      .where(and(eq(paymentIntents.orderId, due.id), notInArray(paymentIntents.status, FINAL_STATUSES)));
    // The next round cancels it.
    if (intent) return false;
    const restocked = (await moveOrder(tx, due.id, 'expire'))?.restocked ?? [];
    afterCommit(tx, () => parts.changes.touch(stockTags(restocked)));
    return true;
  });
}

/** Forgets events that can no longer come again. */
export async function forgetOldEvents({ database }: PaymentParts, now: Date): Promise<void> {
  await database.db.delete(webhookEvents).where(lt(webhookEvents.receivedAt, new Date(now.getTime() - KEEP_EVENTS_MS)));
}
