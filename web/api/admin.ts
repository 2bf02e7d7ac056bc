import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/routes.ts';
import { userCall, userCallList } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { outdate, PERSONAL } from './caches.ts';
import type { CallInput } from './call.ts';

/** The shop at a glance over the last days. */
export function useFigures({ uid }: SessionUser, days: number) {
  return useQuery({
    queryKey: [PERSONAL, uid, 'figures', days],
    queryFn: ({ signal }) => userCall('GET /figures', { query: { days }, signal }),
    placeholderData: (earlier) => earlier,
  });
}

export type OrderSearch = Pick<NonNullable<CallInput<'GET /orders'>['query']>, 'q' | 'state'>;

/** Everybody's orders, newest first, part by part. */
export function useAllOrders({ uid }: SessionUser, search: OrderSearch) {
  return useInfiniteQuery({
    queryKey: [PERSONAL, uid, 'all-orders', search],
    queryFn: ({ pageParam, signal }) =>
      userCallList('GET /orders', {
        query: { ...search, limit: 50, ...(pageParam ? { cursor: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: (earlier) => earlier,
  });
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

/** Who did what to whom, newest first, part by part. */
export function useAudit({ uid }: SessionUser) {
  return useInfiniteQuery({
    queryKey: [PERSONAL, uid, 'audit'],
    queryFn: ({ pageParam, signal }) =>
      userCallList('GET /audit', { query: { limit: 50, ...(pageParam ? { cursor: pageParam } : {}) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
}

/** Changes a tool that is still as it was when it was opened. @throws ApiError STALE_TOOL */
export function useEditTool() {
  return useMutation({
    mutationFn: ({ id, ...tool }: BodyInput<'editTool'> & { id: string }) =>
      userCall('PUT /tool/:id', { params: { id }, body: tool }),
    onSettled: () => outdate('tools', 'categories', 'tool'),
  });
}
