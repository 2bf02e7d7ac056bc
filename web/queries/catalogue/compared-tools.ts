import type { Tool } from '#contract/catalogue/tools.ts';
import { ApiError } from '#web/api/api-error.ts';
import type { Source } from '#web/api/source.ts';
import { oneTool } from './tools.ts';

/** Tools by their ids, in their order; without those that are there no more. */
export function comparedTools(ids: readonly string[]): Source<Tool[]> {
  return {
    key: ['tools', 'compared', ids],
    async fetch(transport) {
      const found = await Promise.all(ids.map((id) => oneTool(id).fetch(transport).catch(noneWhereGone)));
      return found.filter((tool) => tool !== null);
    },
  };
}

function noneWhereGone(error: unknown): null {
  if (error instanceof ApiError && error.code === 'TOOL_NOT_FOUND') return null;
  throw error;
}
