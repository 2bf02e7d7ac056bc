import { pgTable, text } from 'drizzle-orm/pg-core';

/** What staff note of a customer for each other; nothing noted is no row. Beside the account, which sign-in reads whole. */
export const customerNotes = pgTable('customer_notes', {
  userId: text('user_id').primaryKey(),
  note: text('note').notNull(),
});
