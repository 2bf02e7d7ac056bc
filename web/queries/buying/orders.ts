import { useQuery } from '@tanstack/react-query';
import type { Order } from '#contract/buying/orders.ts';
import type { CallInput, ListPart } from '#web/api/call.ts';
import { useBuyingFor } from '#web/session/buying-for.ts';
import { userCall, userCallList } from '#web/session/tab-session.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { type PartQuery, usePagedList } from '../paged-list.ts';
import { forCompany } from './for-company.ts';
import { useUser } from '#web/session/signed-in.ts';

/** How many orders one call lists, and how many a sheet takes. */
const PART = 100;
const MOST_IN_SHEET = 10_000;

export type OwnSearch = Pick<NonNullable<CallInput<'GET /order'>['query']>, 'q' | 'state'>;

/** The user's own orders, or those of the company that they buy for as far as they see them; newest first, part by part. */
export function useOrders(search: OwnSearch = {}) {
  const { uid, email } = useUser();
  const company = useBuyingFor();
  const whose = company ? { companyId: company.id } : { email };
  return usePagedList([PERSONAL, uid, 'orders', whose, search], (part, signal) =>
    forCompany(userCallList('GET /order', { query: { ...whose, ...search, ...part }, signal })),
  );
}

/** All of them, as many as a sheet takes. @throws ApiError */
export async function fetchOrders(
  whose: { email: string } | { companyId: string },
  search: OwnSearch,
): Promise<Order[]> {
  const all: Order[] = [];
  for (let cursor: string | null = ''; cursor !== null && all.length < MOST_IN_SHEET;) {
    const part: PartQuery = { limit: PART, ...(cursor === '' ? {} : { cursor }) };
    const { rows, next }: ListPart<Order> = await userCallList('GET /order', {
      query: { ...whose, ...search, ...part },
    });
    all.push(...rows);
    cursor = next;
  }
  return all;
}

/** One of the user's orders. */
export function useOrder(id: string) {
  const { uid } = useUser();
  return useQuery({ queryKey: [PERSONAL, uid, 'order', id], queryFn: () => fetchOrder(id) });
}

/** The same, with all its lines, asked for at once. @throws ApiError ORDER_NOT_FOUND */
export function fetchOrder(id: string): Promise<Order> {
  return userCall('GET /order/:id', { params: { id } });
}

/** The tools that the user has paid for, each once, as far as their newest orders show them. */
export function useBoughtTools(): { toolId: string; tool: string }[] {
  const { data } = useOrders();
  const bought = new Map<string, string>();
  for (const order of data?.pages.flatMap(({ rows }) => rows) ?? []) {
    if (!order.paid) continue;
    for (const { toolId, tool } of order.lines) bought.set(toolId, tool);
  }
  return [...bought].map(([toolId, tool]) => ({ toolId, tool }));
}
