import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/routes.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { userCall } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';

/** What is kept of orders is out of date once their money has moved. */
function useOutdateOrders({ uid }: SessionUser) {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: [PERSONAL, uid] });
}

/** Asks for the money of an own paid order, or of some pieces of it. */
export function useAskForRefund(user: SessionUser) {
  return useMutation({
    mutationFn: ({ id, ...body }: BodyInput<'askForRefund'> & { id: string }) =>
      userCall('POST /order/:id/refund-request', { params: { id }, body }),
    onSettled: useOutdateOrders(user),
  });
}

/** Refuses a refund that a buyer asked for. */
export function useRefuseRefund(user: SessionUser) {
  return useMutation({
    mutationFn: ({ id, ...body }: BodyInput<'refuseRefund'> & { id: string }) =>
      userCall('POST /order/:id/refund-request/refuse', { params: { id }, body }),
    onSettled: useOutdateOrders(user),
  });
}

/** Records that an order's money came by bank transfer. */
export function useRecordPayment(user: SessionUser) {
  return useMutation({
    mutationFn: ({ id, key, ...body }: BodyInput<'recordPayment'> & { id: string; key: string }) =>
      userCall('POST /order/:id/payment', { params: { id }, body, headers: { 'idempotency-key': key } }),
    onSettled: useOutdateOrders(user),
  });
}

/** How an unpaid order can be paid. */
export function usePaymentWays({ uid }: SessionUser, order: { _id: string; paid: boolean }) {
  return useQuery({
    queryKey: [PERSONAL, uid, 'order', order._id, 'payment'],
    queryFn: () => userCall('GET /order/:id/payment', { params: { id: order._id } }),
    enabled: !order.paid,
  });
}
