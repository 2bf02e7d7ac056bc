import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** What was done with an order beside paying and shipping: staff placed it for its customer, somebody changed its details. */
export const orderEvents = pgTable('order_events', {
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  kind: text('kind').$type<'placed' | 'changed'>().notNull(),
  actorId: text('actor_id'),
  actorEmail: text('actor_email').notNull().default(''),
  changed: jsonb('changed').$type<Record<string, { from: string; to: string }>>().notNull().default({}),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});
