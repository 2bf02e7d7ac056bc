import { and, inArray, lt, sql } from 'drizzle-orm';
import { LINES_IN_LISTS } from '#contract/orders.ts';
import type { Db } from '#server/db/client.ts';
import { readShipments } from '#server/shipments/read-shipments.ts';
import { invoiceNumbers } from '#server/invoices/invoices.ts';
import { refundLines } from '#server/payments/payments.sql.ts';
import { orderLines, type orders } from './orders.sql.ts';
import type { OrderParts, RefundedPieces } from './present-order.ts';

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
  const paid = rows.filter(({ state }) => state === 'paid').map(({ id }) => id);
  const numbers = await invoiceNumbers(db, paid);
  const refunded = await piecesRefunded(db, paid);
  return rows.map((order) => {
    const invoiceNumber = numbers.get(order.id);
    return {
      order,
      lines: byOrder.get(order.id) ?? [],
      shipments: shipments.get(order.id) ?? [],
      refunded: refunded.get(order.id) ?? new Map(),
      ...(invoiceNumber === undefined ? {} : { invoiceNumber }),
    };
  });
}

/** The pieces whose money was given back, by order and tool. */
async function piecesRefunded(db: Db, orderIds: string[]): Promise<Map<string, Map<string, RefundedPieces>>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .select({
      orderId: refundLines.orderId,
      toolId: refundLines.toolId,
      pieces: sql<number>`sum(${refundLines.quantity})::float8`,
      unshipped: sql<number>`sum(${refundLines.unshipped})::float8`,
    })
    .from(refundLines)
    .where(inArray(refundLines.orderId, orderIds))
    .groupBy(refundLines.orderId, refundLines.toolId);
  const byOrder = new Map<string, Map<string, RefundedPieces>>();
  for (const { orderId, toolId, pieces, unshipped } of rows) {
    const lines = byOrder.get(orderId) ?? new Map<string, RefundedPieces>();
    byOrder.set(orderId, lines.set(toolId, { pieces, unshipped }));
  }
  return byOrder;
}
