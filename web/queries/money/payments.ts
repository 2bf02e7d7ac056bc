import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Order } from '#contract/buying/orders.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { call, type CallAnswer } from '#web/api/call.ts';
import { mayHelp, RETRIES, retryPause } from '#web/api/defaults.ts';
import { userCall } from '#web/session/tab-session.ts';
import { useUser } from '#web/session/signed-in.ts';
import { usePersonal } from '../use-personal.ts';

/** The public keys of whoever takes payments. @throws ApiError */
export function fetchPublicConfig(): Promise<CallAnswer<'GET /config.json'>> {
  return call('GET /config.json', {});
}

/** How an unpaid order can be paid. */
export function usePaymentWays(order: { _id: string; paid: boolean }) {
  return usePersonal(
    ['order', order._id, 'payment'],
    'GET /order/:id/payment',
    { params: { id: order._id } },
    { enabled: !order.paid },
  );
}

/** A client secret is not asked for again while the page is there, and nothing is kept of it once that is left. */
export const ASKED_ONCE = { gcTime: 0, staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false };

/** Reports of a payment to the shop are retried where that may help. */
export const RETRIED = {
  retry: (failures: number, error: Error) => failures < RETRIES && mayHelp(error),
  retryDelay: retryPause,
};

/** The client secret of the order's one payment intent, once it is known what is left to pay. */
export function useClientSecret({ _id: order, paid }: Pick<Order, '_id' | 'paid'>, price: number | undefined) {
  const { uid } = useUser();
  return useQuery({
    queryKey: [PERSONAL, uid, 'client-secret', order],
    queryFn:
      paid || price === undefined
        ? skipToken
        : () => userCall('POST /create-payment-intent', { body: { price, order } }),
    ...ASKED_ONCE,
  });
}

/** Tells the shop that an order was paid; the shop asks the provider. */
export function usePayOrder(id: string) {
  const { uid } = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (transactionId: string) =>
      userCall('PATCH /order/:id', { params: { id }, body: { order: id, transactionId } }),
    ...RETRIED,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: [PERSONAL, uid, 'orders'] }),
        client.invalidateQueries({ queryKey: [PERSONAL, uid, 'order', id] }),
      ]),
  });
}

/** Says that an unpaid order will be paid by transfer, which holds its stock for longer. */
export function useChooseTransfer(id: string) {
  const { uid } = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => userCall('POST /order/:id/payment/transfer', { params: { id } }),
    onSuccess: (ways) => client.setQueryData([PERSONAL, uid, 'order', id, 'payment'], ways),
  });
}
