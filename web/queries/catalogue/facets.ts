import type { Facets } from '#contract/catalogue/facets.ts';
import { call } from '#web/api/call.ts';
import type { Source } from '#web/api/source.ts';
import type { ToolFilter } from './tools.ts';

/** By what the list can be narrowed further, in whatever order and however far it is shown. */
export function facetList({ sort: _sort, cursor: _cursor, ...filter }: ToolFilter): Source<Facets> {
  return { key: ['tools', 'facets', filter], fetch: (transport) => call('GET /facets', { query: filter }, transport) };
}
