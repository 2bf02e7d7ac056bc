import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { CreditOfInvoice } from './invoices.sql.ts';

const when = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The payment intent of an order at the provider; a new attempt only where the earlier intent was cancelled. */
export const paymentIntents = pgTable('payment_intents', {
  /** The provider's id, `pi_…`. */
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  attempt: integer('attempt').notNull(),
  amountCents: integer('amount_cents').notNull(),
  clientSecret: text('client_secret').notNull(),
  /** The provider's status as last seen. */
  status: text('status').notNull(),
  checkedAt: when('checked_at').notNull().defaultNow(),
  createdAt: when('created_at').notNull().defaultNow(),
});

/** Several invoices of a company that are paid by card at once, each with how much of it. */
export const companyIntents = pgTable('firm_intents', {
  /** The provider's id, `pi_…`. */
  id: text('id').primaryKey(),
  companyId: text('company_id').notNull(),
  amountCents: integer('amount_cents').notNull(),
  invoices: jsonb('invoices').$type<{ number: string; cents: number }[]>().notNull(),
  clientSecret: text('client_secret').notNull(),
  /** The provider's status as last seen. */
  status: text('status').notNull(),
  checkedAt: when('checked_at').notNull().defaultNow(),
  createdAt: when('created_at').notNull().defaultNow(),
});

/** Every webhook event that was acted on, by the provider's id, so that each acts once. */
export const webhookEvents = pgTable('webhook_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  receivedAt: when('received_at').notNull().defaultNow(),
});

/** Money that must go back: recorded with the action that made it so, sent to the provider afterwards. */
export const refunds = pgTable('refunds', {
  id: text('id').primaryKey(),
  orderId: text('order_id'),
  /** The payment by which the money goes back; null where none moves. */
  paymentIntentId: text('payment_intent_id'),
  /** The way that the money goes; `credit`: none moves, it settles what is left to pay or is credit of a company. */
  method: text('method').$type<'card' | 'transfer' | 'credit'>().notNull(),
  amountCents: integer('amount_cents').notNull(),
  /** The tax in it; null where the provider told of it. */
  taxCents: integer('tax_cents'),
  /** Of an order that is invoiced as it leaves: what it takes off which invoice. */
  byInvoice: jsonb('by_invoice').$type<CreditOfInvoice[]>(),
  /** Of it, what had not been invoiced and never is; the tax in that. */
  uninvoicedCents: integer('uninvoiced_cents').notNull().default(0),
  uninvoicedTaxCents: integer('uninvoiced_tax_cents').notNull().default(0),
  reason: text('reason').notNull(),
  state: text('state').$type<'due' | 'sent' | 'failed'>().notNull().default('due'),
  /** When it was known to have failed; null where it has not, and where the version before took note of it. */
  failedAt: when('failed_at'),
  providerRefundId: text('provider_refund_id'),
  /** What was asked for with the key that made its id. */
  requestHash: text('request_hash'),
  /** The return that it gives money for, and what was kept of that money. */
  returnId: text('return_id'),
  feeCents: integer('fee_cents').notNull().default(0),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: when('next_attempt_at').notNull().defaultNow(),
  createdAt: when('created_at').notNull().defaultNow(),
});

/** The pieces that a refund is for; a trigger refuses to change or remove a line. */
export const refundLines = pgTable('refund_lines', {
  refundId: text('refund_id').notNull(),
  orderId: text('order_id').notNull(),
  toolId: text('tool_id').notNull(),
  quantity: integer('quantity').notNull(),
  /** Of them, those that had not left the house, and never will. */
  unshipped: integer('unshipped').notNull(),
  /** Of them, those that went back into stock. */
  restocked: integer('restocked').notNull(),
  /** Their price without tax. */
  netCents: integer('net_cents').notNull(),
});
