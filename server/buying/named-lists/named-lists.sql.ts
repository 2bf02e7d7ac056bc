import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#server/people/directory/people.sql.ts';
import { lineColumns } from '#server/buying/kept-lines/line-columns.ts';

/** A customer's own lists, such as "van stock"; `version` rises with every change. */
export const namedLists = pgTable(
  'named_lists',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    version: bigint('version', { mode: 'number' }).notNull().default(1),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('named_lists_name').on(table.userId, sql`lower(${table.name})`)],
);

/** What stands in a list, in the order in which it came. It holds no stock and remembers no price. */
export const namedListLines = pgTable(
  'named_list_lines',
  {
    listId: text('list_id')
      .notNull()
      .references(() => namedLists.id, { onDelete: 'cascade' }),
    ...lineColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.listId, table.toolId] }),
    check('named_list_lines_quantity', sql`${table.quantity} between 1 and 1000000000`),
    index('named_list_lines_tool').on(table.toolId),
  ],
);
