import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** What the register last said of a VAT number. */
export const vatProofs = pgTable('vat_proofs', {
  /** In capitals, without blanks, dots and hyphens. */
  number: text('number').primaryKey(),
  stands: boolean('stands').notNull(),
  name: text('name').notNull(),
  consultation: text('consultation').notNull(),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});
