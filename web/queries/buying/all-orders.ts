import { useQuery } from '@tanstack/react-query';
import { PERSONAL } from '#web/api/caches.ts';
import type { CallInput } from '#web/api/call.ts';
import { userCallList } from '#web/session/tab-session.ts';
import { useUser } from '#web/session/signed-in.ts';
import { usePersonalList } from '../use-personal.ts';

type OrderSearch = Pick<
  NonNullable<CallInput<'GET /orders'>['query']>,
  'q' | 'state' | 'fulfilment' | 'refund' | 'from' | 'to'
>;

/** How many orders are shown beside whom they are of. */
const BESIDE = '10';

/** Of which firm or customer, and whether only those whose buyer waits for money. */
export type OrdersOf = Pick<NonNullable<CallInput<'GET /orders'>['query']>, 'companyId' | 'userId' | 'refund'>;

/** The newest orders of a firm or a customer, and how many there are in all; for staff. */
export function useNewestOrders(of: OrdersOf) {
  const { uid } = useUser();
  return useQuery({
    queryKey: [PERSONAL, uid, 'all-orders', 'newest', of],
    queryFn: ({ signal }) => userCallList('GET /orders', { query: { ...of, limit: BESIDE }, signal }),
  });
}

/** Everybody's orders, newest first, part by part. */
export function useAllOrders(search: OrderSearch) {
  return usePersonalList(['all-orders', search], 'GET /orders', { query: search });
}
