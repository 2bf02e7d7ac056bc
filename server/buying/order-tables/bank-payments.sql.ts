import { date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Payments that came by bank transfer, as staff recorded them. Several stand of an order of a company of which each paid a part. */
export const bankPayments = pgTable('bank_payments', {
  /** The transaction id of the order that it paid, or a part of. */
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  /** What came: all that was due, a part of it, or more. */
  amountCents: integer('amount_cents').notNull(),
  /** As the bank's statement has it. */
  reference: text('reference').notNull(),
  /** The day on which the bank had the money, as YYYY-MM-DD. */
  receivedOn: date('received_on', { mode: 'string' }).notNull(),
  actorId: text('actor_id'),
  actorEmail: text('actor_email').notNull().default(''),
  createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  /** Recorded wrongly: when that was noticed, the e-mail address of whom, and what was wrong. */
  undoneAt: timestamp('undone_at', { withTimezone: true, mode: 'date' }),
  undoneBy: text('undone_by'),
  undoneReason: text('undone_reason'),
});
