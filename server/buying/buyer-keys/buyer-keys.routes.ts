import { transaction } from '#server/engine/db/transaction.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { listBuyerKeys, makeBuyerKey, revokeBuyerKey } from './buyer-keys.ts';

export function buyerKeyHandlers({ database }: Parts) {
  return {
    listBuyerKeys: ({ caller }) => listBuyerKeys(database.db, caller.userId),
    makeBuyerKey: ({ caller, body }) => transaction(database, (tx) => makeBuyerKey(tx, caller, body)),
    revokeBuyerKey: ({ caller, params }) =>
      transaction(database, async (tx) => {
        await revokeBuyerKey(tx, caller, params.id);
        return { deletedCount: 1 };
      }),
  } satisfies Partial<Handlers>;
}
