import { webhookMessage } from '#contract/office/webhook-messages.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#contract/office/webhooks.ts';
import { jsonSchema } from './named-schemas.ts';

/** When each is sent. */
const SUMMARIES: Record<WebhookEvent, string> = {
  'order.placed': 'An order was placed',
  'order.paid': 'An order was paid, by card or by transfer',
  'order.expired': 'An order was not paid in time, and its stock is free again',
  'order.cancelled': 'An unpaid order was deleted by its customer or cancelled by staff',
  'order.shipped': 'An order was shipped, in whole or in part',
  'order.refunded': 'An order was refunded, in whole or in part',
  'quote.asked': 'A quote was requested',
  'quote.offered': 'A version of a quote was sent',
  'quote.accepted': 'A quote was accepted and ordered',
  'return.asked': 'Pieces of an order were reported as damaged, wrong, missing or not wanted',
  'return.arrived': 'Pieces of a return arrived and were counted',
  'return.settled': 'Pieces of a return were settled, as money or by a replacement',
  'invoice.issued': 'An invoice was issued; its links lead to the PDF and the XML',
  'credit-note.issued': 'A credit note was issued; its links lead to the PDF and the XML',
  'payment.recorded':
    'A transfer was recorded, for an order or for the account of a company, or a card paid invoices of a company',
  'stock.incoming': 'Announced goods came',
  'invoice.overdue': 'A company was sent a reminder of an invoice',
  'approval.asked': 'An order is above a limit of its company and is waiting for approval',
  'approval.decided': 'A waiting order was approved or rejected',
  'tool.changed': 'A tool was added, edited or removed, or its stock changed; the highest version is current',
  'stock.low': 'The stock of a tool fell below its minimum order',
  'company.changed':
    'A company was opened, or its details or what is agreed with it changed; the highest version is current',
  'company.activated': 'A company can now place orders',
};

const HEADERS = {
  'webhook-id': 'The same every time a message is sent',
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
          description: `${SUMMARIES[event]}. Sent to the endpoints that asked for \`${event}\`, and retried for three days until they answer 2xx within 15 seconds.`,
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
            '4XX': { description: 'Not accepted: it is sent again, except after 410, which disables the webhook' },
          },
        },
      },
    ]),
  );
}
