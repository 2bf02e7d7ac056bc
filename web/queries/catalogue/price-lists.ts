import { usePersonal } from '../use-personal.ts';

/** All price lists, by name. */
export function usePriceLists() {
  return usePersonal(['price-lists'], 'GET /price-lists', {});
}
