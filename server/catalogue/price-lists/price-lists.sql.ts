import { date, integer, jsonb, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { PriceBreak } from '#contract/buying/pricing.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';

/** What companies pay instead of the tools' own prices; `percentOff` holds where the list names no price for a tool. */
export const priceLists = pgTable('price_lists', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  percentOff: numeric('percent_off', { mode: 'number' }).notNull().default(0),
  fromDay: date('from_day', { mode: 'string' }),
  untilDay: date('until_day', { mode: 'string' }),
  version: integer('version').notNull().default(1),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});

/** What a list says instead of a tool's own price and all of its breaks, in cents. */
export const priceListItems = pgTable('price_list_items', {
  listId: text('list_id')
    .notNull()
    .references(() => priceLists.id, { onDelete: 'cascade' }),
  toolId: text('tool_id')
    .notNull()
    .references(() => tools.id, { onDelete: 'cascade' }),
  priceCents: integer('price_cents').notNull(),
  priceBreaks: jsonb('price_breaks').$type<PriceBreak[]>().notNull().default([]),
});
