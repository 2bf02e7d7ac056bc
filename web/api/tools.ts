import type { InfiniteData } from '@tanstack/react-query';
import type { Category, Tool } from '#contract/tools.ts';
import { call, type CallInput, callList, type Listed } from './call.ts';
import type { Source } from './seed.tsx';

/** How many tools and reviews the home page shows (spec §9). */
export const HOME_COUNT = 6;
/** How many tools the products page shows at first, and each time it goes on. */
const PART = 24;

export type ToolFilter = NonNullable<CallInput<'GET /tool'>['query']>;

/** Tools, filtered and sorted as the contract's list does. */
export function toolList(filter: ToolFilter = {}): Source<Listed<Tool>> {
  return {
    queryKey: ['tools', filter],
    fetch: (transport) => callList('GET /tool', { query: filter }, transport),
  };
}

/** A part of the products page's list, from a cursor on. */
export function fetchToolPart(filter: ToolFilter, cursor: string, signal?: AbortSignal): Promise<Listed<Tool>> {
  return callList('GET /tool', { query: { ...filter, limit: PART, cursor }, ...(signal ? { signal } : {}) });
}

/** The products page's list, which goes on while one scrolls; its first part. */
export function endlessTools(filter: ToolFilter = {}): Source<InfiniteData<Listed<Tool>, string>> {
  return {
    queryKey: ['tools', 'endless', filter],
    fetch: async (transport) => ({
      pages: [await callList('GET /tool', { query: { ...filter, limit: PART } }, transport)],
      pageParams: [''],
    }),
  };
}

/** The categories that have tools. */
export function categoryList(): Source<Category[]> {
  return { queryKey: ['categories'], fetch: (transport) => call('GET /category', {}, transport) };
}

/** One tool; ApiError TOOL_NOT_FOUND where there is none. */
export function oneTool(id: string): Source<Tool> {
  return { queryKey: ['tool', id], fetch: (transport) => call('GET /tool/:id', { params: { id } }, transport) };
}
