import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { tools } from './tools.sql.ts';

/** Every change of a tool's stock that is not an order. */
export const stockChanges = pgTable(
  'stock_changes',
  {
    id: text('id').primaryKey(),
    toolId: text('tool_id')
      .notNull()
      .references(() => tools.id),
    kind: text('kind').$type<'created' | 'edited' | 'counted' | 'imported' | 'returned'>().notNull(),
    /** Pieces, above 0 where they came. */
    change: integer('change').notNull(),
    reason: text('reason').notNull().default(''),
    actorId: text('actor_id'),
    actorEmail: text('actor_email').notNull().default(''),
    /** What the call answered, for its repeats. */
    availableQuantity: integer('available_quantity'),
    version: integer('version'),
    idempotencyKey: text('idempotency_key'),
    idempotencyHash: text('idempotency_hash'),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    check('stock_changes_kind', sql`${table.kind} in ('created', 'edited', 'counted', 'imported', 'returned')`),
    check('stock_changes_change', sql`${table.change} <> 0`),
    index('stock_changes_tool').on(table.toolId, table.createdAt),
    uniqueIndex('stock_changes_idempotency')
      .on(table.actorId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
  ],
);
