import { dayOf } from '#contract/days.ts';
import type { Batch } from '#contract/catalogue/incoming.ts';
import type { Tx } from '#server/engine/db/client.ts';
import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { toolTags } from '#server/engine/http/changes.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import { sheetFile } from '#server/engine/sheets/write-sheet.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { record } from '#server/people/audit/audit.ts';
import { announceBatch, cancelBatch, changeBatch, listBatches, receiveBatch } from './incoming.ts';
import { exportedToReorder, listToReorder } from './to-reorder.ts';

export function incomingHandlers({ database, changes, settings }: Parts & { settings: SettingsStore }) {
  const acted = (work: (tx: Tx) => Promise<Batch>) =>
    transaction(database, async (tx) => {
      const batch = await work(tx);
      afterCommit(tx, () => changes.touch(toolTags(batch.toolId)));
      return batch;
    });
  const recorded = (
    tx: Tx,
    caller: Caller,
    what: 'goods.announced' | 'goods.cancelled' | 'goods.received',
    { toolId, tool, quantity, day }: Batch,
  ) => record(tx, caller, what, toolId, { name: tool, quantity, day });
  const shopToday = async () => dayOf(new Date(), (await settings.read()).settings.timeZone);
  return {
    listIncoming: ({ query }) => listBatches(database.db, query),

    announceIncoming: async ({ caller, params, body }) => {
      const today = await shopToday();
      return acted(async (tx) => {
        const batch = await announceBatch(tx, caller, params.id, body, today);
        await recorded(tx, caller, 'goods.announced', batch);
        return batch;
      });
    },

    changeIncoming: async ({ caller, params, body }) => {
      const today = await shopToday();
      return acted(async (tx) => {
        const { before, after } = await changeBatch(tx, params.id, body, today);
        const changed = Object.fromEntries(
          (['quantity', 'day', 'note'] as const).flatMap((field) =>
            before[field] === after[field] ? [] : [[field, { from: before[field], to: after[field] }]],
          ),
        );
        const { toolId, tool: name, quantity, day } = after;
        if (Object.keys(changed).length > 0)
          await record(tx, caller, 'goods.changed', toolId, { name, quantity, day, changed });
        return after;
      });
    },

    cancelIncoming: ({ caller, params }) =>
      acted(async (tx) => {
        const batch = await cancelBatch(tx, params.id);
        await recorded(tx, caller, 'goods.cancelled', batch);
        return batch;
      }),

    receiveIncoming: ({ caller, params, body }) =>
      acted(async (tx) => {
        const batch = await receiveBatch(tx, caller, params.id, body.quantity);
        await recorded(tx, caller, 'goods.received', { ...batch, quantity: body.quantity });
        return batch;
      }),

    listToReorder: ({ query }) => listToReorder(database.db, query),
    exportToReorder: async ({ query }) =>
      sheetFile('to-reorder', query.format, exportedToReorder(database), (await settings.read()).settings.currency),
  } satisfies Partial<Handlers>;
}
