import { orderLineRoutes } from '#contract/buying/order-lines.routes.ts';
import { createNetworkLimit } from '#server/engine/http/network-limit.ts';
import type { Callers } from '#server/engine/http/caller.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { companyAsked } from '#server/buying/companies/company-asked.ts';
import { findForList } from '#server/catalogue/search/list-tools.ts';
import type { Language } from '#contract/languages.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { createTurns } from '#server/engine/http/in-turn.ts';
import { MAX_ROWS } from '#contract/buying/order-lines.ts';
import { rowsIn } from './split-rows.ts';
import type { SearchTools } from './meant-rows.ts';
import { readOrderLines } from './read-order-lines.ts';

/** How many tools a doubtful row may mean. */
const MOST_CANDIDATES = 5;
/** How often one network may have a list read in a minute. */
const LISTS_PER_MINUTE = 120;
/** How many rows of them: ten of the longest lists. */
const ROWS_PER_MINUTE = 10_000;
/** How many lists may wait for the one that is read. */
const MOST_WAITING = 30;

export function orderLineHandlers({ config, database, callers }: Parts & { callers: Callers }) {
  const limit = createNetworkLimit(LISTS_PER_MINUTE);
  const limitRows = createNetworkLimit(ROWS_PER_MINUTE);
  /** One after the other: several at once would keep the engine from everybody else. */
  const inTurn = createTurns(MOST_WAITING);
  const searchIn =
    (language: Language | undefined): SearchTools =>
    async (written) => {
      const { only, fits, near } = await findForList(database, { q: written, language }, MOST_CANDIDATES);
      return { only: only && candidateOf(only), fits: fits.map(candidateOf), near: near.map(candidateOf) };
    };
  return {
    readOrderLines: async ({ body, clientAddress, request }) => {
      if (config.rateLimits) limit(clientAddress);
      const { text } = body;
      const companyId = await companyAsked(
        { database, callers },
        orderLineRoutes.readOrderLines,
        request,
        body.companyId,
      );
      if (config.rateLimits) limitRows(clientAddress, Math.min(rowsIn(text), MAX_ROWS));
      return inTurn(() => readOrderLines(database, searchIn(body.language), text, companyId));
    },
  } satisfies Partial<Handlers>;
}

function candidateOf({ _id, name, sku }: Tool) {
  return { toolId: _id, tool: name, sku: sku ?? null };
}
