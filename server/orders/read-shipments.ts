import { and, asc, inArray } from 'drizzle-orm';
import type { Shipment } from '#contract/orders.ts';
import type { Db } from '#server/db/client.ts';
import { shipmentLines, shipments } from '#server/order-tables/shipments.sql.ts';

type Row = typeof shipments.$inferSelect;

/** A shipment as the contract shows it, with its lines in the order in which they are given. */
export function presentShipment(row: Row, lines: Shipment['lines']): Shipment {
  return {
    _id: row.id,
    lines,
    carrier: row.carrier,
    trackingNumber: row.trackingNumber,
    trackingUrl: row.trackingUrl,
    shippedAt: row.shippedAt.toISOString(),
  };
}

/**
 * The shipments of orders, the earliest first; an order without any is not in the map.
 * @param tools whose lines are of interest, as a list shows the first few of each order; all of them without it
 */
export async function readShipments(db: Db, orderIds: string[], tools?: string[]): Promise<Map<string, Shipment[]>> {
  const byOrder = new Map<string, Shipment[]>();
  if (orderIds.length === 0) return byOrder;
  const rows = await db
    .select()
    .from(shipments)
    .where(inArray(shipments.orderId, orderIds))
    .orderBy(asc(shipments.shippedAt), asc(shipments.id));
  if (rows.length === 0) return byOrder;
  const ids = rows.map(({ id }) => id);
  const lines = await db
    .select()
    .from(shipmentLines)
    .where(
      and(
        inArray(shipmentLines.shipmentId, ids),
        tools === undefined ? undefined : inArray(shipmentLines.toolId, tools),
      ),
    );
  const byShipment = new Map<string, Shipment['lines']>(ids.map((id) => [id, []]));
  for (const { shipmentId, toolId, quantity } of lines) byShipment.get(shipmentId)?.push({ toolId, quantity });
  for (const row of rows) {
    const shipment = presentShipment(row, byShipment.get(row.id) ?? []);
    byOrder.set(row.orderId, [...(byOrder.get(row.orderId) ?? []), shipment]);
  }
  return byOrder;
}
