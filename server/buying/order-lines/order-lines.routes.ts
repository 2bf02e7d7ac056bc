import { orderLineRoutes } from '#contract/buying/order-lines.routes.ts';
import { createNetworkLimit } from '#server/engine/http/network-limit.ts';
import type { Callers } from '#server/engine/http/caller.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { firmAsked } from '#server/buying/companies/firm-asked.ts';
import { findTools } from '#server/catalogue/search/list-tools.ts';
import { readOrderLines, type SearchTools } from './read-order-lines.ts';

/** How many tools a doubtful row may mean. */
const MOST_CANDIDATES = 5;
/** How often one network may have a list read in a minute. */
const LISTS_PER_MINUTE = 120;

export function orderLineHandlers({ config, database, callers }: Parts & { callers: Callers }) {
  const limit = createNetworkLimit(LISTS_PER_MINUTE);
  const search: SearchTools = async (written) => {
    const rows = await findTools(database, written, MOST_CANDIDATES);
    return rows.map(({ _id, name, sku }) => ({ toolId: _id, tool: name, sku: sku ?? null }));
  };
  return {
    readOrderLines: async ({ body, clientAddress, request }) => {
      if (config.rateLimits) limit(clientAddress);
      const { text } = body;
      const companyId = await firmAsked({ database, callers }, orderLineRoutes.readOrderLines, request, body.companyId);
      return { rows: await readOrderLines(database, search, text, companyId) };
    },
  } satisfies Partial<Handlers>;
}
