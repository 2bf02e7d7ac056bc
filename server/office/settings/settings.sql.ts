import { integer, jsonb, pgTable, timestamp } from 'drizzle-orm/pg-core';

/** What the owner has set, in one row; what it does not name is the one in content/. */
export const settings = pgTable('settings', {
  id: integer('id').primaryKey(),
  value: jsonb('value').$type<Record<string, unknown>>().notNull(),
  version: integer('version').notNull().default(1),
  updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});
