import type { BodyInput } from '#contract/routes.ts';
import { userCall } from '#web/session/tab-session.ts';
import { useChange } from '../use-change.ts';
import { usePersonal } from '../use-personal.ts';
import { usePersonalList } from '../use-personal.ts';

/** All price lists, by name. */
export function usePriceLists() {
  return usePersonal(['price-lists'], 'GET /price-lists', {});
}

/** The tools with prices of their own in a list, part by part. */
export function usePriceListItems(id: string, q: string | undefined) {
  return usePersonalList(['price-lists', id, q ?? ''], 'GET /price-list/:id/items', {
    params: { id },
    query: q ? { q } : {},
  });
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
