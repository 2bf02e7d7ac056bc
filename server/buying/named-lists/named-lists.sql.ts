import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Lists such as "van stock", each one person's or one company's; `version` rises with every change. */
export const namedLists = pgTable('named_lists', {
  id: text('id').primaryKey(),
  /** Whose it is; null where it is a company's. */
  userId: text('user_id'),
  companyId: text('company_id'),
  name: text('name').notNull(),
  version: bigint('version', { mode: 'number' }).notNull().default(1),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});

/** What stands in a list, in the order in which it came. It holds no stock and remembers no price. */
export const namedListLines = pgTable('named_list_lines', {
  listId: text('list_id').notNull(),
  toolId: text('tool_id').notNull(),
  /** Pieces. */
  quantity: bigint('quantity', { mode: 'number' }).notNull(),
  position: bigint('position', { mode: 'number' }).generatedAlwaysAsIdentity(),
});
