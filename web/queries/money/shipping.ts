import type { BodyInput } from '#contract/routes.ts';
import { userCall, userFile } from '#web/session/tab-session.ts';
import { useMoneyChange } from '../use-change.ts';
import { usePersonalList } from '../use-personal.ts';

/** Paid orders of which something is left to ship, what is to leave first being first, part by part. */
export function useToShip() {
  return usePersonalList(['to-ship'], 'GET /orders', { query: { fulfilment: 'open', sort: 'promise' } });
}

/** Ships pieces of an order, or all that is left of it; every list and page of the dashboard follows. */
export function useShip() {
  return useMoneyChange(({ id, key, ...shipment }: BodyInput<'shipOrder'> & { id: string; key: string }) =>
    userCall('POST /order/:id/shipment', { params: { id }, body: shipment, headers: { 'idempotency-key': key } }),
  );
}

/** The packing slips of some orders as one PDF. @throws ApiError */
export function packingSlips(orders: readonly { _id: string }[]): Promise<Response> {
  return userFile('GET /orders/packing-slips.pdf', { query: { orders: orders.map(({ _id }) => _id).join(',') } });
}
