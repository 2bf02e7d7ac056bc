import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Files that were sent by themselves, by their own names in small letters. */
export const documentFiles = pgTable('document_files', {
  name: text('name').primaryKey(),
  /** Under which the store of uploads has it. */
  file: text('file').notNull(),
  /** Bytes. */
  size: integer('size').notNull(),
  sentAt: timestamp('sent_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});
