import { pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '#server/people/directory/people.sql.ts';

/** What staff note of a customer for each other; nothing noted is no row. Beside the account, which sign-in reads whole. */
export const customerNotes = pgTable('customer_notes', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  note: text('note').notNull(),
});
