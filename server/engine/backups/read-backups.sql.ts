import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Backups that were read back after they were made. */
export const readBackups = pgTable('read_backups', {
  name: text('name').primaryKey(),
  /** Bytes. */
  size: bigint('size', { mode: 'number' }).notNull(),
  /** Null: it could not be read to its end. */
  rows: bigint('rows', { mode: 'number' }),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});
