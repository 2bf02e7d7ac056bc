import { z } from 'zod';
import { DeletedCount } from '../counts.ts';
import { defineRoutes } from '../route.ts';
import {
  DeliveryQuery,
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookEdit,
  WebhookWithSecret,
} from './webhooks.ts';

/** Endpoints that are told what happens here. */
export const webhookRoutes = defineRoutes({
  listWebhooks: {
    call: 'GET /webhook',
    access: 'staff:webhooks',
    summary: 'The endpoints that are told what happens here, newest first',
    answer: z.array(Webhook),
  },
  makeWebhook: {
    call: 'POST /webhook',
    access: 'staff:webhooks',
    summary: 'Tell an endpoint what happens from now on; the answer is the only time that its secret is said',
    body: NewWebhook,
    answer: WebhookWithSecret,
    status: 201,
    errors: ['TOO_MANY_WEBHOOKS'],
  },
  changeWebhook: {
    call: 'PUT /webhook/:id',
    access: 'staff:webhooks',
    summary: 'Change where an endpoint is, what it is told of, or whether it is told at all',
    body: WebhookEdit,
    answer: Webhook,
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  removeWebhook: {
    call: 'DELETE /webhook/:id',
    access: 'staff:webhooks',
    summary: 'Tell an endpoint no more',
    answer: DeletedCount,
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  renewWebhookSecret: {
    call: 'POST /webhook/:id/secret',
    access: 'staff:webhooks',
    summary: 'Make a new secret; the one before signs along for a day',
    answer: WebhookWithSecret,
    status: 201,
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  testWebhook: {
    call: 'POST /webhook/:id/test',
    access: 'staff:webhooks',
    summary: 'Send a message that says nothing, to see whether it arrives',
    answer: WebhookDelivery,
    status: 201,
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],
  },
  listDeliveries: {
    call: 'GET /webhook/:id/delivery',
    access: 'staff:webhooks',
    summary: 'What an endpoint was or will be told, newest first, for 30 days',
    query: DeliveryQuery,
    answer: z.array(WebhookDelivery),
    errors: ['WEBHOOK_NOT_FOUND'],
    list: true,
  },
  getDelivery: {
    call: 'GET /webhook/:id/delivery/:delivery',
    access: 'staff:webhooks',
    summary: 'One delivery with what is sent and all that was answered',
    answer: WebhookDeliveryDetails,
    errors: ['DELIVERY_NOT_FOUND'],
  },
  sendAgain: {
    call: 'POST /webhook/:id/delivery/:delivery/again',
    access: 'staff:webhooks',
    summary: 'Send a message once more, whatever became of it',
    answer: WebhookDelivery,
    errors: ['DELIVERY_NOT_FOUND', 'WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],
  },
});
