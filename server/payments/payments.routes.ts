import { listRefunds } from './order-refunds.ts';
import type { Handlers } from '#server/http/router.ts';
import { callerMay } from '#server/identity/caller-may.ts';
import type { Parts } from '#server/parts.ts';

export function paymentHandlers({
  payments,
  database,
}: Parts): Pick<Handlers, 'createPaymentIntent' | 'payOrder' | 'refundOrder' | 'listRefunds' | 'stripeWebhook'> {
  return {
    createPaymentIntent: ({ caller, body }) => payments.createIntent(caller, body),
    payOrder: ({ caller, params, body }) => payments.confirm(caller, params.id, body),
    refundOrder: ({ caller, params, body, idempotencyKey }) => payments.refund(caller, params.id, body, idempotencyKey),
    listRefunds: ({ caller, params }) =>
      listRefunds(database.db, params.id, callerMay(caller, 'orders.read') ? null : caller.userId),
    stripeWebhook: ({ request }) => payments.receiveEvent(request),
  };
}
