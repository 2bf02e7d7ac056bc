import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { lineColumns } from '#server/buying/kept-lines/line-columns.ts';

/** One basket a customer; `version` rises with every change. */
export const baskets = pgTable('baskets', {
  userId: text('user_id').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull().default(1),
  updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});

/** What lies in a basket, in the order in which it came. It holds no stock. */
export const basketLines = pgTable('basket_lines', {
  userId: text('user_id').notNull(),
  ...lineColumns(),
});
