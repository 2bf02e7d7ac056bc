import { bigint, date, jsonb, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';

/** What a letter said that a line costs: cents of the tool's price unit. */
export interface ToldLine {
  toolId: string;
  quantity: number;
  cents: number;
}

/** Lists that the shop orders again and again, each as whoever set it. */
export const standingOrders = pgTable('standing_orders', {
  id: text('id').primaryKey(),
  listId: text('list_id').notNull(),
  userId: text('user_id').notNull(),
  companyId: text('company_id'),
  every: text('every').$type<'week' | 'month'>().notNull(),
  day: smallint('day').notNull(),
  untilDay: date('until_day', { mode: 'string' }),
  pay: text('pay').$type<'card' | 'transfer' | 'account'>(),
  purchaseOrder: text('purchase_order').notNull().default(''),
  costCentre: text('cost_centre').notNull().default(''),
  /** The next day by the calendar. */
  dueOn: date('due_on', { mode: 'string' }).notNull(),
  /** The day on which a letter said that it will be placed; null: none did yet. */
  announcedFor: date('announced_for', { mode: 'string' }),
  told: jsonb('told').$type<ToldLine[]>().notNull().default([]),
  /** Null: it goes on. */
  pausedCode: text('paused_code'),
  pausedWhy: text('paused_why').notNull().default(''),
  lastOrderId: text('last_order_id'),
  lastOn: date('last_on', { mode: 'string' }),
  version: bigint('version', { mode: 'number' }).notNull().default(1),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});
