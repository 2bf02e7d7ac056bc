import { sentence } from '#contract/sentences.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { OrderDetails } from '#contract/buying/orders.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { callerMay } from '#server/engine/http/caller-may.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { record } from '#server/people/audit/audit.ts';
import { companies } from '#server/buying/companies/companies.sql.ts';
import { noteEvent } from './order-events.ts';
import { requirePurchaseOrder } from './order-for-company.ts';
import { isHeld, isOver, orderNotFound } from './orders.ts';
import { mayChange, requireChange, seenBy } from './whose-orders.ts';
import { mayApprove } from '#server/buying/limits/may-approve.ts';
import { approvalTokens } from '#server/buying/order-tables/approvals.sql.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';

/**
 * Changes what the papers and the carrier need to know of an order: its owner until it is paid, staff until it is shipped,
 * with a line in the audit log. Of one that was approved, who may approve it changes all but the telephone. What was bought, where it goes and what it costs stays as it is.
 * @returns how many orders changed: 0 where all is so already
 * @throws AppError ORDER_NOT_FOUND, ORDER_PAID, ORDER_SHIPPED, FORBIDDEN where staff may read it and no more, or where it was approved;
 *   PURCHASE_ORDER_REQUIRED where its company asks for the number that is taken away
 */
export async function changeDetails(tx: Tx, caller: Caller, id: string, details: OrderDetails): Promise<number> {
  const isStaff = callerMay(caller, 'orders.change');
  const seesAll = isStaff || callerMay(caller, 'orders.read');
  const [found] = await tx
    .select({
      order: orders,
      mayChange: mayChange(caller.userId),
      mayApprove: sql<boolean>`${mayApprove(caller.userId)}`,
      isApproved: sql<boolean>`exists (select from approvals where order_id = ${orders.id} and state = 'approved')`,
    })
    .from(orders)
    .where(and(eq(orders.id, id), seesAll ? undefined : seenBy(caller)))
    .for('update');
  const order = found?.order;
  if (!order || isOver(order.state)) throw orderNotFound();
  requireOpenTo(order, isStaff ? 'staff' : found.mayChange || (found.isApproved && found.mayApprove));
  const changed = Object.entries(details).flatMap(([name, to]) => {
    const from = order[name as keyof OrderDetails];
    return to === undefined || to === from ? [] : [{ name, from, to }];
  });
  if (changed.length === 0) return 0;
  if (found.isApproved && !found.mayApprove && !isStaff) requireAsApproved(changed);
  if (changed.some(({ name }) => name === 'purchaseOrder'))
    await requireNumberOf(tx, order.companyId, details.purchaseOrder ?? '');
  await tx
    .update(orders)
    .set({
      ...Object.fromEntries(changed.map(({ name, to }) => [name, to])),
      // Its parts say the address that was.
      ...(changed.some(({ name }) => name === 'address') ? { deliveryAddress: null } : {}),
    })
    .where(eq(orders.id, id));
  const parts = Object.fromEntries(changed.map(({ name, from, to }) => [name, { from, to }]));
  await noteEvent(tx, caller, id, 'changed', parts);
  await tellNews(tx, 'order.changed', [id]);
  if (order.state === 'waiting') await askAgain(tx, id);
  if (order.userId !== caller.userId)
    await record(tx, caller, 'order.changed', id, { number: String(order.number), changed: parts });
  return 1;
}

/** What the approver saw is what they approved: a telephone number decides nothing. @throws AppError FORBIDDEN */
function requireAsApproved(changed: readonly { name: string }[]): void {
  if (changed.every(({ name }) => name === 'phone')) return;
  throw new AppError(
    'FORBIDDEN',
    sentence('This order was approved as it is. Ask an approver to change it, or delete it and order again.'),
  );
}

/** @throws AppError PURCHASE_ORDER_REQUIRED */
async function requireNumberOf(tx: Tx, companyId: string | null, purchaseOrder: string): Promise<void> {
  if (companyId === null) return;
  const [company] = await tx.select().from(companies).where(eq(companies.id, companyId));
  if (company) requirePurchaseOrder(company, purchaseOrder);
}

/** Whoever decides by a letter decides on what the letter says. */
async function askAgain(tx: Tx, id: string): Promise<void> {
  await tx
    .update(approvalTokens)
    .set({ endedAt: sql`now()` })
    .where(and(eq(approvalTokens.orderId, id), isNull(approvalTokens.endedAt)));
  await tellNews(tx, 'approval.asked-again', [id], { because: 'changed' });
}

/** @throws AppError FORBIDDEN, ORDER_PAID, ORDER_SHIPPED */
function requireOpenTo(
  { state, fulfilment }: Pick<typeof orders.$inferSelect, 'state' | 'fulfilment'>,
  may: 'staff' | boolean,
): void {
  if (may !== 'staff') {
    requireChange(may);
    if (!isHeld(state))
      throw new AppError(
        'ORDER_PAID',
        sentence('This order already has an invoice. Contact us to change it before it is shipped.'),
      );
  }
  if (fulfilment !== 'none')
    throw new AppError(
      'ORDER_SHIPPED',
      sentence('This order has been shipped, in whole or in part, and can no longer be changed.'),
    );
}
