import { useMutation, useQuery } from '@tanstack/react-query';
import type { Order } from '#contract/buying/orders.ts';
import { useBuyingFor } from '#web/session/buying-for.ts';
import { userCall, userCallList } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { outdate } from '../outdate.ts';
import { usePagedList } from '../paged-list.ts';

/** The user's own orders, or those of the firm that they buy for as far as they see them; newest first, part by part. */
export function useOrders({ uid, email }: SessionUser) {
  const firm = useBuyingFor();
  const whose = firm ? { companyId: firm.id } : { email };
  return usePagedList([PERSONAL, uid, 'orders', whose], (part, signal) =>
    userCallList('GET /order', { query: { ...whose, ...part }, signal }),
  );
}

/** One of the user's orders. */
export function useOrder({ uid }: SessionUser, id: string) {
  return useQuery({ queryKey: [PERSONAL, uid, 'order', id], queryFn: () => fetchOrder(id) });
}

/** The same, with all its lines, asked for at once. @throws ApiError ORDER_NOT_FOUND */
export function fetchOrder(id: string): Promise<Order> {
  return userCall('GET /order/:id', { params: { id } });
}

/** Deletes an unpaid order; its pieces go back into stock. */
export function useDeleteOrder() {
  return useMutation({
    mutationFn: (id: string) => userCall('DELETE /order/:id', { params: { id } }),
    onSettled: () => outdate('orders', 'tools', 'tool'),
  });
}

/** Cancels anybody's unpaid order; its pieces go back into stock. @throws ApiError ORDER_NOT_FOUND, ORDER_PAID */
export function useCancelOrder() {
  return useMutation({
    mutationFn: (id: string) => userCall('POST /order/:id/cancel', { params: { id } }),
    onSettled: () => outdate('orders', 'all-orders', 'tools', 'tool'),
  });
}

/** The tools that the user has paid for, each once, as far as their newest orders show them. */
export function useBoughtTools(user: SessionUser): { toolId: string; tool: string }[] {
  const { data } = useOrders(user);
  const bought = new Map<string, string>();
  for (const order of data?.pages.flatMap(({ rows }) => rows) ?? []) {
    if (!order.paid) continue;
    for (const { toolId, tool } of order.lines) bought.set(toolId, tool);
  }
  return [...bought].map(([toolId, tool]) => ({ toolId, tool }));
}
