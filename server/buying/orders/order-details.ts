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
import { requirePurchaseOrder } from './order-for-firm.ts';
import { isHeld, isOver, orderNotFound } from './orders.ts';
import { mayChange, requireChange, seenBy } from './whose-orders.ts';
import { approvalTokens } from '#server/buying/order-tables/approvals.sql.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';

/**
 * Changes what the papers and the carrier need to know of an order: its owner until it is paid, staff until it is shipped,
 * with a line in the audit log. What was bought, where it goes and what it costs stays as it is.
 * @returns how many orders changed: 0 where all is so already
 * @throws AppError ORDER_NOT_FOUND, ORDER_PAID, ORDER_SHIPPED, FORBIDDEN where staff may read it and no more;
 *   PURCHASE_ORDER_REQUIRED where its firm asks for the number that is taken away
 */
export async function changeDetails(tx: Tx, caller: Caller, id: string, details: OrderDetails): Promise<number> {
  const isStaff = callerMay(caller, 'orders.change');
  const seesAll = isStaff || callerMay(caller, 'orders.read');
  const [found] = await tx
    .select({ order: orders, mayChange: mayChange(caller.userId) })
    .from(orders)
    .where(and(eq(orders.id, id), seesAll ? undefined : seenBy(caller)))
    .for('update');
  const order = found?.order;
  if (!order || isOver(order.state)) throw orderNotFound();
  if (!isStaff) requireChange(found?.mayChange ?? false);
  if (!isStaff && !isHeld(order.state))
    throw new AppError('ORDER_PAID', 'This order has its invoice. Write to us, and we change it before it is shipped.');
  if (order.fulfilment !== 'none')
    throw new AppError('ORDER_SHIPPED', 'This order has left the house, or part of it, and can no longer be changed.');
  const changed = Object.entries(details).flatMap(([name, to]) => {
    const from = order[name as keyof OrderDetails];
    return to === undefined || to === from ? [] : [{ name, from, to }];
  });
  if (changed.length === 0) return 0;
  if (order.companyId !== null && changed.some(({ name }) => name === 'purchaseOrder')) {
    const [firm] = await tx.select().from(companies).where(eq(companies.id, order.companyId));
    if (firm) requirePurchaseOrder(firm, details.purchaseOrder ?? '');
  }
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
  if (order.state === 'waiting') {
    // Whoever decides by a letter decides on what the letter says.
    await tx
      .update(approvalTokens)
      .set({ endedAt: sql`now()` })
      .where(and(eq(approvalTokens.orderId, id), isNull(approvalTokens.endedAt)));
    await tellNews(tx, 'approval.asked-again', [id], { because: 'changed' });
  }
  if (order.userId !== caller.userId)
    await record(tx, caller, 'order.changed', id, { number: String(order.number), changed: parts });
  return 1;
}
