import { z } from 'zod';
import { DeletedCount } from '../counts.ts';
import { byId, type Route } from '../route.ts';
import { Id } from '../text.ts';
import {
  DeliveryQuery,
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetails,
  WebhookEdit,
  WebhookWithSecret,
} from './webhooks.ts';

const deliveryOfWebhook = z.object({ id: Id, delivery: Id });

/** Endpoints that are told what happens here. */
export const webhookRoutes = {
  listWebhooks: {
    method: 'GET',
    path: '/webhook',
    access: 'staff:webhooks',
    summary: 'The endpoints that are told what happens here, newest first',
    answer: z.array(Webhook),
  },
  makeWebhook: {
    method: 'POST',
    path: '/webhook',
    access: 'staff:webhooks',
    summary: 'Tell an endpoint what happens from now on; the answer is the only time that its secret is said',
    body: NewWebhook,
    answer: WebhookWithSecret,
    status: 201,
    errors: ['TOO_MANY_WEBHOOKS'],
  },
  changeWebhook: {
    method: 'PUT',
    path: '/webhook/:id',
    access: 'staff:webhooks',
    summary: 'Change where an endpoint is, what it is told of, or whether it is told at all',
    params: byId,
    body: WebhookEdit,
    answer: Webhook,
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  removeWebhook: {
    method: 'DELETE',
    path: '/webhook/:id',
    access: 'staff:webhooks',
    summary: 'Tell an endpoint no more',
    params: byId,
    answer: DeletedCount,
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  renewWebhookSecret: {
    method: 'POST',
    path: '/webhook/:id/secret',
    access: 'staff:webhooks',
    summary: 'Make a new secret; the one before signs along for a day',
    params: byId,
    answer: WebhookWithSecret,
    status: 201,
    errors: ['WEBHOOK_NOT_FOUND'],
  },
  testWebhook: {
    method: 'POST',
    path: '/webhook/:id/test',
    access: 'staff:webhooks',
    summary: 'Send a message that says nothing, to see whether it arrives',
    params: byId,
    answer: WebhookDelivery,
    status: 201,
    errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],
  },
  listDeliveries: {
    method: 'GET',
    path: '/webhook/:id/delivery',
    access: 'staff:webhooks',
    summary: 'What an endpoint was or will be told, newest first, for 30 days',
    params: byId,
    query: DeliveryQuery,
    answer: z.array(WebhookDelivery),
    errors: ['WEBHOOK_NOT_FOUND'],
    list: true,
  },
  getDelivery: {
    method: 'GET',
    path: '/webhook/:id/delivery/:delivery',
    access: 'staff:webhooks',
    summary: 'One delivery with what is sent and all that was answered',
    params: deliveryOfWebhook,
    answer: WebhookDeliveryDetails,
    errors: ['DELIVERY_NOT_FOUND'],
  },
  sendAgain: {
    method: 'POST',
    path: '/webhook/:id/delivery/:delivery/again',
    access: 'staff:webhooks',
    summary: 'Send a message once more, whatever became of it',
    params: deliveryOfWebhook,
    answer: WebhookDelivery,
    errors: ['DELIVERY_NOT_FOUND', 'WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],
  },
} as const satisfies Record<string, Route>;
