import { sql } from 'drizzle-orm';
import { date, integer, numeric, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

/** What firms pay instead of the tools' own prices; `percentOff` holds where the list names no price for a tool. */
export const priceLists = pgTable(
  'price_lists',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    percentOff: numeric('percent_off', { mode: 'number' }).notNull().default(0),
    fromDay: date('from_day', { mode: 'string' }),
    untilDay: date('until_day', { mode: 'string' }),
    version: integer('version').notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('price_lists_name').on(sql`lower(${table.name})`)],
);
