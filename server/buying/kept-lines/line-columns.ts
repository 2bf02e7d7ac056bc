import { bigint, text } from 'drizzle-orm/pg-core';

/** The columns of lines that somebody keeps: pieces of a tool, in the order in which they came. They hold no stock. */
export const lineColumns = () => ({
  toolId: text('tool_id').notNull(),
  /** Pieces. */
  quantity: bigint('quantity', { mode: 'number' }).notNull(),
  position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
});
