import { sql } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import { rawInTransaction } from '#server/engine/db/raw-in-transaction.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { keepComing } from './keep-coming.ts';

interface WaitingRow extends Record<string, unknown> {
  orderId: string;
  toolId: string;
  batchId: string | null;
  quantity: number;
  /** In stock before those that are served earlier, and what these get. */
  stock: number;
  before: number;
}

/**
 * Gives pieces that are in stock to the orders that wait for them, whatever brought these: so that nobody buys from the stock what others
 * wait for. The oldest order is served first, of one order what was promised for the earliest day. Whoever raised the stock of tools
 * has locked them, and calls this in the same transaction.
 * @param batchId the batch that came: those to whom it was promised go before all others
 */
export async function serveWaiting(tx: Tx, toolIds: readonly string[], batchId: string | null = null): Promise<void> {
  if (toolIds.length === 0) return;
  const { rows } = await tx.execute<WaitingRow>(sql`
    select * from (
      select promise.order_id as "orderId", promise.tool_id as "toolId", promise.batch_id as "batchId", promise.quantity,
        tools.available_quantity as stock, (sum(promise.quantity) over (partition by promise.tool_id
          order by (promise.batch_id is not distinct from ${batchId}::text) desc, orders.number,
            coalesce(batches.day, promise.day), promise.batch_id) - promise.quantity)::float8 as before
      from order_promises promise join tools on tools.id = promise.tool_id
        join orders on orders.id = promise.order_id left join batches on batches.id = promise.batch_id
      where promise.tool_id = any(${sql.param([...toolIds])}::text[]) and tools.available_quantity > 0
    ) as waiting where before < stock`);
  if (rows.length === 0) return;
  const served = rows.map((row) => ({ ...row, pieces: Math.min(row.quantity, row.stock - row.before) }));
  const given = sql`unnest(${sql.param(served.map(({ orderId }) => orderId))}::text[],
    ${sql.param(served.map(({ toolId }) => toolId))}::text[], ${sql.param(served.map((row) => row.batchId))}::text[],
    ${sql.param(served.map(({ pieces }) => pieces))}::int[]) as given (order_id, tool_id, batch_id, pieces)`;
  const isIt = sql`promise.order_id = given.order_id and promise.tool_id = given.tool_id
    and promise.batch_id is not distinct from given.batch_id`;
  await tx.execute(sql`
    delete from order_promises promise using ${given} where ${isIt} and promise.quantity = given.pieces`);
  // What is left of one is less than before; those that were served wholly are gone.
  await tx.execute(sql`
    update order_promises promise set quantity = promise.quantity - given.pieces from ${given}
    where ${isIt} and promise.quantity > given.pieces`);
  const taken = new Map<string, number>();
  for (const { toolId, pieces } of served) taken.set(toolId, (taken.get(toolId) ?? 0) + pieces);
  await tx.execute(sql`
    update tools set available_quantity = available_quantity - taken.pieces
    from unnest(${sql.param([...taken.keys()])}::text[], ${sql.param([...taken.values()])}::int[]) as taken (id, pieces)
    where tools.id = taken.id`);
  await keepComing(rawInTransaction(tx).raw, [...taken.keys()]);
  await tellComplete(tx, [...new Set(served.map(({ orderId }) => orderId))]);
}

/** Of orders that waited, those of which all is there now are news. */
async function tellComplete(tx: Tx, orderIds: readonly string[]): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from unnest(${sql.param([...orderIds])}::text[]) as served (id)
    where not exists (select from order_promises where order_id = served.id)`);
  await tellNews(
    tx,
    'order.complete',
    rows.map(({ id }) => id),
  );
}

/** Pieces of an order that were to come and now never will. */
export interface Released {
  toolId: string;
  quantity: number;
}

/**
 * Takes pieces of an order back that are still to come, those of the latest day first; its tools are locked. What was promised of a batch
 * is free for others again.
 * @param most for each tool, how many pieces at most; without it all that the order waits for
 * @returns how many there were of each
 */
export async function releasePromises(
  tx: Tx,
  orderId: string,
  most?: readonly { toolId: string; quantity: number }[],
): Promise<Released[]> {
  const { rows } = await tx.execute<{ toolId: string; batchId: string | null; quantity: number }>(sql`
    select promise.tool_id as "toolId", promise.batch_id as "batchId", promise.quantity
    from order_promises promise left join batches on batches.id = promise.batch_id
    where promise.order_id = ${orderId} order by coalesce(batches.day, promise.day) desc, promise.batch_id desc`);
  if (rows.length === 0) return [];
  const left = most && new Map(most.map(({ toolId, quantity }) => [toolId, quantity]));
  const released = new Map<string, number>();
  for (const { toolId, batchId, quantity } of rows) {
    const pieces = Math.min(quantity, left?.get(toolId) ?? (left ? 0 : quantity));
    if (pieces === 0) continue;
    left?.set(toolId, (left.get(toolId) ?? 0) - pieces);
    released.set(toolId, (released.get(toolId) ?? 0) + pieces);
    const isIt = sql`order_id = ${orderId} and tool_id = ${toolId} and batch_id is not distinct from ${batchId}::text`;
    await tx.execute(
      pieces === quantity
        ? sql`delete from order_promises where ${isIt}`
        : sql`update order_promises set quantity = quantity - ${pieces}::int where ${isIt}`,
    );
  }
  await keepComing(rawInTransaction(tx).raw, [...released.keys()]);
  return [...released].map(([toolId, quantity]) => ({ toolId, quantity }));
}
