import { webhookMessage } from '#contract/office/webhook-messages.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#contract/office/webhooks.ts';
import { jsonSchema } from './named-schemas.ts';

/** When each is sent. */
const SUMMARIES: Record<WebhookEvent, string> = {
  'order.placed': 'An order was placed',
  'order.paid': 'An order was paid, by card or by transfer',
  'order.expired': 'An order was not paid in time, and its stock is free again',
  'order.cancelled': 'An unpaid order was deleted by its customer or cancelled by staff',
  'order.shipped': 'Pieces of an order left the house',
  'order.refunded': 'Money of an order was given back',
  'quote.asked': 'Somebody asked for a price',
  'quote.offered': 'A version of a quote was offered',
  'quote.accepted': 'What was offered was ordered',
  'invoice.issued': 'An invoice was issued; its links lead to the PDF and the XML',
  'credit-note.issued': 'A credit note was issued; its links lead to the PDF and the XML',
  'payment.recorded':
    'A transfer was recorded, for an order or for the account of a firm, or a card paid invoices of a firm',
  'invoice.overdue': 'A firm was reminded of an invoice',
  'approval.asked': 'An order went beyond a limit of its firm and waits for somebody of it',
  'approval.decided': 'An order that waited was approved or rejected',
  'tool.changed': 'A tool was made, edited or removed, or its stock moved; the highest version is the truth',
  'stock.low': 'The stock of a tool fell below what one buys at least',
  'company.changed':
    'A firm was opened, or what it says of itself or what is agreed with it changed; the highest version is the truth',
  'company.activated': 'A firm can order from now on',
};

const HEADERS = {
  'webhook-id': 'The same each time that a message is sent',
  'webhook-timestamp': 'When it is sent, in seconds since 1970',
  'webhook-signature': 'By the Standard Webhooks specification, of id, timestamp and body: `v1,` and base64',
};

/** What the shop calls, as OpenAPI's `webhooks`. */
export function describeWebhooks(): Record<string, unknown> {
  return Object.fromEntries(
    WEBHOOK_EVENTS.map((event) => [
      event,
      {
        post: {
          operationId: `${event.replaceAll(/[.-](.)/g, (_sign, letter: string) => letter.toUpperCase())}Webhook`,
          summary: SUMMARIES[event],
          description: `${SUMMARIES[event]}. Sent to the endpoints that asked for \`${event}\`, again for three days until one answers 2xx within 15 seconds.`,
          tags: ['Other systems'],
          security: [],
          parameters: Object.entries(HEADERS).map(([name, description]) => ({
            name,
            in: 'header',
            required: true,
            description,
            schema: { type: 'string' },
          })),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchema(webhookMessage(event), 'output') } },
          },
          responses: {
            '2XX': { description: 'Taken' },
            '4XX': { description: 'Not taken: it is sent again, but after 410, which ends it' },
          },
        },
      },
    ]),
  );
}
