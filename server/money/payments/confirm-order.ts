import { sentence } from '#contract/sentences.ts';
import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { OrderPayment } from '#contract/money/payments.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError, invalid } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { orderNotFound, requireApproved } from '#server/buying/orders/orders.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { requireWithin } from '#server/engine/http/limits.ts';
import type { PaymentParts } from './payment-parts.ts';
import { paymentIntents } from '#server/buying/order-tables/payments.sql.ts';
import { type Outcome, settleIntent } from './settle-intent.ts';
import { mayChange, requireChange, seenBy } from '#server/buying/orders/whose-orders.ts';

/** How often in a minute one customer may have the provider asked about payments that this shop knows, and about others. */
const ASKED_A_MINUTE = { known: 60, unknown: 20 };

/**
 * Marks an order paid if the provider says so; of what the browser sends, only the intent's id is used.
 * @returns modifiedCount 1 where this very call did it, 0 for repeats
 * @throws AppError ORDER_NOT_FOUND, APPROVAL_NEEDED, PAYMENT_NOT_CONFIRMED {status}, PAYMENT_MISMATCH, PAYMENT_UNAVAILABLE, RATE_LIMITED
 */
export async function confirmOrder(
  parts: PaymentParts,
  customer: Caller,
  orderId: string,
  payment: z.output<typeof OrderPayment>,
): Promise<{ modifiedCount: number }> {
  const claimed = idOf(payment.order);
  if (claimed !== undefined && claimed !== orderId)
    throw invalid('order', sentence('order is not the order in the path'));
  const [order] = await parts.database.db
    .select({ state: orders.state, transactionId: orders.transactionId, mayChange: mayChange(customer.userId) })
    .from(orders)
    .where(and(eq(orders.id, orderId), seenBy(customer)));
  // A deleted order goes on from here: money that came for it must be found and given back.
  if (!order) throw orderNotFound();
  requireChange(order.mayChange);
  requireApproved(order.state);
  if (order.transactionId === payment.transactionId) return { modifiedCount: 0 };

  await limitQuestions(parts, customer, payment.transactionId);
  const intent = await parts.provider.findIntent(payment.transactionId);
  if (!intent) throw notConfirmed('unknown');
  if (intent.status !== 'succeeded') throw notConfirmed(intent.status);
  if (intent.orderId !== null && intent.orderId !== orderId) throw mismatch();
  return answer(await transaction(parts.database, (tx) => settleIntent(tx, parts, intent)));
}

/** Each question uses up what the provider lets the whole shop ask: nobody may use it up with ids that they made up. @throws AppError RATE_LIMITED */
async function limitQuestions({ config, database }: PaymentParts, customer: Caller, id: string): Promise<void> {
  if (!config.rateLimits) return;
  const [row] = await database.db
    .select({ id: paymentIntents.id })
    .from(paymentIntents)
    .where(eq(paymentIntents.id, id));
  const kind = row ? 'known' : 'unknown';
  const limit = { what: `${kind} payment asked about`, whom: customer.userId, max: ASKED_A_MINUTE[kind], seconds: 60 };
  await requireWithin(database, limit, sentence('You asked about payments too many times. Please wait a moment.'));
}

function answer(outcome: Outcome): { modifiedCount: number } {
  switch (outcome) {
    case 'paid':
      return { modifiedCount: 1 };
    case 'already-paid':
      return { modifiedCount: 0 };
    case 'order-gone':
      throw orderNotFound();
    case 'paid-twice':
      throw new AppError(
        'PAYMENT_MISMATCH',
        sentence('This order was already paid by another payment. The money of this one goes back to the card.'),
      );
    case 'not-paid':
    case 'mismatch':
      throw mismatch();
  }
}

/** The id in what the specification's client sends as `order`: the order itself, or its id. */
function idOf(order: unknown): unknown {
  if (typeof order === 'object' && order !== null) return '_id' in order ? order._id : undefined;
  return typeof order === 'string' ? order : undefined;
}

/** What is said of a payment that did not go through, as far as the provider knows. */
export function notConfirmed(status: string): AppError {
  return new AppError('PAYMENT_NOT_CONFIRMED', sentence('The card provider has not confirmed this payment.'), {
    facts: { status },
  });
}

function mismatch(): AppError {
  return new AppError('PAYMENT_MISMATCH', sentence('This payment belongs to another order or amount.'));
}
