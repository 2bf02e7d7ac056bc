import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import { stockTags } from '#server/engine/http/changes.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { record } from '#server/people/audit/audit.ts';
import { countStock, shelfOf } from './stock-counts.ts';

export function stockCountHandlers({ database, changes }: Parts) {
  return {
    getShelf: ({ query }) => shelfOf(database.db, query.code.trim()),

    countStock: ({ caller, body }) =>
      transaction(database, async (tx) => {
        const { answer, corrected } = await countStock(tx, caller, body);
        for (const { toolId, ...facts } of corrected) await record(tx, caller, 'tool.stock-changed', toolId, facts);
        const ids = corrected.map(({ toolId }) => toolId);
        if (ids.length > 0) afterCommit(tx, () => changes.touch(stockTags(ids)));
        return answer;
      }),
  } satisfies Partial<Handlers>;
}
