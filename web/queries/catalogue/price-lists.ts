import { useQuery } from '@tanstack/react-query';
import type { BodyInput } from '#contract/routes.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { userCall, userCallList } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { usePagedList } from '../paged-list.ts';
import { useChange } from '../use-change.ts';

const listsKey = (uid: string) => [PERSONAL, uid, 'price-lists'];

/** All price lists, by name. */
export function usePriceLists({ uid }: SessionUser) {
  return useQuery({ queryKey: listsKey(uid), queryFn: () => userCall('GET /price-lists', {}) });
}

/** The tools with prices of their own in a list, part by part. */
export function usePriceListItems({ uid }: SessionUser, id: string, q: string | undefined) {
  return usePagedList([...listsKey(uid), id, q ?? ''], (part, signal) =>
    userCallList('GET /price-list/:id/items', { params: { id }, query: { ...part, ...(q ? { q } : {}) }, signal }),
  );
}

/** Makes a list, or changes the one of an id. @throws ApiError STALE_PRICE_LIST */
export function useSavePriceList() {
  return useChange(['price-lists'], ({ id, ...body }: BodyInput<'editPriceList'> & { id?: string | undefined }) => {
    if (id !== undefined) return userCall('PUT /price-list/:id', { params: { id }, body });
    const { name, percentOff, from, until } = body;
    return userCall('POST /price-list', { body: { name, percentOff, from, until } });
  });
}

/** @throws ApiError PRICE_LIST_IN_USE */
export function useRemovePriceList() {
  return useChange(['price-lists'], (id: string) => userCall('DELETE /price-list/:id', { params: { id } }));
}

export function useSetItem(id: string) {
  return useChange(['price-lists'], ({ toolId, ...body }: BodyInput<'setPriceListItem'> & { toolId: string }) =>
    userCall('PUT /price-list/:id/item/:toolId', { params: { id, toolId }, body }),
  );
}

export function useRemoveItem(id: string) {
  return useChange(['price-lists'], (toolId: string) =>
    userCall('DELETE /price-list/:id/item/:toolId', { params: { id, toolId } }),
  );
}
