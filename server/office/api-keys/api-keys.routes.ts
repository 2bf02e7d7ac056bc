import { transaction } from '#server/engine/db/transaction.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { listApiKeys, makeApiKey, revokeApiKey } from './api-keys.ts';

export function apiKeyHandlers({ database }: Parts) {
  return {
    listApiKeys: () => listApiKeys(database.db),
    makeApiKey: ({ caller, body }) => transaction(database, (tx) => makeApiKey(tx, caller, body)),
    revokeApiKey: ({ caller, params }) =>
      transaction(database, async (tx) => {
        await revokeApiKey(tx, caller, params.id);
        return { deletedCount: 1 };
      }),
  } satisfies Partial<Handlers>;
}
