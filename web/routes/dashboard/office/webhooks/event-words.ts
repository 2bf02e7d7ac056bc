import type { WebhookEvent } from '#contract/office/webhooks.ts';

/** What each event says, in the words of the office. */
export const EVENT_WORDS: Record<WebhookEvent, string> = {
  'order.placed': 'An order was placed',
  'order.paid': 'An order was paid',
  'order.expired': 'An unpaid order gave its stock back',
  'order.cancelled': 'An unpaid order was deleted or cancelled',
  'order.shipped': 'Something left the house',
  'order.refunded': 'Money was given back',
  'quote.asked': 'Somebody asks for a quote',
  'quote.offered': 'A quote is answered',
  'quote.accepted': 'A quote is accepted',
  'invoice.issued': 'An invoice was issued',
  'credit-note.issued': 'A credit note was issued',
  'payment.recorded': 'A transfer is recorded, or a firm pays invoices by card',
  'invoice.overdue': 'A firm is reminded',
  'approval.asked': 'An order waits for approval by its firm',
  'approval.decided': 'An order that waited was approved or rejected',
  'tool.changed': 'A tool changed, its stock too',
  'stock.low': 'A stock fell below its minimum order',
  'company.changed': 'A firm was opened or changed',
  'company.activated': 'A firm may order from now on',
};
