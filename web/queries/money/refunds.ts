import { usePersonal } from '../use-personal.ts';

/** What was given back of an order. */
export function useRefunds(id: string) {
  return usePersonal(['order', id, 'refunds'], 'GET /order/:id/refund', { params: { id } });
}
