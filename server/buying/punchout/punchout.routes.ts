import { transaction } from '#server/engine/db/transaction.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { changePunchout, listPunchouts, makePunchout, removePunchout, renewPunchoutSecret } from './connections.ts';
import { listPunchoutLog } from './log.ts';

export function punchoutHandlers({ config: { baseUrl }, database }: Parts) {
  return {
    listPunchouts: () => listPunchouts(database.db, baseUrl),
    makePunchout: ({ caller, body }) => transaction(database, (tx) => makePunchout(tx, caller, body, baseUrl)),
    changePunchout: ({ caller, params, body }) =>
      transaction(database, (tx) => changePunchout(tx, caller, params.id, body, baseUrl)),
    removePunchout: ({ caller, params }) =>
      transaction(database, async (tx) => {
        await removePunchout(tx, caller, params.id);
        return { deletedCount: 1 };
      }),
    renewPunchoutSecret: ({ caller, params }) =>
      transaction(database, (tx) => renewPunchoutSecret(tx, caller, params.id, baseUrl)),
    listPunchoutLog: ({ params, query }) => listPunchoutLog(database.db, params.id, query),
  } satisfies Partial<Handlers>;
}
