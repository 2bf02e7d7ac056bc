import { transaction } from '#server/engine/db/transaction.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { requireOfKey } from '#server/buying/named-lists/named-lists.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { readStanding, setStanding, skipStanding, stopStanding } from './standing-orders.ts';

export function standingOrderHandlers({ database, settings }: Parts & { settings: SettingsStore }) {
  const days = async () => (await settings.read()).terms;
  return {
    getStandingOrder: async ({ caller, params: { id } }) => {
      await requireOfKey(database.db, caller, [id]);
      return readStanding(database.db, caller.userId, id, await days());
    },
    setStandingOrder: async ({ caller, params: { id }, body }) => {
      const working = await days();
      return transaction(database, async (tx) => {
        await requireOfKey(tx, caller, [id]);
        return setStanding(tx, caller.userId, id, body, working);
      });
    },
    skipStandingOrder: async ({ caller, params: { id }, body: { next } }) => {
      const working = await days();
      return transaction(database, async (tx) => {
        await requireOfKey(tx, caller, [id]);
        return skipStanding(tx, caller.userId, id, next, working);
      });
    },
    stopStandingOrder: ({ caller, params: { id } }) =>
      transaction(database, async (tx) => {
        await requireOfKey(tx, caller, [id]);
        await stopStanding(tx, caller.userId, id);
        return { deletedCount: 1 };
      }),
  } satisfies Partial<Handlers>;
}
