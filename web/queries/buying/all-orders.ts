import type { CallInput } from '#web/api/call.ts';
import { usePersonalTop } from '../use-personal.ts';

/** Of which company or customer, and whether only those whose buyer waits for money. */
export type OrdersOf = Pick<NonNullable<CallInput<'GET /orders'>['query']>, 'companyId' | 'userId' | 'refund'>;

/** The newest orders of a company or a customer, and how many there are in all; for staff. */
export function useNewestOrders(of: OrdersOf) {
  return usePersonalTop(['all-orders', 'newest', of], 'GET /orders', { query: { ...of, limit: 10 } });
}
