import { usePersonal, usePersonalList } from '../use-personal.ts';

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
