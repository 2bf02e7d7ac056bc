import type { BodyInput } from '#contract/routes.ts';
import { userCall } from '#web/session/tab-session.ts';
import { useMoneyChange } from '../use-change.ts';
import { usePersonal } from '../use-personal.ts';

/** What was done with an order, and by whom. */
export function useOrderEvents(id: string) {
  return usePersonal(['order', id, 'events'], 'GET /order/:id/event', { params: { id } });
}

/** Changes what the papers and the carrier need to know of an order; every list and page of the dashboard follows. */
export function useChangeDetails(id: string) {
  return useMoneyChange((details: BodyInput<'changeOrderDetails'>) =>
    userCall('PUT /order/:id/details', { params: { id }, body: details }),
  );
}
