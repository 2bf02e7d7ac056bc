import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** What left the house together; never changed. */
export const shipments = pgTable('shipments', {
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  /** Of its delivery note, `DN-2026-000001`; null where it left before there were any. */
  number: text('number'),
  carrier: text('carrier').notNull(),
  trackingNumber: text('tracking_number'),
  trackingUrl: text('tracking_url'),
  /** Who sent it. */
  actorId: text('actor_id'),
  actorEmail: text('actor_email').notNull().default(''),
  shippedAt: timestamp('shipped_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});

/** How many pieces of which tool of the order. */
export const shipmentLines = pgTable('shipment_lines', {
  shipmentId: text('shipment_id').notNull(),
  toolId: text('tool_id').notNull(),
  quantity: integer('quantity').notNull(),
});
