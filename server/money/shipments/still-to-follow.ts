import { sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/client.ts';

/** By tool, pieces of an order that had not left the house and were still to; those of which nothing was are not in it. */
export type StillToFollow = ReadonlyMap<string, number>;

/**
 * What was still to follow once a shipment with a number had left: a delivery note says it, whatever left or was given back since.
 * Numbers are given in the order in which parcels of an order leave.
 */
export async function stillToFollow(db: Db, orderId: string, number: string): Promise<StillToFollow> {
  const { rows } = await db.execute<{ toolId: string; pieces: number }>(sql`
    select line.tool_id as "toolId",
      (line.quantity - coalesce(gone.pieces, 0) - coalesce(given.pieces, 0))::float8 as pieces
    from shipments this join order_lines line on line.order_id = this.order_id left join lateral (
      select sum(part.quantity) as pieces from shipments sent join shipment_lines part on part.shipment_id = sent.id
      where sent.order_id = this.order_id and part.tool_id = line.tool_id
        and (sent.number is null or (length(sent.number), sent.number) <= (length(this.number), this.number))
    ) gone on true left join lateral (
      select sum(back.unshipped) as pieces from refund_lines back join refunds r on r.id = back.refund_id
      where back.order_id = this.order_id and back.tool_id = line.tool_id and r.created_at < this.shipped_at
    ) given on true
    where this.order_id = ${orderId} and this.number = ${number}`);
  return new Map(rows.flatMap(({ toolId, pieces }) => (pieces > 0 ? [[toolId, pieces]] : [])));
}
