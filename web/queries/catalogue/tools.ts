import type { AttributeName } from '#contract/catalogue/attributes.ts';
import type { Category } from '#contract/catalogue/categories.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { call, type CallInput, callList, type ListPart } from '#web/api/call.ts';
import { withRetries } from '#web/api/defaults.ts';
import { changeShown, type Source } from '#web/api/source.ts';

/** How many tools and reviews the home page shows (spec §9). */
export const HOME_COUNT = 6;
/** How many tools the products page shows at first, and each time it goes on. */
const PART = 24;

export type ToolFilter = NonNullable<CallInput<'GET /tool'>['query']>;

/** Tools, filtered and sorted as the contract's list does. */
export function toolList(filter: ToolFilter = {}): Source<ListPart<Tool>> {
  return {
    key: ['tools', filter],
    fetch: (transport) => callList('GET /tool', { query: filter }, transport),
  };
}

/** The products page's list, which goes on while one scrolls; fetched anew as far as it is shown. */
export function endlessTools(filter: ToolFilter = {}): Source<ListPart<Tool>> {
  return {
    key: ['tools', 'endless', filter],
    async fetch(transport, shown) {
      let list = await callList('GET /tool', { query: { ...filter, limit: PART } }, transport);
      const wanted = shown?.rows.length ?? 0;
      while (list.next !== null && list.rows.length < wanted) {
        list = continued(list, await toolPart(filter, list.next));
      }
      return list;
    },
  };
}

/** Lets the products page's list go on from the cursor where it ends. @throws ApiError */
export async function fetchMoreTools(filter: ToolFilter, cursor: string): Promise<void> {
  const part = await withRetries(() => toolPart(filter, cursor));
  // Meanwhile it may have been fetched anew, or twice.
  changeShown(endlessTools(filter), (list) => (list.next === cursor ? continued(list, part) : list));
}

function toolPart(filter: ToolFilter, cursor: string): Promise<ListPart<Tool>> {
  return callList('GET /tool', { query: { ...filter, limit: PART, cursor } });
}

function continued(list: ListPart<Tool>, part: ListPart<Tool>): ListPart<Tool> {
  return { ...part, rows: [...list.rows, ...part.rows] };
}

/** The categories that have tools. */
export function categoryList(): Source<Category[]> {
  return { key: ['categories'], fetch: (transport) => call('GET /category', {}, transport) };
}

/** What the attributes of tools are called. */
export const attributeNames: Source<AttributeName[]> = {
  key: ['tools', 'attribute-names'],
  fetch: (transport) => call('GET /attribute-names', {}, transport),
};

/** One tool; ApiError TOOL_NOT_FOUND where there is none. */
export function oneTool(id: string): Source<Tool> {
  return { key: ['tool', id], fetch: (transport) => call('GET /tool/:id', { params: { id } }, transport) };
}
