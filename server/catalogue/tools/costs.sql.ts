import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { tools } from './tools.sql.ts';

/** What a piece of a tool costs the shop, in cents; without a row, nobody has said it. */
export const toolCosts = pgTable('tool_costs', {
  toolId: text('tool_id')
    .primaryKey()
    .references(() => tools.id, { onDelete: 'cascade' }),
  costCents: integer('cost_cents').notNull(),
});
