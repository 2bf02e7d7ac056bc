import { and, asc, eq, inArray } from 'drizzle-orm';
import { ACCOUNT_PREFIX } from '#contract/money/payments.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { owedOf } from '#server/buying/account/owed.ts';
import { markPaid } from '#server/buying/orders/orders.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';

/** Locks orders in one order for everybody; whoever settles invoices of a firm has locked the firm before (docs/decisions/361). */
export async function lockOrders(tx: Tx, ids: string[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .select({ id: orders.id })
      .from(orders)
      .where(inArray(orders.id, ids))
      .orderBy(asc(orders.id))
      .for('update');
}

/**
 * Says of orders whose invoices were settled, or are owed again, whether they are paid. Their rows are locked.
 * @returns those that became paid by this
 */
export async function followSettlements(tx: Tx, ids: string[]): Promise<string[]> {
  const paid: string[] = [];
  for (const id of ids) {
    const [order] = await tx.select().from(orders).where(eq(orders.id, id));
    if (!order || order.companyId === null) continue;
    const owed = await owedOf(tx, { ...order, state: 'open' });
    const isOver = order.refundedCents >= order.totalCents;
    if (order.state === 'open' && owed === 0 && !isOver && (await markPaid(tx, id, `${ACCOUNT_PREFIX}${id}`)))
      paid.push(id);
    if (order.state === 'paid' && owed > 0) await reopen(tx, order);
  }
  return paid;
}

async function reopen(tx: Tx, { id, paidAt }: typeof orders.$inferSelect): Promise<void> {
  await tx
    .update(orders)
    .set({ state: 'open', paidAt: null, transactionId: null })
    .where(and(eq(orders.id, id), eq(orders.state, 'paid')));
  await tellNews(tx, 'order.payment-undone', [id], { paidAt: paidAt?.toISOString() });
}
