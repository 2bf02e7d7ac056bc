import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { orders } from './orders.sql.ts';

export type LedgerKind = 'charge' | 'charge_undone' | 'refund' | 'refund_failed';

/** Every movement of money, signed, in cents; a trigger refuses to change or remove a line. */
export const payments = pgTable(
  'payments',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    paymentIntentId: text('payment_intent_id').notNull(),
    kind: text('kind').$type<LedgerKind>().notNull(),
    /** What came in is positive, what went out negative. */
    amountCents: integer('amount_cents').notNull(),
    /** What at the provider moved it: the intent, the refund, or the event that told of it. */
    reference: text('reference').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    check('payments_kind', sql`${table.kind} in ('charge', 'charge_undone', 'refund', 'refund_failed')`),
    check(
      'payments_sign',
      sql`(${table.kind} in ('refund', 'charge_undone')) = (${table.amountCents} < 0) and ${table.amountCents} <> 0`,
    ),
    uniqueIndex('payments_once').on(table.kind, table.reference),
    index('payments_order').on(table.orderId),
    index('payments_intent').on(table.paymentIntentId),
  ],
);
