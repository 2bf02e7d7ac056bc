import { sentence } from '#contract/sentences.ts';
import { and, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { MAX_CENTS, centsToMoney, moneyToCents } from '#contract/money.ts';
import type { NewPaymentIntent } from '#contract/money/payments.ts';
import type { Db } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { leftToPay, receivedByTransfer } from '#server/buying/ledger/left-to-pay.ts';
import { STATES } from '#server/buying/order-life/order-life.ts';
import { isOver, orderNotFound, requireApproved } from '#server/buying/orders/orders.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { requireKnownNumbers } from '#server/buying/invoices/known-numbers.ts';
import type { PaymentParts } from './payment-parts.ts';
import { paymentIntents } from '#server/buying/order-tables/payments.sql.ts';
import { beginIntent } from './provider.ts';
import { settingsNow } from '#server/office/settings/settings.ts';
import { keepIntent } from './settle-intent.ts';
import { cancelIntents, checkIntent } from './sweep.ts';
import { mayChange, orderedBy, requireChange, seenBy } from '#server/buying/orders/whose-orders.ts';

type Order = typeof orders.$inferSelect;

/** A closed intent makes room for another; more than this many in one call means that something cancels them as they come. */
const MAX_ATTEMPTS_AT_ONCE = 3;

/**
 * The client secret of the order's one payment intent, made at the first call and the same at every later one.
 * @throws AppError ORDER_REQUIRED, ORDER_NOT_FOUND, APPROVAL_NEEDED, ORDER_PAID, PRICE_MISMATCH, PAID_IN_PART, AMOUNT_TOO_SMALL, NUMBERS_UNKNOWN,
 *   PAYMENT_UNAVAILABLE
 */
export async function createIntent(
  parts: PaymentParts,
  customer: Caller,
  wanted: z.output<typeof NewPaymentIntent>,
): Promise<{ clientSecret: string }> {
  const claimed = wanted.price === undefined ? null : moneyToCents(wanted.price);
  const { db } = parts.database;
  const order =
    wanted.order === undefined
      ? await onlyOrderOfThatPrice(db, customer.userId, claimed)
      : await ownOrder(db, customer.userId, wanted.order);
  const left = await leftToPay(db, order.id);
  if (left === 0) throw orderPaid();
  if (claimed !== null && claimed !== left) {
    const price = centsToMoney(left);
    const { currency } = await settingsNow(db);
    throw new AppError(
      'PRICE_MISMATCH',
      sentence('This order comes to {price}.', { price: { amount: price, currency } }),
      {
        facts: { price },
        issues: [{ path: 'price', message: sentence('Does not match the total of the order') }],
      },
    );
  }
  if (order.companyId === null && (await receivedByTransfer(db, order.id)) > 0)
    throw new AppError(
      'PAID_IN_PART',
      sentence('Part of this order was paid by bank transfer. Please pay the rest by transfer, too.'),
    );
  await requireKnownNumbers(db, 'invoice');
  for (let tries = 0; tries < MAX_ATTEMPTS_AT_ONCE; tries++) {
    const secret = await currentSecret(parts, order, left);
    if (secret !== null) return { clientSecret: secret };
  }
  throw new AppError(
    'PAYMENT_UNAVAILABLE',
    sentence('The card provider keeps cancelling this payment. Please try again later.'),
  );
}

/** The secret of the latest intent, or of a new one where there is none; null where the latest turned out to be cancelled. */
async function currentSecret(parts: PaymentParts, order: Order, left: number): Promise<string | null> {
  const [latest] = await parts.database.db
    .select()
    .from(paymentIntents)
    .where(eq(paymentIntents.orderId, order.id))
    .orderBy(desc(paymentIntents.attempt))
    .limit(1);
  const { currency } = await settingsNow(parts.database.db);
  // One that succeeded before paid a part of what is owed again.
  const isOver = latest?.status === 'canceled' || (latest?.status === 'succeeded' && order.state === 'open');
  const wanted = { order, currency, amountCents: left, attempt: (latest?.attempt ?? 0) + 1 };
  if (!latest || isOver) return makeIntent(parts, wanted);
  if (latest.amountCents !== left) {
    // A credit note or a payment of the company settled some of it since.
    await cancelIntents(parts, order.id);
    return makeIntent(parts, wanted);
  }
  // Both the browser's word and the webhook may have been lost: the provider is asked before anyone pays again.
  const now = await checkIntent(parts, latest, 'ask');
  if (now?.outcome === 'order-gone') throw orderNotFound();
  if (now && ['paid', 'already-paid', 'paid-twice'].includes(now.outcome)) throw orderPaid();
  return now === null || now.status === 'canceled' ? null : latest.clientSecret;
}

/** No lock is held while the provider is asked, so the order is looked at again, under its lock, once the intent is there. */
async function makeIntent(
  parts: PaymentParts,
  { order, attempt, ...wanted }: { order: Order; attempt: number; amountCents: number; currency: string },
): Promise<string> {
  const made = { metadata: { order: order.id }, key: `order-${order.id}-${attempt}`, ...wanted };
  const intent = await beginIntent(parts.provider, made);
  const state = await transaction(parts.database, async (tx) => {
    const [now] = await tx.select({ state: orders.state }).from(orders).where(eq(orders.id, order.id)).for('update');
    await keepIntent(tx, order.id, intent);
    return now?.state;
  });
  if (state !== undefined && STATES[state].toBePaid) return intent.clientSecret;
  // Nobody has seen the secret, so it cannot have been paid; the sweep comes back to it where this fails.
  await parts.provider.cancelIntent(intent.id).catch(() => {});
  throw state === 'paid' ? orderPaid() : orderNotFound();
}

async function ownOrder(db: Db, customer: string, id: string): Promise<Order> {
  const [found] = await db
    .select({ order: orders, mayChange: mayChange(customer) })
    .from(orders)
    .where(and(eq(orders.id, id), seenBy({ userId: customer })));
  const order = found?.order;
  if (!order || isOver(order.state)) throw orderNotFound();
  requireChange(found?.mayChange ?? false);
  requireApproved(order.state);
  return order;
}

/** The specification's client sends the price alone: enough, as long as it says which order is meant. */
async function onlyOrderOfThatPrice(db: Db, customer: string, cents: number | null): Promise<Order> {
  const found =
    // No order comes to more, and the column could not even be compared with it.
    cents === null || Math.abs(cents) > MAX_CENTS
      ? []
      : await db
          .select()
          .from(orders)
          .where(and(orderedBy(customer), eq(orders.state, 'unpaid'), eq(orders.totalCents, cents)))
          .limit(2);
  const [order] = found;
  if (!order || found.length > 1) {
    throw new AppError('ORDER_REQUIRED', sentence('Say which order to pay: send its _id as order.'), {
      issues: [{ path: 'order', message: sentence('Send the _id of the order') }],
    });
  }
  return order;
}

function orderPaid(): AppError {
  return new AppError('ORDER_PAID', sentence('This order is already paid.'));
}
