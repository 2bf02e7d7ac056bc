import { createHash } from 'node:crypto';
import { and, asc, eq, ne, sum } from 'drizzle-orm';
import { centsToDollars, dollarsToCents, formatDollars } from '#contract/money.ts';
import type { NewRefund, Refund } from '#contract/orders.ts';
import type { Db, Tx } from '#server/db/client.ts';
import { newId } from '#server/db/new-id.ts';
import { AppError, invalid } from '#server/http/app-error.ts';
import type { Caller } from '#server/identity/identity.ts';
import { invoices } from '#server/invoices/invoices.sql.ts';
import { orderNotFound } from '#server/orders/orders.ts';
import { orders } from '#server/orders/orders.sql.ts';
import { record } from '#server/users/audit.ts';
import { refunds } from './payments.sql.ts';

type RefundRow = typeof refunds.$inferSelect;

/** Why money went back that no admin decided on, as the customer reads it. */
const REASONS: Record<string, string> = {
  order_gone: 'The order was closed before the payment arrived',
  paid_twice: 'The order was paid twice',
  provider: 'Refunded through the card provider',
};

export function presentRefund(row: RefundRow, creditNote: string | null = null): Refund {
  return {
    _id: row.id,
    amount: centsToDollars(row.amountCents),
    reason: REASONS[row.reason] ?? row.reason,
    state: row.state,
    ...(creditNote === null ? {} : { creditNote }),
    createdAt: row.createdAt.toISOString(),
  };
}

/**
 * What was given back of an order, oldest first.
 * @param customer whose it must be, or null for an admin
 * @throws AppError ORDER_NOT_FOUND
 */
export async function listRefunds(db: Db, orderId: string, customer: string | null): Promise<Refund[]> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), customer === null ? undefined : eq(orders.userId, customer)));
  if (!order) throw orderNotFound();
  const rows = await db
    .select({ refund: refunds, creditNote: invoices.number })
    .from(refunds)
    .leftJoin(invoices, eq(invoices.refundId, refunds.id))
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.createdAt), asc(refunds.id));
  return rows.map(({ refund, creditNote }) => presentRefund(refund, creditNote));
}

/**
 * Decides that money of a paid order goes back, under the order's lock, so that two admins together never give back
 * more than was paid; the provider is told after the commit.
 * @returns the refund, and whether it was decided by this very call
 * @throws AppError ORDER_NOT_FOUND, ORDER_NOT_PAID, REFUND_TOO_LARGE {refundable}, IDEMPOTENCY_MISMATCH
 */
export async function decideRefund(
  tx: Tx,
  admin: Caller,
  orderId: string,
  wanted: NewRefund,
  idempotencyKey: string | undefined,
): Promise<{ row: RefundRow; isNew: boolean }> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!order || order.state === 'deleted' || order.state === 'expired') throw orderNotFound();
  if (order.state !== 'paid' || order.transactionId === null) {
    throw new AppError('ORDER_NOT_PAID', 'This order is not paid, so there is nothing to give back.');
  }
  if (wanted.reason in REASONS) throw invalid('reason', 'Say the reason in your own words');
  const asked = wanted.amount === undefined ? null : dollarsToCents(wanted.amount);
  const id = idempotencyKey === undefined ? newId() : idOf(orderId, admin.userId, idempotencyKey);
  const [earlier] = await tx.select().from(refunds).where(eq(refunds.id, id));
  if (earlier) {
    if (earlier.reason !== wanted.reason || (asked !== null && earlier.amountCents !== asked)) {
      throw new AppError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used for another refund. Use a new key.');
    }
    return { row: earlier, isNew: false };
  }
  const refundable = order.totalCents - Math.max(order.refundedCents, await promised(tx, order.transactionId));
  const amountCents = asked ?? refundable;
  if (amountCents > refundable || refundable === 0) {
    const left = centsToDollars(refundable);
    throw new AppError('REFUND_TOO_LARGE', `At most ${formatDollars(left)} can be given back of this order.`, {
      facts: { refundable: left },
      issues: [{ path: 'amount', message: `At most ${formatDollars(left)}` }],
    });
  }
  const [row] = await tx
    .insert(refunds)
    .values({ id, orderId, paymentIntentId: order.transactionId, amountCents, reason: wanted.reason })
    .returning();
  await record(tx, admin, 'order.refunded', orderId, { amount: centsToDollars(amountCents), reason: wanted.reason });
  return { row: row!, isNew: true };
}

/** What is sent or on its way, in cents; a refund that failed gave nothing back. */
async function promised(tx: Tx, paymentIntentId: string): Promise<number> {
  const [row] = await tx
    .select({ cents: sum(refunds.amountCents) })
    .from(refunds)
    .where(and(eq(refunds.paymentIntentId, paymentIntentId), ne(refunds.state, 'failed')));
  return Number(row?.cents ?? 0);
}

/** The same refund for the same key of the same admin, without a column for keys. */
function idOf(orderId: string, adminId: string, key: string): string {
  return createHash('sha256')
    .update(JSON.stringify([orderId, adminId, key]))
    .digest('hex')
    .slice(0, 26);
}
