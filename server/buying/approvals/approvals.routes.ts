import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import { stockTags } from '#server/engine/http/changes.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { getAnyOrder } from '#server/buying/orders/orders.ts';
import { decideOrder, requireSeen } from './decide-order.ts';

export function approvalHandlers({
  database,
  changes,
  settings,
}: Parts & { settings: SettingsStore }): Pick<Handlers, 'decideOrder'> {
  return {
    decideOrder: async ({ caller, params, body }) => {
      await requireSeen(database.db, caller, params.id);
      const { holdMs } = await settings.read();
      return transaction(database, async (tx) => {
        const tools = await decideOrder(tx, caller, params.id, body, holdMs);
        afterCommit(tx, () => changes.touch(stockTags(tools)));
        return getAnyOrder(tx, params.id, null);
      });
    },
  };
}
