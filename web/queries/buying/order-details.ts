import { usePersonal } from '../use-personal.ts';

/** What was done with an order, and by whom. */
export function useOrderEvents(id: string) {
  return usePersonal(['order', id, 'events'], 'GET /order/:id/event', { params: { id } });
}
