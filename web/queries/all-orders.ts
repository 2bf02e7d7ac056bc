import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/routes.ts';
import { PERSONAL } from '#web/api/caches.ts';
import type { CallInput } from '#web/api/call.ts';
import { userCall, userCallList } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { usePagedList } from './paged-list.ts';

export type OrderSearch = Pick<
  NonNullable<CallInput<'GET /orders'>['query']>,
  'q' | 'state' | 'fulfilment' | 'refund' | 'from' | 'to'
>;

/** Everybody's orders, newest first, part by part. */
export function useAllOrders({ uid }: SessionUser, search: OrderSearch) {
  return usePagedList([PERSONAL, uid, 'all-orders', search], (part, signal) =>
    userCallList('GET /orders', { query: { ...search, ...part }, signal }),
  );
}

/** Gives back money of a paid order; in dollars, the rest where no amount is given. */
export function useRefund({ uid }: SessionUser) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, key, ...refund }: BodyInput<'refundOrder'> & { id: string; key: string }) =>
      userCall('POST /order/:id/refund', { params: { id }, body: refund, headers: { 'idempotency-key': key } }),
    onSettled: () => client.invalidateQueries({ queryKey: [PERSONAL, uid] }),
  });
}
