import { z } from 'zod';
import { Approval } from '../buying/approvals.ts';
import { Company } from '../buying/companies.ts';
import { Order } from '../buying/orders.ts';
import { Quote, QuoteVersion } from '../buying/quotes.ts';
import { Batch } from '../catalogue/incoming.ts';
import { Tool } from '../catalogue/tools.ts';
import { Return, ReturnLine } from '../money/returns.ts';
import { Refund } from '../money/refunds.ts';
import { Shipment } from '../money/shipments.ts';
import type { WebhookEvent } from './webhooks.ts';

/** An order as other systems are told of it, without a word about people: `GET /order/{id}` with a key has these. */
export const WebhookOrder = Order.pick({
  _id: true,
  number: true,
  goods: true,
  freight: true,
  surcharge: true,
  tax: true,
  price: true,
  refunded: true,
  country: true,
  delivery: true,
  purchaseOrder: true,
  invoiceNumber: true,
  invoices: true,
  fulfilment: true,
  createdAt: true,
  paidAt: true,
  state: true,
  lines: true,
  companyId: true,
  costCentre: true,
});

/** A quote as other systems are told of it, its latest version alone, without a word about people or what they wrote. */
const WebhookQuote = Quote.pick({
  _id: true,
  number: true,
  state: true,
  companyId: true,
  wanted: true,
  versionCount: true,
  orderId: true,
  createdAt: true,
}).extend({ versions: z.array(QuoteVersion.omit({ note: true })) });

/** A return as other systems are told of it, without a word about people or what they wrote. */
const WebhookReturn = Return.pick({
  _id: true,
  number: true,
  orderId: true,
  orderNumber: true,
  state: true,
  companyId: true,
  creditNotes: true,
  replacements: true,
  createdAt: true,
}).extend({ lines: z.array(ReturnLine.omit({ text: true })) });

/** A tool as other systems are told of it. */
export const WebhookTool = Tool.pick({
  _id: true,
  name: true,
  sku: true,
  price: true,
  availableQuantity: true,
  minOrderQuantity: true,
  quantityStep: true,
  onSale: true,
  version: true,
}).extend({ removed: z.boolean() });
export type WebhookTool = z.infer<typeof WebhookTool>;

/** An invoice or a credit note as other systems are told of it: what an access point or a bookkeeper fetches. Money. */
export const WebhookPaper = z.object({
  number: z.string(),
  kind: z.enum(['invoice', 'credit-note']),
  issuedAt: z.string(),
  order: z.object({ _id: z.string(), number: z.string(), companyId: z.string().nullable() }),
  /** The invoice that a credit note corrects. */
  corrects: z.string().nullable(),
  total: z.number(),
  tax: z.number(),
  currency: z.string(),
  /** Each by a call with a key that may read orders; a format that lacks a fact says which. */
  links: z.object({ pdf: z.string(), peppol: z.string(), xrechnung: z.string(), cii: z.string() }),
});
export type WebhookPaper = z.infer<typeof WebhookPaper>;

/** Money that was entered: a transfer for an order or for the account of a company, or a card that paid invoices of a company. */
const WebhookPayment = z.object({
  _id: z.string(),
  companyId: z.string().nullable(),
  orderId: z.string().nullable(),
  amount: z.number(),
  date: z.string(),
  reference: z.string(),
});

/** An invoice of which a company was reminded; `step` counts the reminders, from 1. */
const WebhookInvoice = z.object({
  number: z.string(),
  companyId: z.string(),
  due: z.string(),
  open: z.number(),
  daysLate: z.number(),
  step: z.number(),
});
/** Goods as they were when some of them came; `came`: how many pieces that were. */
const WebhookReceipt = Batch.omit({ note: true }).extend({ came: z.number() });
/** An order that somebody of its company has to approve, or decided about. */
const WebhookApproval = z.object({
  order: WebhookOrder,
  approval: Approval.pick({ state: true, reasons: true, until: true, decidedAt: true }),
});
/** A company as other systems are told of it, without a word about people: `GET /company/{id}` has the rest. */
const WebhookCompany = Company.pick({
  _id: true,
  number: true,
  name: true,
  vatId: true,
  vatProof: true,
  status: true,
  priceList: true,
  termsDays: true,
  creditLimit: true,
  purchaseOrderRequired: true,
  costCentres: true,
  version: true,
});

/** What is said with each event, as `data` of its message. */
export const WEBHOOK_DATA = {
  'order.placed': WebhookOrder,
  'order.paid': WebhookOrder,
  'order.expired': WebhookOrder,
  'order.cancelled': WebhookOrder,
  'order.shipped': z.object({ order: WebhookOrder, shipment: Shipment }),
  'order.refunded': z.object({ order: WebhookOrder, refund: Refund.pick({ _id: true, amount: true, reason: true }) }),
  'quote.asked': WebhookQuote,
  'quote.offered': WebhookQuote,
  'quote.accepted': WebhookQuote,
  'return.asked': WebhookReturn,
  'return.arrived': WebhookReturn,
  'return.settled': WebhookReturn,
  'invoice.issued': WebhookPaper,
  'credit-note.issued': WebhookPaper,
  'payment.recorded': WebhookPayment,
  'invoice.overdue': WebhookInvoice,
  'approval.asked': WebhookApproval,
  'approval.decided': WebhookApproval,
  'tool.changed': WebhookTool,
  'stock.low': WebhookTool,
  'stock.incoming': WebhookReceipt,
  'company.changed': WebhookCompany,
  'company.activated': WebhookCompany,
} as const satisfies Record<WebhookEvent, z.ZodType>;

/** The body of a message, signed and sent as it is. */
export function webhookMessage<Event extends WebhookEvent>(event: Event) {
  return z.object({
    type: z.literal(event),
    /** When it happened. */
    timestamp: z.string(),
    data: WEBHOOK_DATA[event],
  });
}
