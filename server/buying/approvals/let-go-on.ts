import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';

/**
 * What was approved goes on as if it had just been placed: it is to be paid, and its stock is held from now on.
 * Under the locks of its firm and its own.
 */
export async function letGoOn(tx: Tx, { id }: Pick<typeof orders.$inferSelect, 'id'>, holdMs: number): Promise<void> {
  await tx
    .update(orders)
    .set({ state: 'unpaid', holdUntil: sql`now() + ${holdMs} * interval '1 millisecond'` })
    .where(eq(orders.id, id));
}
