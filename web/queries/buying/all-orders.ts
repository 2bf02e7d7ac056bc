import { useQuery } from '@tanstack/react-query';
import { PERSONAL } from '#web/api/caches.ts';
import type { CallInput } from '#web/api/call.ts';
import { userCallList } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { usePagedList } from '../paged-list.ts';

export type OrderSearch = Pick<
  NonNullable<CallInput<'GET /orders'>['query']>,
  'q' | 'state' | 'fulfilment' | 'refund' | 'from' | 'to'
>;

/** How many orders of a firm are shown beside it. */
const OF_FIRM = '10';

/** The newest orders of a firm, and how many there are in all; for staff. */
export function useOrdersOfFirm({ uid }: SessionUser, companyId: string) {
  return useQuery({
    queryKey: [PERSONAL, uid, 'orders-of-firm', companyId],
    queryFn: ({ signal }) => userCallList('GET /orders', { query: { companyId, limit: OF_FIRM }, signal }),
  });
}

/** Everybody's orders, newest first, part by part. */
export function useAllOrders({ uid }: SessionUser, search: OrderSearch) {
  return usePagedList([PERSONAL, uid, 'all-orders', search], (part, signal) =>
    userCallList('GET /orders', { query: { ...search, ...part }, signal }),
  );
}
