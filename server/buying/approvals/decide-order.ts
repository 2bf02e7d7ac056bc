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
import { MAY_APPROVE } from '#server/buying/limits/may-approve.ts';
import { approvals } from '#server/buying/order-tables/approvals.sql.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { orderNotFound, releaseOrder } from '#server/buying/orders/orders.ts';
import { seenBy } from '#server/buying/orders/whose-orders.ts';
import { letGoOn } from './let-go-on.ts';

/** Who decides: the same person by the dashboard and by a letter. */
type Approver = Pick<Caller, 'userId' | 'email' | 'key'>;

/** @throws AppError ORDER_NOT_FOUND where somebody can neither see nor approve it */
export async function requireSeen(db: Db, caller: Caller, orderId: string): Promise<void> {
  const mine = callerMay(caller, 'orders.read') ? undefined : or(seenBy(caller.userId), mayApprove(caller.userId));
  if ((await db.$count(orders, and(eq(orders.id, orderId), mine))) === 0) throw orderNotFound();
}

/**
 * Approves or rejects an order that waits, under the locks of its firm and of itself: of several who decide at once, one does.
 * @param holdMs for how long an order that goes on to paying holds its stock
 * @returns the ids of the tools whose stock rose
 * @throws AppError ORDER_NOT_FOUND, FORBIDDEN, ALREADY_DECIDED
 */
export async function decideOrder(
  tx: Tx,
  approver: Approver,
  orderId: string,
  { decision, note = '' }: Decision,
  holdMs: number,
): Promise<string[]> {
  const [asked] = await tx.select({ companyId: orders.companyId }).from(orders).where(eq(orders.id, orderId));
  if (!asked) throw orderNotFound();
  if (asked.companyId === null) throw mayNot();
  await lockCompany(tx, asked.companyId);
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update');
  if (!order) throw orderNotFound();
  if (!(await isApprover(tx, approver.userId, orderId))) throw mayNot();
  const [decided] = await tx
    .update(approvals)
    .set({
      state: decision === 'approve' ? 'approved' : 'rejected',
      decidedBy: approver.userId,
      decidedAt: sql`now()`,
      note: note.trim(),
    })
    .where(and(eq(approvals.orderId, orderId), eq(approvals.state, 'waiting'), sql`${approvals.until} > now()`))
    .returning({ orderId: approvals.orderId });
  if (!decided) throw new AppError('ALREADY_DECIDED', 'Nothing is to be decided about this order any more.');
  const tools = decision === 'approve' ? [] : ((await releaseOrder(tx, orderId, 'rejected')) ?? []);
  if (decision === 'approve') await letGoOn(tx, order, holdMs);
  await tellNews(tx, 'approval.decided', [orderId]);
  await record(tx, approver, decision === 'approve' ? 'order.approved' : 'order.rejected', orderId, {
    number: String(order.number),
    email: order.email,
    price: centsToMoney(order.totalCents),
    ...(note.trim() === '' ? {} : { note: note.trim() }),
  });
  return tools;
}

/** Whether somebody may approve an order, decided or not. */
export async function isApprover(db: Db, userId: string, orderId: string): Promise<boolean> {
  return (await db.$count(orders, and(eq(orders.id, orderId), mayApprove(userId)))) > 0;
}

/** The orders that somebody may approve, as a condition of a statement that reads orders. */
function mayApprove(userId: string) {
  return sql`exists (
    select from (select ${orders.id}, ${orders.companyId}, ${orders.userId}, ${orders.totalCents}) o, company_members m, users u
    where u.id = ${userId} and ${sql.raw(MAY_APPROVE)})`;
}

function mayNot(): AppError {
  return new AppError('FORBIDDEN', 'Somebody else of the firm approves this order: never who ordered it.');
}
