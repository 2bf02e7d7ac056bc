import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { orders } from './orders.sql.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';

/** What left the house together; never changed. */
export const shipments = pgTable('shipments', {
  id: text('id').primaryKey(),
  orderId: text('order_id')
    .notNull()
    .references(() => orders.id, { onDelete: 'cascade' }),
  carrier: text('carrier').notNull(),
  trackingNumber: text('tracking_number'),
  trackingUrl: text('tracking_url'),
  /** Who sent it. */
  actorId: text('actor_id'),
  actorEmail: text('actor_email').notNull().default(''),
  idempotencyKey: text('idempotency_key'),
  idempotencyHash: text('idempotency_hash'),
  shippedAt: timestamp('shipped_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});

/** How many pieces of which tool of the order. */
export const shipmentLines = pgTable('shipment_lines', {
  shipmentId: text('shipment_id')
    .notNull()
    .references(() => shipments.id, { onDelete: 'cascade' }),
  toolId: text('tool_id')
    .notNull()
    .references(() => tools.id),
  quantity: integer('quantity').notNull(),
});
