import { bigint, pgTable, text } from 'drizzle-orm/pg-core';

/** What lies in a basket, in the order in which it came. It holds no stock. */
export const basketLines = pgTable('basket_lines', {
  userId: text('user_id').notNull(),
  toolId: text('tool_id').notNull(),
  /** Pieces. */
  quantity: bigint('quantity', { mode: 'number' }).notNull(),
  /** The code of the pack that it is counted in; null: pieces. */
  unit: text('unit'),
  position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
});
