import { tell } from '../sentences.ts';
import { z } from 'zod';
import { Paging } from '../lists.ts';
import { bounded } from '../text.ts';

/**
 * What other systems can be told of. `order.cancelled`: an unpaid order was deleted by its customer or cancelled by staff;
 * `return.asked`: pieces of an order were reported; `return.arrived`: some of them came; `return.settled`: money or a replacement was given for some;
 * `payment.recorded`: staff or the bank's file said that a transfer came, or a card paid invoices of a company; `invoice.overdue`: a company was reminded of it;
 * `approval.asked`: an order waits for somebody of its company; `approval.decided`: they approved or rejected it;
 * `tool.changed`: anything of a tool, its stock after a sale too; `stock.low`: it fell below its minimum order; `stock.incoming`: goods that
 * were announced came;
 * `company.changed`: a company was opened, or what it says of itself or what is agreed with it is another; `company.activated`: from now
 * on it can order.
 */
export const WEBHOOK_EVENTS = [
  'order.placed',
  'order.paid',
  'order.expired',
  'order.cancelled',
  'order.shipped',
  'order.refunded',
  'quote.asked',
  'quote.offered',
  'quote.accepted',
  'return.asked',
  'return.arrived',
  'return.settled',
  'invoice.issued',
  'credit-note.issued',
  'payment.recorded',
  'invoice.overdue',
  'approval.asked',
  'approval.decided',
  'tool.changed',
  'stock.low',
  'stock.incoming',
  'company.changed',
  'company.activated',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** What is sent when somebody tries an endpoint; nobody can listen to it. */
export const TEST_EVENT = 'webhook.test';

/** How many endpoints a shop may have. */
export const MOST_WEBHOOKS = 20;
/** For how long a secret that was replaced signs along with the new one. */
export const FORMER_SECRET_HOURS = 24;
/** How many characters of an answer are kept. */
export const ANSWER_CHARACTERS = 1_024;

/** Whether it is one of the addresses that can be called at all; who is behind it is asked when it is called. */
export const WebhookUrl = bounded(
  2_000,
  'An address may have at most 2,000 characters',
  'Enter the address to call',
).refine((text) => {
  // A reader of addresses passes over some of them, and the database refuses others.
  if (/[\p{Cc}\p{Cs}]/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return ['https:', 'http:'].includes(protocol) && username === '' && password === '' && hash === '';
}, 'Enter an address such as https://erp.example/shop-events, without a password or # in it');

const Events = z
  .array(
    z.enum(WEBHOOK_EVENTS, tell('An event must be one of {choices}', { choices: WEBHOOK_EVENTS.join(', ') })),
    'Choose at least one event',
  )
  .min(1, 'Choose at least one event')
  .max(WEBHOOK_EVENTS.length, 'Name each event only once')
  .refine((events) => new Set(events).size === events.length, 'Name each event only once');

export const NewWebhook = z.strictObject({ url: WebhookUrl, events: Events });
export type NewWebhook = z.output<typeof NewWebhook>;

/** What is left out stays as it is. `enabled` brings one back that was disabled, or puts one to rest. */
export const WebhookEdit = z.strictObject({
  url: WebhookUrl.optional(),
  events: Events.optional(),
  enabled: z.boolean('enabled must be true or false').optional(),
});
export type WebhookEdit = z.output<typeof WebhookEdit>;

/** An endpoint as lists show it: never its secret. */
export const Webhook = z.object({
  _id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** The e-mail address of whoever made it. */
  madeBy: z.string(),
  createdAt: z.string(),
  enabled: z.boolean(),
  /** Why it is not enabled; null where it is, or where somebody put it to rest. */
  disabledBecause: z.string().nullable(),
  /** Since when nothing could be delivered; null where the last delivery went well. */
  failingSince: z.string().nullable(),
});
export type Webhook = z.infer<typeof Webhook>;

/** The answer where a secret is made: the only time that it is said. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;

export const DeliveryQuery = Paging.extend({
  state: z
    .enum(DELIVERY_STATES, tell('state must be one of {choices}', { choices: DELIVERY_STATES.join(', ') }))
    .optional(),
});
export type DeliveryQuery = z.output<typeof DeliveryQuery>;

/** One message to one endpoint. */
export const WebhookDelivery = z.object({
  _id: z.string(),
  /** What the receiver sees as `webhook-id`, the same each time that it is sent. */
  message: z.string(),
  type: z.string(),
  state: z.enum(DELIVERY_STATES),
  /** How often it was tried since it was last asked for. */
  attempts: z.number(),
  createdAt: z.string(),
  deliveredAt: z.string().nullable(),
  /** Null where it is not tried again by itself. */
  nextAttemptAt: z.string().nullable(),
  /** The HTTP status of the last answer; null where there was none. */
  lastStatus: z.number().nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** With the very body that is sent, and all answers, the newest first. */
export const WebhookDeliveryDetails = WebhookDelivery.extend({
  body: z.string(),
  answers: z.array(
    z.object({
      at: z.string(),
      /** How long it took. */
      ms: z.number(),
      status: z.number().nullable(),
      /** The first characters of what was answered. */
      answer: z.string(),
      /** Why there was no answer. */
      problem: z.string().nullable(),
    }),
  ),
});
export type WebhookDeliveryDetails = z.infer<typeof WebhookDeliveryDetails>;
