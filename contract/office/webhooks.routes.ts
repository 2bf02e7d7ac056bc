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
    summary: 'The webhook endpoints, newest first',
    answer: z.array(Webhook),
  },
  makeWebhook: {
    call: 'POST /webhook',
    access: 'staff:webhooks',
    summary: 'Add a webhook endpoint; only this answer contains its secret',
    body: NewWebhook,
    answer: WebhookWithSecret,
    status: 201,
    errors: ['TOO_MANY_WEBHOOKS'],
  },
  changeWebhook: {
    call: 'PUT /webhook/:id',
    access: 'staff:webhooks',
    summary: 'Change the address or events of an endpoint, or enable or disable it',
    body: WebhookEdit,
    answer: Webhook,
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  removeWebhook: {
    call: 'DELETE /webhook/:id',
    access: 'staff:webhooks',
    summary: 'Remove an endpoint',
    answer: DeletedCount,
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  renewWebhookSecret: {
    call: 'POST /webhook/:id/secret',
    access: 'staff:webhooks',
    summary: 'Create a new secret; the old one keeps signing as well for a day',
    answer: WebhookWithSecret,
    status: 201,
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  testWebhook: {
    call: 'POST /webhook/:id/test',
    access: 'staff:webhooks',
    summary: 'Send an empty message, to see whether it arrives',
    answer: WebhookDelivery,
    status: 201,
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],
  },
  listDeliveries: {
    call: 'GET /webhook/:id/delivery',
    access: 'staff:webhooks',
    summary: 'The past and pending deliveries to an endpoint, newest first, for 30 days',
    query: DeliveryQuery,
    answer: z.array(WebhookDelivery),
    errors: ['WEBHOOK_NOT_FOUND'],
    list: true,
  },
  getDelivery: {
    call: 'GET /webhook/:id/delivery/:delivery',
    access: 'staff:webhooks',
    summary: 'One delivery, with its message and every answer to it',
    answer: WebhookDeliveryDetails,
    errors: ['DELIVERY_NOT_FOUND'],
  },
  sendAgain: {
    call: 'POST /webhook/:id/delivery/:delivery/again',
    access: 'staff:webhooks',
    summary: 'Send a message again, whatever happened to it before',
    answer: WebhookDelivery,
    errors: ['DELIVERY_NOT_FOUND', 'WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],
  },
});
