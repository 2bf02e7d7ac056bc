import type { WebhookEvent } from '#contract/office/webhooks.ts';

/** What each event says, in the words of the office. */
export const EVENT_WORDS: Record<WebhookEvent, string> = {
  'order.placed': 'An order was placed',
  'order.paid': 'An order was paid',
  'order.expired': 'An unpaid order expired',
  'order.cancelled': 'An unpaid order was deleted or cancelled',
  'order.shipped': 'An order was shipped, all or in part',
  'order.refunded': 'A refund was made',
  'quote.asked': 'Someone asked for a quote',
  'quote.offered': 'A quote was answered',
  'quote.accepted': 'A quote was accepted',
  'return.asked': 'Something wrong with an order was reported',
  'return.arrived': 'Returned pieces arrived',
  'return.settled': 'A return was settled, all or in part',
  'invoice.issued': 'An invoice was issued',
  'credit-note.issued': 'A credit note was issued',
  'payment.recorded': 'A transfer was recorded, or a company paid invoices by card',
  'stock.incoming': 'Goods came',
  'invoice.overdue': 'A company was reminded',
  'approval.asked': 'An order is waiting for approval by its company',
  'approval.decided': 'A waiting order was approved or rejected',
  'tool.changed': 'A tool or its stock changed',
  'stock.low': 'Stock fell below the minimum order',
  'company.changed': 'A company was opened or changed',
  'company.activated': 'A company can now order',
};
