import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#server/people/directory/people.sql.ts';

/** Addresses that customers and companies keep; one in each book is the default for deliveries, at most one for invoices. */
export const addresses = pgTable('addresses', {
  id: text('id').primaryKey(),
  userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
  /** Of a company whose people share it; then it is no person's. */
  companyId: text('company_id'),
  label: text('label').notNull().default(''),
  name: text('name').notNull(),
  company: text('company').notNull().default(''),
  street: text('street').notNull(),
  extra: text('extra').notNull().default(''),
  postalCode: text('postal_code').notNull().default(''),
  town: text('town').notNull(),
  region: text('region').notNull().default(''),
  country: text('country').notNull(),
  phone: text('phone').notNull(),
  vatId: text('vat_id').notNull().default(''),
  isDefault: boolean('is_default').notNull().default(false),
  isInvoiceDefault: boolean('is_invoice_default').notNull().default(false),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});
