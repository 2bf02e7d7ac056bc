import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Who last sent X-Forwarded-For without being in TRUSTED_PROXIES: one row. */
export const untrustedProxies = pgTable('untrusted_proxies', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  address: text('address').notNull(),
  seenAt: timestamp('seen_at', { withTimezone: true, mode: 'date' }).notNull(),
});
