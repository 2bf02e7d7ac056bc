import type { Handlers } from '#server/http/router.ts';
import type { Parts } from '#server/parts.ts';

export function paymentHandlers({
  payments,
}: Parts): Pick<Handlers, 'createPaymentIntent' | 'payOrder' | 'stripeWebhook'> {
  return {
    createPaymentIntent: ({ caller, body }) => payments.createIntent(caller, body),
    payOrder: ({ caller, params, body }) => payments.confirm(caller, params.id, body),
    stripeWebhook: ({ request }) => payments.receiveEvent(request),
  };
}
