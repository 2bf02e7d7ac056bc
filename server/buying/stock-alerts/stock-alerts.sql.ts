import { sql } from 'drizzle-orm';
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#server/people/directory/people.sql.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';

/** Who asked to be told when a tool can be ordered again. A row goes with its letter, so that there is one. */
export const stockAlerts = pgTable('stock_alerts', {
  toolId: text('tool_id')
    .notNull()
    .references(() => tools.id, { onDelete: 'cascade' }),
  userId: text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' })
    .notNull()
    .default(sql`now()`),
});
