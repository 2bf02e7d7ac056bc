import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { companies } from '#server/buying/companies/companies.sql.ts';
import { invoices } from '#server/buying/order-tables/invoices.sql.ts';

const when = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' }).notNull().defaultNow();

/** The steps of the owner's reminders that an invoice has had, from 1. */
export const reminders = pgTable(
  'reminders',
  {
    invoiceNumber: text('invoice_number')
      .notNull()
      .references(() => invoices.number),
    step: integer('step').notNull(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    sentAt: when('sent_at'),
  },
  (table) => [
    primaryKey({ columns: [table.invoiceNumber, table.step] }),
    check('reminders_step_check', sql`${table.step} > 0`),
    index('reminders_of_company').on(table.companyId, table.sentAt),
  ],
);

/** Invoices that nobody is reminded of. */
export const reminderHolds = pgTable('reminder_holds', {
  invoiceNumber: text('invoice_number')
    .primaryKey()
    .references(() => invoices.number),
  createdAt: when('created_at'),
});
