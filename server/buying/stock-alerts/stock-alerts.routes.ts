import { transaction } from '#server/engine/db/transaction.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { addStockAlert, findStockAlert, removeStockAlert } from './stock-alerts.ts';

export function stockAlertHandlers({ database }: Parts) {
  return {
    findStockAlert: ({ caller, params }) => database.read(({ db }) => findStockAlert(db, caller.userId, params.id)),
    addStockAlert: ({ caller, params }) => transaction(database, (tx) => addStockAlert(tx, caller.userId, params.id)),
    removeStockAlert: ({ caller, params }) =>
      transaction(database, async (tx) => ({ deletedCount: await removeStockAlert(tx, caller.userId, params.id) })),
  } satisfies Partial<Handlers>;
}
