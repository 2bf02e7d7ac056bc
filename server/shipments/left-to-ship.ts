import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';

/** A line of an order with what has left the house of it and what is still to leave, in pieces. */
export interface OrderedLine {
  toolId: string;
  toolName: string;
  sku: string | null;
  quantity: number;
  shipped: number;
  left: number;
}

/** The lines of an order whose row the caller has locked, in their order, with what is left of each. */
export async function leftToShip(tx: Tx, orderId: string): Promise<OrderedLine[]> {
  const { rows } = await tx.execute<Record<keyof OrderedLine, unknown>>(sql`
    select line.tool_id as "toolId", line.tool_name as "toolName", line.sku, line.quantity,
      coalesce(gone.pieces, 0)::float8 as shipped, (line.quantity - coalesce(gone.pieces, 0))::float8 as left
    from order_lines line left join (
      select part.tool_id, sum(part.quantity) as pieces
      from shipments join shipment_lines part on part.shipment_id = shipments.id
      where shipments.order_id = ${orderId} group by part.tool_id
    ) gone on gone.tool_id = line.tool_id
    where line.order_id = ${orderId} order by line.position`);
  return rows as unknown as OrderedLine[];
}
