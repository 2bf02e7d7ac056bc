import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { orderNotFound } from '#server/buying/orders/orders.ts';
import { mayChange, requireChange, seenBy } from '#server/buying/orders/whose-orders.ts';

/**
 * Holds the stock of an unpaid order for as long as a transfer may take, counted from when it was placed, so that choosing it again
 * holds nothing longer.
 * @throws AppError ORDER_NOT_FOUND, FORBIDDEN
 */
export async function holdForTransfer(tx: Tx, caller: Caller, id: string, days: number): Promise<void> {
  const [order] = await tx
    .select({ mayChange: mayChange(caller.userId) })
    .from(orders)
    .where(and(eq(orders.id, id), seenBy(caller)))
    .for('update');
  if (!order) throw orderNotFound();
  requireChange(order.mayChange);
  await tx
    .update(orders)
    .set({ holdUntil: sql`greatest(${orders.holdUntil}, ${orders.createdAt} + make_interval(days => ${days}))` })
    .where(and(eq(orders.id, id), eq(orders.state, 'unpaid')));
}
