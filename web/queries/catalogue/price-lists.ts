import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyInput } from '#contract/routes.ts';
import { PERSONAL } from '#web/api/caches.ts';
import { userCall, userCallList } from '#web/session/tab-session.ts';
import type { SessionUser } from '#web/session/user.ts';
import { usePagedList } from '../paged-list.ts';

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

function useChange<Input, Output>({ uid }: SessionUser, mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: listsKey(uid) }) });
}

/** Makes a list, or changes the one of an id. @throws ApiError STALE_PRICE_LIST */
export function useSavePriceList(user: SessionUser) {
  return useChange(user, ({ id, ...body }: BodyInput<'editPriceList'> & { id?: string | undefined }) => {
    if (id !== undefined) return userCall('PUT /price-list/:id', { params: { id }, body });
    const { name, percentOff, from, until } = body;
    return userCall('POST /price-list', { body: { name, percentOff, from, until } });
  });
}

/** @throws ApiError PRICE_LIST_IN_USE */
export function useRemovePriceList(user: SessionUser) {
  return useChange(user, (id: string) => userCall('DELETE /price-list/:id', { params: { id } }));
}

export function useSetItem(user: SessionUser, id: string) {
  return useChange(user, ({ toolId, ...body }: BodyInput<'setPriceListItem'> & { toolId: string }) =>
    userCall('PUT /price-list/:id/item/:toolId', { params: { id, toolId }, body }),
  );
}

export function useRemoveItem(user: SessionUser, id: string) {
  return useChange(user, (toolId: string) =>
    userCall('DELETE /price-list/:id/item/:toolId', { params: { id, toolId } }),
  );
}
