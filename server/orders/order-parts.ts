import { and, inArray, lt } from 'drizzle-orm';
import { LINES_IN_LISTS } from '#contract/orders.ts';
import type { Db } from '#server/db/client.ts';
import { readShipments } from './read-shipments.ts';
import { readMoney } from './order-money.ts';
import { orderLines, type orders } from '#server/order-tables/orders.sql.ts';
import type { OrderParts } from './present-order.ts';

type Row = typeof orders.$inferSelect;

/**
 * What belongs to orders beyond their own rows, read for all of them at once, in the order of `rows`.
 * @param which lines of each: all, or the first few as lists show them
 */
export async function readOrderParts(db: Db, rows: Row[], which: 'all' | 'first'): Promise<OrderParts[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const lines = await db
    .select()
    .from(orderLines)
    .where(
      and(inArray(orderLines.orderId, ids), which === 'first' ? lt(orderLines.position, LINES_IN_LISTS) : undefined),
    )
    .orderBy(orderLines.orderId, orderLines.position);
  const byOrder = new Map(ids.map((id): [string, typeof lines] => [id, []]));
  for (const line of lines) byOrder.get(line.orderId)?.push(line);
  const sent = rows.filter(({ fulfilment }) => fulfilment !== 'none').map(({ id }) => id);
  const shipments = await readShipments(
    db,
    sent,
    which === 'first' ? [...new Set(lines.map(({ toolId }) => toolId))] : undefined,
  );
  const money = await readMoney(db, rows);
  return rows.map((order) => ({
    order,
    lines: byOrder.get(order.id) ?? [],
    shipments: shipments.get(order.id) ?? [],
    ...money.get(order.id),
  }));
}
