import { bigint, date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { BatchState } from '#contract/catalogue/incoming.ts';

/** Goods that were ordered or are made, and their day. */
export const batches = pgTable('batches', {
  id: text('id').primaryKey(),
  toolId: text('tool_id').notNull(),
  /** Pieces that were announced, and that came. */
  quantity: integer('quantity').notNull(),
  received: bigint('received', { mode: 'number' }).notNull().default(0),
  day: date('day', { mode: 'string' }).notNull(),
  note: text('note').notNull().default(''),
  state: text('state').$type<BatchState>().notNull().default('announced'),
  version: integer('version').notNull().default(1),
  /** Who announced it. */
  actorEmail: text('actor_email').notNull().default(''),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});

/** Pieces of an order that are not there yet: of a batch, or made to order by a day. */
export const orderPromises = pgTable('order_promises', {
  orderId: text('order_id').notNull(),
  toolId: text('tool_id').notNull(),
  batchId: text('batch_id'),
  /** Of what is made to order; a batch has its own. */
  day: date('day', { mode: 'string' }),
  quantity: integer('quantity').notNull(),
});
