import { sql } from 'drizzle-orm';
import { date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { companies } from '#server/buying/companies/companies.sql.ts';
import { invoices } from '#server/buying/order-tables/invoices.sql.ts';

const when = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' }).notNull().defaultNow();

/** The steps of the owner's reminders that an invoice has had, from 1. */
export const reminders = pgTable('reminders', {
  invoiceNumber: text('invoice_number')
    .notNull()
    .references(() => invoices.number),
  step: integer('step').notNull(),
  companyId: text('company_id')
    .notNull()
    .references(() => companies.id),
  sentAt: when('sent_at'),
  /** The shop's day of it. */
  sentOn: date('sent_on', { mode: 'string' })
    .notNull()
    .default(sql`shop_today()`),
});

/** Invoices that nobody is reminded of. */
export const reminderHolds = pgTable('reminder_holds', {
  invoiceNumber: text('invoice_number')
    .primaryKey()
    .references(() => invoices.number),
  createdAt: when('created_at'),
});
