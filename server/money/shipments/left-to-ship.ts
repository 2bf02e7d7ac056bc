import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/engine/db/client.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';

/** A line of an order with what has left the house of it, what was given back and what is still to leave, in pieces. */
export interface OrderedLine {
  toolId: string;
  toolName: string;
  sku: string | null;
  unitPriceCents: number;
  priceUnit: number;
  quantity: number;
  shipped: number;
  refunded: number;
  /** Pieces whose money was given back after they had left. */
  refundedShipped: number;
  /** Pieces that had left and are in a return that is open, or were settled by one otherwise than by a refund. */
  returned: number;
  left: number;
  /** Of them, those that are still to come. */
  awaited: number;
}

/**
 * The lines of an order whose row the caller has locked, in their order, with what is left of each: what was given back
 * before it was shipped never leaves, and nothing does once all of the money went back or the rest was closed.
 */
export async function leftToShip(tx: Tx, orderId: string): Promise<OrderedLine[]> {
  const { rows } = await tx.execute<Record<keyof OrderedLine, unknown>>(sql`
    select line.tool_id as "toolId", line.tool_name as "toolName", line.sku, line.unit_price_cents as "unitPriceCents",
      line.price_unit as "priceUnit",
      line.quantity, coalesce(gone.pieces, 0)::float8 as shipped, coalesce(given.pieces, 0)::float8 as refunded,
      coalesce(given.pieces - given.unshipped, 0)::float8 as "refundedShipped",
      coalesce(returned.pieces, 0)::float8 as returned,
      case when (orders.refunded_cents = orders.total_cents and orders.total_cents > 0) or orders.rest_closed_at is not null then 0
        else line.quantity - coalesce(gone.pieces, 0) - coalesce(given.unshipped, 0) end::float8 as left,
      coalesce((select sum(quantity) from order_promises where order_id = ${orderId} and tool_id = line.tool_id), 0)::float8
        as awaited
    from orders join order_lines line on line.order_id = orders.id left join (
      select part.tool_id, sum(part.quantity) as pieces
      from shipments join shipment_lines part on part.shipment_id = shipments.id
      where shipments.order_id = ${orderId} group by part.tool_id
    ) gone on gone.tool_id = line.tool_id left join (
      select tool_id, sum(quantity) as pieces, sum(unshipped) as unshipped
      from refund_lines where order_id = ${orderId} group by tool_id
    ) given on given.tool_id = line.tool_id left join (
      select part.tool_id, sum(case when returns.state in ('asked', 'agreed', 'arrived') then part.quantity else part.settled end
        - part.refunded) as pieces
      from returns join return_lines part on part.return_id = returns.id
      where returns.order_id = ${orderId} group by part.tool_id
    ) returned on returned.tool_id = line.tool_id
    where orders.id = ${orderId} order by line.position`);
  return rows as unknown as OrderedLine[];
}

/** Keeps with an order how much of it has left the house, and whether anything still will. */
export async function keepFulfilment(tx: Tx, orderId: string): Promise<void> {
  const lines = await leftToShip(tx, orderId);
  const nothingLeft = lines.every(({ left }) => left === 0);
  const begun = lines.some(({ shipped }) => shipped > 0);
  await tx
    .update(orders)
    .set({ nothingLeft, fulfilment: !begun ? 'none' : nothingLeft ? 'all' : 'part' })
    .where(eq(orders.id, orderId));
}
