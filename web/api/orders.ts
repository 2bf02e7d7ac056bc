import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyInput } from '#contract/routes.ts';
import type { Tool } from '#contract/tools.ts';
import { PERSONAL, userCall, userCallList } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';
import { mayHelp } from './query-client.ts';
import { oneTool } from './tools.ts';

const ordersKey = (uid: string) => [PERSONAL, uid, 'orders'];
const orderKey = (uid: string, id: string) => [PERSONAL, uid, 'order', id];

/** The user's own orders, newest first, part by part. */
export function useOrders({ uid, email }: SessionUser) {
  return useInfiniteQuery({
    queryKey: ordersKey(uid),
    queryFn: ({ pageParam, signal }) =>
      userCallList('GET /order', { query: { email, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
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

/** Orders a tool. A second try after a lost answer brings the same key, so that it makes no second order. */
export function useAddOrder({ uid }: SessionUser, toolId: string) {
  const client = useQueryClient();
  const [keys] = useState(createIdempotencyKeys);
  return useMutation({
    mutationFn: async (order: BodyInput<'addOrder'>) => {
      const key = keys.keyFor(order);
      try {
        const made = await userCall('POST /order', { body: order, headers: { 'idempotency-key': key } });
        keys.settled();
        return made;
      } catch (error) {
        if (!mayHelp(error)) keys.settled();
        throw error;
      }
    },
    onSuccess: ({ quantity }) => {
      client.setQueryData<Tool>(
        oneTool(toolId).queryKey,
        (tool) => tool && { ...tool, availableQuantity: Math.max(0, tool.availableQuantity - quantity) },
      );
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: oneTool(toolId).queryKey }),
        client.invalidateQueries({ queryKey: ['tools'] }),
        client.invalidateQueries({ queryKey: ordersKey(uid) }),
      ]),
  });
}

/** Deletes an unpaid order; its pieces go back into stock. */
export function useDeleteOrder({ uid }: SessionUser) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => userCall('DELETE /order/:id', { params: { id } }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ordersKey(uid) }),
        client.invalidateQueries({ queryKey: ['tools'] }),
        client.invalidateQueries({ queryKey: ['tool'] }),
      ]),
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
    retry: (failures, error) => failures < 3 && mayHelp(error),
    retryDelay: (attempt) => 1_000 * 2 ** attempt,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ordersKey(uid) }),
        client.invalidateQueries({ queryKey: orderKey(uid, id) }),
      ]),
  });
}
