import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Files with a hash in their name, of this version and earlier ones. */
export const builtAssets = pgTable('built_assets', {
  name: text('name').primaryKey(),
  /** In base64; null where it is in the S3-compatible store. */
  body: text('body'),
  /** When a process last started that has the file itself. */
  seenAt: timestamp('seen_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});
