import { date, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Order } from '#contract/buying/orders.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { EInvoice } from '#server/buying/order-tables/e-invoice.ts';

export type InvoiceSeries = 'invoice' | 'credit-note';

/** What is numbered without gaps. */
export type NumberSeries = InvoiceSeries | 'delivery-note';

/** The company as its settings were when a paper was issued. */
export type Seller = Pick<Settings, 'company' | 'logo'> & {
  /** What the owner added to papers then; papers from before there was any have none. */
  papers?: Settings['papers'];
};

/** Who bought, as the order said it when a paper was issued; what was null then is left out. */
export interface Buyer {
  name: string;
  company: string;
  address: string;
  country?: string;
  vatId: string;
  email: string;
  phone: string;
  purchaseOrder: string;
  /** Where the invoice goes, if elsewhere than the goods. */
  invoiceAddress?: unknown;
}

/** What a paper says, as it was when it was issued: its XML is made from the model, its PDF says what else stood on the order. */
export interface IssuedDocument {
  model: EInvoice;
  order: Pick<Order, 'name' | 'company' | 'address' | 'phone' | 'purchaseOrder' | 'note'>;
}

/** What a paper is of, where that is not the whole order. */
export interface PaperPart {
  /** Without tax. */
  lines: { toolId: string; quantity: number; netCents: number }[];
  freightCents: number;
  surchargeCents: number;
}

/** What a refund takes off one of the invoices of an order. */
export interface CreditOfInvoice {
  invoiceNumber: string;
  totalCents: number;
  taxCents: number;
  part: PaperPart;
}

/** The last number of a series in a year of the shop's; its row is locked by whoever takes the next, until they commit. */
export const invoiceSeries = pgTable('invoice_series', {
  series: text('series').$type<NumberSeries>().notNull(),
  year: integer('year').notNull(),
  last: integer('last').notNull(),
});

/** Series of which nobody knows the last number, since a backup was restored; none is issued meanwhile. */
export const unknownNumbers = pgTable('unknown_numbers', {
  series: text('series').$type<NumberSeries>().primaryKey(),
  since: timestamp('since', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});

/** Invoices and credit notes; a trigger refuses to change or remove one. */
export const invoices = pgTable('invoices', {
  /** `2026-000001`, of a credit note `CN-2026-000001`. */
  number: text('number').primaryKey(),
  series: text('series').$type<InvoiceSeries>().notNull(),
  year: integer('year').notNull(),
  sequence: integer('sequence').notNull(),
  orderId: text('order_id').notNull(),
  refundId: text('refund_id'),
  /** Of an order that is invoiced as it leaves: the shipment that an invoice came with. */
  shipmentId: text('shipment_id'),
  /** Of a credit note of such an order: the invoice that it corrects. Others correct the only invoice of their order. */
  corrects: text('corrects'),
  /** Of an invoice of such an order: the day by which it must be paid. Others have that of their order. */
  dueOn: date('due_on', { mode: 'string' }),
  part: jsonb('part').$type<PaperPart>(),
  totalCents: integer('total_cents').notNull(),
  taxCents: integer('tax_cents').notNull(),
  buyer: jsonb('buyer').$type<Buyer>().notNull(),
  seller: jsonb('seller').$type<Seller>(),
  document: jsonb('document').$type<IssuedDocument>(),
  issuedAt: timestamp('issued_at', { withTimezone: true, mode: 'date' }).notNull(),
  /** The shop's time zone then. */
  zone: text('zone').notNull(),
});
