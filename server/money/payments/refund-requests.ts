import { sentence } from '#contract/sentences.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { NewRefundRequest, RefundRefusal, RefundRequest } from '#contract/money/refunds.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { isHeld, isOver, orderNotFound } from '#server/buying/orders/orders.ts';
import { leftToShip } from '#server/money/shipments/left-to-ship.ts';
import { record } from '#server/people/audit/audit.ts';
import { presentRequest } from '#server/buying/orders/order-refund-request.ts';
import { refundRequests } from '#server/buying/order-tables/refund-requests.sql.ts';
import { type LetterSources, queueOrderLetter } from '#server/money/letters/order-letter.ts';
import { piecesOfLines } from './refunded-pieces.ts';
import { mayChange, requireChange, seenBy } from '#server/buying/orders/whose-orders.ts';
import { plainName } from '#server/people/mail/plain-name.ts';

type Row = typeof refundRequests.$inferSelect;

/**
 * A buyer asks for the money of their own paid order, or of some pieces of it.
 * @throws AppError ORDER_NOT_FOUND, ORDER_NOT_PAID, REFUND_REQUESTED, REFUND_TOO_LARGE where all went back, MORE_THAN_ORDERED
 */
export async function askForRefund(
  tx: Tx,
  customer: Caller,
  orderId: string,
  { reason, lines = [] }: NewRefundRequest,
): Promise<RefundRequest> {
  const [found] = await tx
    .select({ order: orders, mayChange: mayChange(customer.userId) })
    .from(orders)
    .where(and(eq(orders.id, orderId), seenBy(customer)))
    .for('update');
  if (found) requireChange(found.mayChange);
  const order = found?.order;
  if (!order || isOver(order.state)) throw orderNotFound();
  if (isHeld(order.state))
    throw new AppError('ORDER_NOT_PAID', sentence('This order is not paid. You can delete it instead.'));
  if (order.state === 'open')
    throw new AppError('ORDER_NOT_PAID', sentence('This order is not paid. Write to us instead.'));
  if (order.refundedCents === order.totalCents) {
    throw new AppError('REFUND_TOO_LARGE', sentence('This order has already been fully refunded.'), {
      facts: { refundable: 0 },
    });
  }
  if (lines.length > 0) piecesOfLines(lines, await leftToShip(tx, orderId), 'none');
  const [row] = await tx
    .insert(refundRequests)
    .values({ id: newId(), orderId, reason, lines: lines.map(({ toolId, quantity }) => ({ toolId, quantity })) })
    .onConflictDoNothing()
    .returning();
  if (!row)
    throw new AppError(
      'REFUND_REQUESTED',
      sentence('You have already requested a refund of this order. We will reply soon.'),
    );
  return presentRequest(row);
}

/** A refund answers the request that is open, in its transaction and under its lock of the order. */
export async function grantRequest(tx: Tx, actor: Caller, orderId: string): Promise<void> {
  await answer(tx, actor, orderId, 'granted', '');
}

/**
 * Staff refuse what a buyer asked for; the buyer is told why.
 * @throws AppError ORDER_NOT_FOUND, NO_REFUND_REQUEST
 */
export async function refuseRequest(
  tx: Tx,
  sources: LetterSources,
  actor: Caller,
  orderId: string,
  { reason }: RefundRefusal,
): Promise<RefundRequest> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!order) throw orderNotFound();
  const row = await answer(tx, actor, orderId, 'refused', reason);
  if (!row) throw new AppError('NO_REFUND_REQUEST', sentence('Nobody is waiting for a refund of this order.'));
  await record(tx, actor, 'order.refund-refused', orderId, { number: String(order.number), reason });
  const number = String(order.number);
  await queueOrderLetter(tx, sources, order, (say, { company }) => ({
    subject: say('About the refund of your order {number}', { number }),
    heading: say('We cannot refund this money'),
    paragraphs: [
      say('Dear {name}, you requested a refund of your order {number}: {wish}', {
        name: plainName(order.name),
        number,
        wish: row.reason,
      }),
      say('We have to decline: {reason}', { reason }),
      say('If you disagree, write to us at {address}.', { address: company.email }),
    ],
  }));
  return presentRequest(row);
}

async function answer(
  tx: Tx,
  actor: Caller,
  orderId: string,
  state: 'granted' | 'refused',
  why: string,
): Promise<Row | undefined> {
  const [row] = await tx
    .update(refundRequests)
    .set({ state, answer: why, actorEmail: actor.email, answeredAt: sql`now()` })
    .where(and(eq(refundRequests.orderId, orderId), eq(refundRequests.state, 'open')))
    .returning();
  return row;
}
