import { transaction } from '#server/engine/db/transaction.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { changePunchout, listPunchouts, makePunchout, removePunchout, renewPunchoutSecret } from './connections.ts';
import { sendDocumentAgain } from './document-endpoint.ts';
import { listPunchoutLog } from './log.ts';
import { tryVisit } from './try-visit.ts';

export function punchoutHandlers({ config, database }: Parts) {
  return {
    listPunchouts: () => listPunchouts(database.db, config),
    makePunchout: ({ caller, body }) => transaction(database, (tx) => makePunchout(tx, caller, body, config)),
    changePunchout: ({ caller, params, body }) =>
      transaction(database, (tx) => changePunchout(tx, caller, params.id, body, config)),
    removePunchout: ({ caller, params }) =>
      transaction(database, async (tx) => {
        await removePunchout(tx, caller, params.id);
        return { deletedCount: 1 };
      }),
    renewPunchoutSecret: ({ caller, params }) =>
      transaction(database, (tx) => renewPunchoutSecret(tx, caller, params.id, config)),
    tryPunchout: ({ params }) => transaction(database, (tx) => tryVisit(tx, params.id, config)),
    sendDocumentAgain: ({ params }) => transaction(database, (tx) => sendDocumentAgain(tx, params.id, params.document)),
    listPunchoutLog: ({ params, query }) => listPunchoutLog(database.db, params.id, query),
  } satisfies Partial<Handlers>;
}
