import { userFile } from '#web/session/tab-session.ts';

/** The packing slips of some orders as one PDF. @throws ApiError */
export function packingSlips(orders: readonly { _id: string }[]): Promise<Response> {
  return userFile('GET /orders/packing-slips.pdf', { query: { orders: orders.map(({ _id }) => _id).join(',') } });
}
