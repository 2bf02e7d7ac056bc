import { bigint, text } from 'drizzle-orm/pg-core';
import { tools } from '#server/catalogue/tools/tools.sql.ts';

/** The columns of lines that somebody keeps: pieces of a tool, in the order in which they came. They hold no stock. */
export const lineColumns = () => ({
  toolId: text('tool_id')
    .notNull()
    .references(() => tools.id),
  /** Pieces. */
  quantity: bigint('quantity', { mode: 'number' }).notNull(),
  position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
});
