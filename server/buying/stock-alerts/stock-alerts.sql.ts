import { sql } from 'drizzle-orm';
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Who asked to be told when a tool can be ordered again. A row goes with its letter, so that there is one. */
export const stockAlerts = pgTable('stock_alerts', {
  toolId: text('tool_id').notNull(),
  userId: text('user_id').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' })
    .notNull()
    .default(sql`now()`),
});
