import { getOrder } from '#server/orders/orders.ts';
import { listRefunds } from './order-refunds.ts';
import type { Handlers } from '#server/http/router.ts';
import type { Parts } from '#server/parts.ts';

export function paymentHandlers({
  payments,
  database,
}: Parts): Pick<
  Handlers,
  'createPaymentIntent' | 'payOrder' | 'refundOrder' | 'listRefunds' | 'receipt' | 'stripeWebhook'
> {
  return {
    createPaymentIntent: ({ caller, body }) => payments.createIntent(caller, body),
    payOrder: ({ caller, params, body }) => payments.confirm(caller, params.id, body),
    refundOrder: ({ caller, params, body, idempotencyKey }) => payments.refund(caller, params.id, body, idempotencyKey),
    listRefunds: ({ caller, params }) =>
      listRefunds(database.db, params.id, caller.role === 'admin' ? null : caller.userId),
    receipt: async ({ caller, params }) => {
      const order = await getOrder(database.db, params.id, caller.role === 'admin' ? null : caller.userId);
      const refunds = await listRefunds(database.db, params.id, null);
      // Most processes never make one: the library is loaded with the first.
      const { receiptPdf } = await import('./receipt-pdf.ts');
      return receiptPdf(order, refunds);
    },
    stripeWebhook: ({ request }) => payments.receiveEvent(request),
  };
}
