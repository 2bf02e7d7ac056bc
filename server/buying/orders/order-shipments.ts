import { type SQL, sql } from 'drizzle-orm';
import type { Shipment } from '#contract/money/shipments.ts';
import type { shipments } from '#server/buying/order-tables/shipments.sql.ts';

interface Row extends Pick<
  typeof shipments.$inferSelect,
  'id' | 'orderId' | 'number' | 'carrier' | 'trackingNumber' | 'trackingUrl'
> {
  /** A moment, in JSON as PostgreSQL writes it. */
  shippedAt: Date | string;
}

/** A shipment as the contract shows it, with its lines in the order in which they are given. */
export function presentShipment(row: Row, lines: Shipment['lines']): Shipment {
  return {
    _id: row.id,
    number: row.number,
    deliveryNote: row.number === null ? null : `/order/${row.orderId}/shipment/${row.id}/delivery-note.pdf`,
    lines,
    carrier: row.carrier,
    trackingNumber: row.trackingNumber,
    trackingUrl: row.trackingUrl,
    shippedAt: new Date(row.shippedAt).toISOString(),
  };
}

/**
 * The shipments of an order that is read, the earliest first.
 * @param first how many of the order's lines are of interest, as a list shows the first few; null: all
 */
export function shipmentsOf(first: number | null): SQL<(Row & { lines: Shipment['lines'] })[]> {
  const shown =
    first === null
      ? sql``
      : sql` and tool_id in (select tool_id from order_lines where order_id = orders.id and position < ${first})`;
  return sql`case when orders.fulfilment = 'none' then '[]' else coalesce((
    select json_agg(json_build_object('id', sent.id, 'orderId', sent.order_id, 'number', sent.number, 'carrier', carrier, 'trackingNumber', tracking_number,
      'trackingUrl', tracking_url,
      'shippedAt', shipped_at, 'lines', coalesce((
        select json_agg(json_build_object('toolId', tool_id, 'quantity', quantity)) from shipment_lines
          where shipment_id = sent.id${shown}
      ), '[]')) order by shipped_at, sent.id)
    from shipments sent where sent.order_id = orders.id), '[]') end`;
}
