import { and, eq, sql } from 'drizzle-orm';
import type { Settings } from '#contract/office/settings.ts';
import { heldUntil, type ShopDays } from '#contract/working-days.ts';
import type { Tx } from '#server/engine/db/client.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { orderNotFound } from '#server/buying/orders/orders.ts';
import { mayChange, requireChange, seenBy } from '#server/buying/orders/whose-orders.ts';

const DAY_MS = 86_400_000;

/**
 * Holds the stock of an unpaid order for as long as a transfer may take, counted from when it was placed, so that choosing it again
 * holds nothing longer.
 * @throws AppError ORDER_NOT_FOUND, FORBIDDEN
 */
export async function holdForTransfer(
  tx: Tx,
  caller: Caller,
  id: string,
  { transferHoldDays, ...shop }: Pick<Settings, 'transferHoldDays'> & ShopDays,
): Promise<void> {
  const [order] = await tx
    .select({ mayChange: mayChange(caller.userId), createdAt: orders.createdAt })
    .from(orders)
    .where(and(eq(orders.id, id), seenBy(caller)))
    .for('update');
  if (!order) throw orderNotFound();
  requireChange(order.mayChange);
  const until = heldUntil(order.createdAt, transferHoldDays * DAY_MS, shop);
  await tx
    .update(orders)
    .set({ holdUntil: sql`greatest(${orders.holdUntil}, ${until.toISOString()}::timestamptz)` })
    .where(and(eq(orders.id, id), eq(orders.state, 'unpaid')));
}
