import { sentence } from '#contract/sentences.ts';
import { and, eq, or, sql } from 'drizzle-orm';
import type { Decision } from '#contract/buying/approvals.ts';
import { centsToMoney } from '#contract/money.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { record } from '#server/people/audit/audit.ts';
import { lockCompany } from '#server/buying/companies/companies.ts';
import { mayApprove } from '#server/buying/limits/may-approve.ts';
import { approvals } from '#server/buying/order-tables/approvals.sql.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { moveOrder } from '#server/buying/order-life/order-life.ts';
import { orderNotFound } from '#server/buying/orders/orders.ts';
import { ofOwnCompanies, orderedBy } from '#server/buying/orders/whose-orders.ts';
import { releaseOrder } from './release-order.ts';

type Row = typeof orders.$inferSelect;

/** Who decides: the same person by the dashboard and by a letter. */
export type Decider = Pick<Caller, 'userId' | 'email' | 'key'>;

/**
 * Everybody of its company may know that there is such an order: who may not approve it is told so.
 * @throws AppError ORDER_NOT_FOUND where somebody neither belongs to its company nor reads orders as staff, and did not order it
 */
export async function requireKnown(db: Db, caller: Caller, orderId: string): Promise<void> {
  const mine = callerMay(caller, 'orders.read')
    ? undefined
    : or(orderedBy(caller.userId), ofOwnCompanies(caller.userId));
  if ((await db.$count(orders, and(eq(orders.id, orderId), mine))) === 0) throw orderNotFound();
}

/** @throws AppError FORBIDDEN where somebody may not approve it, ALREADY_DECIDED where it does not wait any more */
export async function requireApprover(db: Db, userId: string, orderId: string): Promise<void> {
  if ((await db.$count(orders, and(eq(orders.id, orderId), mayApprove(userId)))) === 0)
    throw new AppError(
      'FORBIDDEN',
      sentence('Somebody else in the company has to approve this order: you cannot approve your own.'),
    );
  if ((await db.$count(approvals, stillWaits(orderId))) === 0) throw alreadyDecided();
}

/**
 * Locks an order that may wait, and its company before it, so that nobody decides it, changes it or loses the right to meanwhile.
 * @throws AppError ORDER_NOT_FOUND
 */
export async function lockWaiting(tx: Tx, orderId: string): Promise<Row> {
  const [asked] = await tx.select({ companyId: orders.companyId }).from(orders).where(eq(orders.id, orderId));
  if (asked && asked.companyId !== null) await lockCompany(tx, asked.companyId);
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!order) throw orderNotFound();
  return order;
}

/**
 * Approves or rejects an order that waits: of several who decide at once, one does.
 * @returns the ids of the tools whose stock rose
 * @throws AppError ORDER_NOT_FOUND, FORBIDDEN, ALREADY_DECIDED; STALE_ORDER where it is not as the approver saw it
 */
export async function decideOrder(
  tx: Tx,
  approver: Decider,
  orderId: string,
  { decision, note = '', seen = {} }: Decision,
): Promise<string[]> {
  const order = await lockWaiting(tx, orderId);
  await requireApprover(tx, approver.userId, orderId);
  const fields = Object.entries(seen) as [keyof typeof seen, string][];
  if (fields.some(([name, text]) => order[name] !== text))
    throw new AppError('STALE_ORDER', sentence('This order was changed since you opened it. Please review it again.'));
  await tx
    .update(approvals)
    .set({
      state: decision === 'approve' ? 'approved' : 'rejected',
      decidedBy: approver.userId,
      decidedAt: sql`now()`,
      note: note.trim(),
    })
    .where(eq(approvals.orderId, orderId));
  const rejected = decision === 'approve' ? null : await moveOrder(tx, orderId, 'reject');
  if (decision === 'approve') await releaseOrder(tx, order);
  await tellNews(tx, 'approval.decided', [orderId]);
  await record(tx, approver, decision === 'approve' ? 'order.approved' : 'order.rejected', orderId, {
    number: String(order.number),
    email: order.email,
    price: centsToMoney(order.totalCents),
    ...(note.trim() === '' ? {} : { note: note.trim() }),
  });
  return rejected?.restocked ?? [];
}

/** Whether nobody has decided and its time is not over. */
function stillWaits(orderId: string) {
  return and(eq(approvals.orderId, orderId), eq(approvals.state, 'waiting'), sql`${approvals.until} > now()`);
}

function alreadyDecided(): AppError {
  return new AppError('ALREADY_DECIDED', sentence('This order is no longer waiting for a decision.'));
}
