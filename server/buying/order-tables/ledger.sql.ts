import { sql } from 'drizzle-orm';
import { bigint, date, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { DiscountOffer } from '#contract/money/cash-discount.ts';

/** Money of one order that came or went back: by card, or by a transfer that was recorded for it. `give-back`: what came too much. */
export type MoneyKind = 'charge' | 'charge_undone' | 'refund' | 'refund_failed' | 'give-back';
export type LedgerKind =
  | MoneyKind
  | 'invoice'
  | 'credit-note'
  | 'payment'
  | 'payout'
  | 'fee'
  | 'discount'
  | 'write-off'
  | 'reversal';

const cents = (name: string) => bigint(name, { mode: 'number' });
const when = () => timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow();

/**
 * Every movement of money, and of orders of companies every paper, too: the entries of their accounts. Signed, in cents; a trigger
 * refuses to change or remove a line.
 */
export const ledger = pgTable('ledger', {
  id: text('id').primaryKey(),
  /** Whose account it is in; null: it is of an order of nobody's company. */
  companyId: text('company_id'),
  orderId: text('order_id'),
  paymentIntentId: text('payment_intent_id'),
  kind: text('kind').$type<LedgerKind>().notNull(),
  /** What came in is positive, and what else is owed less by; what went out, and what is owed more by, is negative. */
  amountCents: cents('amount_cents').notNull(),
  /** What moved it, once for each kind: the intent, the refund, the event that told of it, the paper, or its own id. */
  reference: text('reference').notNull(),
  /** What the company finds it by: the number of the paper, the reference of the bank's statement. */
  document: text('document').notNull().default(''),
  /** When an invoice or a fee must be paid: YYYY-MM-DD. */
  dueOn: date('due_on', { mode: 'string' }),
  /** The day on which the bank had the money. */
  receivedOn: date('received_on', { mode: 'string' }),
  /** The day that it is dated: of money the bank's, of a paper the one that it says, else that on which it was entered. */
  day: date('day', { mode: 'string' })
    .notNull()
    .default(sql`shop_today()`),
  /** Of an invoice: what may be taken off it. */
  cashDiscount: jsonb('cash_discount').$type<DiscountOffer[]>(),
  /** Of a discount, whose `document` is the invoice: the tax in it, and the payment that took it. */
  taxCents: cents('tax_cents'),
  takenBy: text('taken_by'),
  reason: text('reason').notNull().default(''),
  /** The entry that this one takes back, whole. */
  reverses: text('reverses'),
  actorId: text('actor_id'),
  createdAt: when(),
  /** How the money came or went; `none`: no money moved. */
  method: text('method').$type<'card' | 'transfer' | 'none'>().notNull(),
});

/**
 * How much of what lowers a company's debt (a payment, a credit note) settles of what raised it (an invoice, a fee, money that went
 * back). Negative where a reversal took it back; only added to, as the ledger.
 */
export const settlements = pgTable('settlements', {
  id: cents('id').primaryKey().generatedAlwaysAsIdentity(),
  creditId: text('credit_id').notNull(),
  debitId: text('debit_id').notNull(),
  amountCents: cents('amount_cents').notNull(),
  createdAt: when(),
});
