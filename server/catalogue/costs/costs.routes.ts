import { transaction } from '#server/engine/db/transaction.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { readCost, saveCost } from './costs.ts';

export function costHandlers({ database }: Parts): Pick<Handlers, 'getCost' | 'saveCost'> {
  return {
    getCost: ({ params }) => readCost(database.db, params.id),
    saveCost: ({ caller, params, body }) =>
      transaction(database, async (tx) => {
        await saveCost(tx, caller, params.id, body);
        return readCost(tx, params.id);
      }),
  };
}
