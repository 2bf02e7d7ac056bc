import type { BodyInput } from '#contract/routes.ts';
import { userCall } from '#web/session/tab-session.ts';
import { useMoneyChange } from '../use-change.ts';
import { usePersonal } from '../use-personal.ts';

/** What was given back of an order. */
export function useRefunds(id: string) {
  return usePersonal(['order', id, 'refunds'], 'GET /order/:id/refund', { params: { id } });
}

/** Asks for the money of an own paid order, or of some pieces of it. */
export function useAskForRefund() {
  return useMoneyChange(({ id, ...body }: BodyInput<'askForRefund'> & { id: string }) =>
    userCall('POST /order/:id/refund-request', { params: { id }, body }),
  );
}

/** Refuses a refund that a buyer asked for. */
export function useRefuseRefund() {
  return useMoneyChange(({ id, ...body }: BodyInput<'refuseRefund'> & { id: string }) =>
    userCall('POST /order/:id/refund-request/refuse', { params: { id }, body }),
  );
}

/** Gives back money of a paid order, the rest where no amount is given. */
export function useRefund() {
  return useMoneyChange(({ id, key, ...refund }: BodyInput<'refundOrder'> & { id: string; key: string }) =>
    userCall('POST /order/:id/refund', { params: { id }, body: refund, headers: { 'idempotency-key': key } }),
  );
}
