import type { FacetSuggestion } from '#contract/catalogue/facets.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { call, callList, type ListPart } from '#web/api/call.ts';

/** The first tools that fit what is typed; by itself, since pages that show tools need not look for any. @throws ApiError */
export function findTools(q: string, limit: number, signal: AbortSignal): Promise<ListPart<Tool>> {
  return callList('GET /tool', { query: { q, limit }, signal });
}

/** Choices of attributes that what is typed speaks of. @throws ApiError */
export function findFacets(q: string, signal: AbortSignal): Promise<FacetSuggestion[]> {
  return call('GET /facet-suggestions', { query: { q }, signal });
}
