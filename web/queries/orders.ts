import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { userCall, userCallList } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { outdate, PERSONAL } from '#web/api/caches.ts';
import { mayHelp, RETRIES, retryPause } from '#web/api/defaults.ts';
import { usePagedList } from './paged-list.ts';

const ordersKey = (uid: string) => [PERSONAL, uid, 'orders'];
const orderKey = (uid: string, id: string) => [PERSONAL, uid, 'order', id];

/** The user's own orders, newest first, part by part. */
export function useOrders({ uid, email }: SessionUser) {
  return usePagedList(ordersKey(uid), (part, signal) =>
    userCallList('GET /order', { query: { email, ...part }, signal }),
  );
}

/** One of the user's orders. */
export function useOrder({ uid }: SessionUser, id: string) {
  return useQuery({ queryKey: orderKey(uid, id), queryFn: () => userCall('GET /order/:id', { params: { id } }) });
}

/** What was given back of an order. */
export function useRefunds({ uid }: SessionUser, id: string) {
  return useQuery({
    queryKey: [...orderKey(uid, id), 'refunds'],
    queryFn: () => userCall('GET /order/:id/refund', { params: { id } }),
  });
}

/** Deletes an unpaid order; its pieces go back into stock. */
export function useDeleteOrder() {
  return useMutation({
    mutationFn: (id: string) => userCall('DELETE /order/:id', { params: { id } }),
    onSettled: () => outdate('orders', 'tools', 'tool'),
  });
}

/** Cancels anybody's unpaid order; its pieces go back into stock. @throws ApiError ORDER_NOT_FOUND, ORDER_PAID */
export function useCancelOrder() {
  return useMutation({
    mutationFn: (id: string) => userCall('POST /order/:id/cancel', { params: { id } }),
    onSettled: () => outdate('orders', 'all-orders', 'tools', 'tool'),
  });
}

/** The client secret of the order's one payment intent. Nothing is kept of it once the page is left. */
export function useClientSecret(
  { uid }: SessionUser,
  order: { _id: string; price: number; paid: boolean } | undefined,
) {
  return useQuery({
    queryKey: [PERSONAL, uid, 'client-secret', order?._id],
    queryFn: () => {
      if (!order) throw new Error('the query is not enabled without an order');
      return userCall('POST /create-payment-intent', { body: { price: order.price, order: order._id } });
    },
    enabled: order !== undefined && !order.paid,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Tells the shop that an order was paid; the shop asks the provider. */
export function usePayOrder({ uid }: SessionUser, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (transactionId: string) =>
      userCall('PATCH /order/:id', { params: { id }, body: { order: id, transactionId } }),
    retry: (failures, error) => failures < RETRIES && mayHelp(error),
    retryDelay: retryPause,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ordersKey(uid) }),
        client.invalidateQueries({ queryKey: orderKey(uid, id) }),
      ]),
  });
}

/** The tools that the user has paid for, each once, as far as their newest orders show them. */
export function useBoughtTools(user: SessionUser): { toolId: string; tool: string }[] {
  const { data } = useOrders(user);
  const bought = new Map<string, string>();
  for (const order of data?.pages.flatMap(({ rows }) => rows) ?? []) {
    if (!order.paid) continue;
    for (const { toolId, tool } of order.lines) bought.set(toolId, tool);
  }
  return [...bought].map(([toolId, tool]) => ({ toolId, tool }));
}
