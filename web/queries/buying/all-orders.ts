import { PERSONAL } from '#web/api/caches.ts';
import type { CallInput } from '#web/api/call.ts';
import { userCallList } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { usePagedList } from '../paged-list.ts';

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
