import { eq, sql } from 'drizzle-orm';
import { MAX_PIECES } from '#contract/limits.ts';
import { orderLines, type orders } from '#server/buying/order-tables/orders.sql.ts';
import { lockTools } from '#server/catalogue/tools/lock-tools.ts';
import { releasePromises, serveWaiting } from '#server/catalogue/promises/serve-waiting.ts';
import type { Tx } from '#server/engine/db/client.ts';

/** What an order held goes back into stock, and what it waited for is free. @returns the ids of its tools */
export async function returnAllStock(tx: Tx, { id }: Pick<typeof orders.$inferSelect, 'id'>): Promise<string[]> {
  const lines = await tx.select({ toolId: orderLines.toolId }).from(orderLines).where(eq(orderLines.orderId, id));
  const tools = lines.map(({ toolId }) => toolId);
  await lockTools(tx, tools);
  const released = await releasePromises(tx, id);
  await tx.execute(sql`
    update tools set available_quantity = least(available_quantity + line.quantity - coalesce(released.pieces, 0), ${MAX_PIECES}),
      version = version + 1, updated_at = now()
    from order_lines line left join unnest(${sql.param(released.map(({ toolId }) => toolId))}::text[],
      ${sql.param(released.map(({ quantity }) => quantity))}::int[]) as released (id, pieces) on released.id = line.tool_id
    where line.order_id = ${id} and tools.id = line.tool_id`);
  await serveWaiting(tx, tools);
  return tools;
}
