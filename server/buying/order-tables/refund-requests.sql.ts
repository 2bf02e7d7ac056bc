import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const when = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Refunds that buyers asked for; an order has at most one that is not answered. */
export const refundRequests = pgTable('refund_requests', {
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  reason: text('reason').notNull(),
  /** The pieces that it is about; none: all of them. */
  lines: jsonb('lines').$type<{ toolId: string; quantity: number }[]>().notNull().default([]),
  state: text('state').$type<'open' | 'granted' | 'refused'>().notNull().default('open'),
  /** Why it was refused. */
  answer: text('answer').notNull().default(''),
  /** Who answered. */
  actorEmail: text('actor_email').notNull().default(''),
  createdAt: when('created_at').notNull().defaultNow(),
  answeredAt: when('answered_at'),
});
