import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { tools } from './tools.sql.ts';

/** Every change of a tool's stock that is not an order. */
export const stockChanges = pgTable('stock_changes', {
  id: text('id').primaryKey(),
  toolId: text('tool_id')
    .notNull()
    .references(() => tools.id),
  kind: text('kind').$type<'created' | 'edited' | 'counted' | 'imported' | 'returned' | 'received'>().notNull(),
  /** Pieces, above 0 where they came. */
  change: integer('change').notNull(),
  reason: text('reason').notNull().default(''),
  actorId: text('actor_id'),
  actorEmail: text('actor_email').notNull().default(''),
  /** What the call answered, for its repeats. */
  availableQuantity: integer('available_quantity'),
  version: integer('version'),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});
