import { userFile } from '#web/session/tab-session.ts';
import { usePersonalList } from '../use-personal.ts';

/** Paid orders of which something is left to ship, what is to leave first being first, part by part. */
export function useToShip() {
  return usePersonalList(['to-ship'], 'GET /orders', { query: { fulfilment: 'open', sort: 'promise' } });
}

/** The packing slips of some orders as one PDF. @throws ApiError */
export function packingSlips(orders: readonly { _id: string }[]): Promise<Response> {
  return userFile('GET /orders/packing-slips.pdf', { query: { orders: orders.map(({ _id }) => _id).join(',') } });
}
