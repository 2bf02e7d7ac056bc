import { userFile } from '#web/session/tab-session.ts';

/** Labels for the shelves of some tools, as one PDF. @throws ApiError */
export function shelfLabels(toolIds: readonly string[]): Promise<Response> {
  return userFile('GET /shelf-labels.pdf', { query: { tools: [...new Set(toolIds)].join(',') } });
}

/** The packing slips of some orders as one PDF. @throws ApiError */
export function packingSlips(orders: readonly { _id: string }[]): Promise<Response> {
  return userFile('GET /orders/packing-slips.pdf', { query: { orders: orders.map(({ _id }) => _id).join(',') } });
}
