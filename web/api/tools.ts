import type { Tool } from '#contract/tools.ts';
import { call, type CallInput, callList, type Listed } from './call.ts';
import type { Source } from './seed.tsx';

/** How many tools and reviews the home page shows (spec §9). */
export const HOME_COUNT = 6;

export type ToolFilter = NonNullable<CallInput<'GET /tool'>['query']>;

/** Tools, filtered and sorted as the contract's list does. */
export function toolList(filter: ToolFilter = {}): Source<Listed<Tool>> {
  return {
    queryKey: ['tools', filter],
    fetch: (transport) => callList('GET /tool', { query: filter }, transport),
  };
}

/** One tool; ApiError TOOL_NOT_FOUND where there is none. */
export function oneTool(id: string): Source<Tool> {
  return { queryKey: ['tool', id], fetch: (transport) => call('GET /tool/:id', { params: { id } }, transport) };
}
