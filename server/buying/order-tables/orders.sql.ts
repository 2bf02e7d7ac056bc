import { sql } from 'drizzle-orm';
import type { Language } from '#contract/languages.ts';
import {
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { CountUnit } from '#contract/buying/units.ts';
import type { TaxCategory } from '#contract/office/tax.ts';
import type { VatProof } from '#contract/office/vat-numbers.ts';
import type { InvoiceAddress, PostalAddress } from '#contract/people/addresses.ts';

const when = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/**
 * `waiting`, for approval, and `unpaid` hold stock; `deleted`, `expired` and `rejected` gave it back for good. `paid` becomes
 * `open`, owed with its invoice, where its payment was recorded wrongly, and `open` becomes `paid`; of the others only
 * `waiting` and `unpaid` change.
 */
export type StoredState = 'waiting' | 'unpaid' | 'open' | 'paid' | 'free' | 'deleted' | 'expired' | 'rejected';

export type PaidBy = 'card' | 'transfer' | 'account';

/** Orders. The total never changes after the insert (a trigger sees to it), whatever happens to the tool. */
export const orders = pgTable('orders', {
  id: text('id').primaryKey(),
  /** What people say on the telephone; rises with every order. */
  number: bigint('number', { mode: 'number' })
    .notNull()
    .default(sql`nextval('order_numbers')`),
  userId: text('user_id'),
  name: text('name').notNull(),
  email: text('email').notNull(),
  address: text('address').notNull(),
  phone: text('phone').notNull(),
  /** Goods, freight and tax. */
  totalCents: integer('total_cents').notNull(),
  lineCount: integer('line_count').notNull().default(1),
  /** Of all lines; null on an order of the version before, which has one line. */
  pieces: bigint('pieces', { mode: 'number' }),
  weightGrams: bigint('weight_grams', { mode: 'number' }).notNull().default(0),
  freightCents: integer('freight_cents').notNull().default(0),
  /** For goods below the shop's minimum. */
  surchargeCents: integer('surcharge_cents').notNull().default(0),
  taxCents: integer('tax_cents').notNull().default(0),
  taxPercent: numeric('tax_percent', { mode: 'number' }),
  taxName: text('tax_name'),
  /** Why there is no tax, as the papers say it. */
  taxNote: text('tax_note'),
  taxCategory: text('tax_category').$type<TaxCategory>().notNull().default('O'),
  /** ISO 3166-1 alpha-2; null on an order of the version before: the company's own. */
  country: text('country'),
  /** The id of the delivery way, and its name and working days as they were then. */
  delivery: text('delivery'),
  deliveryName: text('delivery_name'),
  deliveryDaysFrom: integer('delivery_days_from'),
  deliveryDaysTo: integer('delivery_days_to'),
  /** `address` in parts, where it was given so; whom the invoice is to, if elsewhere. */
  deliveryAddress: jsonb('delivery_address').$type<PostalAddress>(),
  invoiceAddress: jsonb('invoice_address').$type<InvoiceAddress>(),
  company: text('company').notNull().default(''),
  vatId: text('vat_id').notNull().default(''),
  vatProof: jsonb('vat_proof').$type<VatProof>(),
  purchaseOrder: text('purchase_order').notNull().default(''),
  note: text('note').notNull().default(''),
  /** Until when its stock is held while it waits or is unpaid. */
  holdUntil: when('hold_until'),
  state: text('state').$type<StoredState>().notNull().default('unpaid'),
  transactionId: text('transaction_id'),
  paidAt: when('paid_at'),
  /** How it was paid, `account`: by payments or credit of its company; null: it is not paid. */
  paidBy: text('paid_by').$type<PaidBy>(),
  refundedCents: integer('refunded_cents').notNull().default(0),
  /** Of it, what settled by a credit note what was owed: no money moved. */
  creditedCents: integer('credited_cents').notNull().default(0),
  /** What was given up of its invoice; kept with what settles it. */
  writtenOffCents: integer('written_off_cents').notNull().default(0),
  /** What its company took off its invoice for paying in time; kept with what settles it. */
  discountCents: integer('discount_cents').notNull().default(0),
  /** How much has left the house; kept with every shipment. */
  fulfilment: text('fulfilment').$type<'none' | 'part' | 'all'>().notNull().default('none'),
  /** Nothing is to leave the house any more: all has, or its money was given back. */
  nothingLeft: boolean('nothing_left').notNull().default(false),
  /** When somebody decided that what had not left of it never will, and why. */
  restClosedAt: when('rest_closed_at'),
  restClosedReason: text('rest_closed_reason').notNull().default(''),
  idempotencyKey: text('idempotency_key'),
  /** SHA-256 of the request body that came with the key. */
  idempotencyHash: text('idempotency_hash'),
  createdAt: when('created_at').notNull().defaultNow(),
  closedAt: when('closed_at'),
  /** The company that it is for. */
  companyId: text('company_id'),
  /** The name of whoever ordered it; empty on an order of before there were companies. */
  orderedBy: text('ordered_by').notNull().default(''),
  /** The code of the company's cost centre. */
  costCentre: text('cost_centre'),
  /** What the buyer wants its invoice to say, such as an authority's Leitweg-ID. */
  buyerReference: text('buyer_reference').notNull().default(''),
  /** Owed by the company, which need not pay before the goods leave: since when, and the day by which, YYYY-MM-DD. */
  onAccount: boolean('on_account').notNull().default(false),
  openedAt: when('opened_at'),
  dueOn: date('due_on', { mode: 'string' }),
  /**
   * Of one that is invoiced as it leaves: what is not invoiced yet and will be, in cents. Its `dueOn` is the earliest of its invoices that
   * are open. Null: it is invoiced as a whole.
   */
  toInvoiceCents: integer('to_invoice_cents'),
  /** Whether what is there leaves before the rest is; and the day before which nothing is to leave. */
  parts: boolean('parts').notNull().default(false),
  wantedDay: date('wanted_day', { mode: 'string' }),
  /** In which its papers and letters are. */
  language: text('language').$type<Language>().notNull().default('en'),
  /** The quote that it accepted. */
  quoteId: text('quote_id'),
  /** The return of which it replaces pieces, at no price. */
  returnId: text('return_id'),
  /** From when it may leave the house. */
  releasedAt: when('released_at').generatedAlwaysAs(sql`case when on_account then opened_at else paid_at end`),
});

/** What was ordered, with the tool's name and unit price as they were then. */
export const orderLines = pgTable('order_lines', {
  id: text('id').primaryKey(),
  orderId: text('order_id').notNull(),
  toolId: text('tool_id').notNull(),
  toolName: text('tool_name').notNull(),
  /** Of `priceUnit` pieces. */
  unitPriceCents: integer('unit_price_cents').notNull(),
  priceUnit: smallint('price_unit').notNull().default(1),
  /** Pieces. */
  quantity: integer('quantity').notNull(),
  /** The pack that it was ordered in; null: pieces. */
  pack: jsonb('pack').$type<CountUnit>(),
  /** Its place among the lines, from 0, as they were sent. */
  position: integer('position').notNull().default(0),
  sku: text('sku'),
  /** What the company that it is for called the tool. */
  buyerNumber: text('buyer_number'),
});
