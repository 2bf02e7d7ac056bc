import { transaction } from '#server/engine/db/transaction.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { getDelivery, listDeliveries, sendAgain, sendTest } from './deliveries.ts';
import { changeWebhook, listWebhooks, makeWebhook, removeWebhook, renewWebhookSecret } from './webhooks.ts';

export function webhookHandlers({ config, database }: Parts) {
  return {
    listWebhooks: () => listWebhooks(database.db),
    makeWebhook: ({ caller, body }) => transaction(database, (tx) => makeWebhook(tx, config, caller, body)),
    changeWebhook: ({ caller, params, body }) =>
      transaction(database, (tx) => changeWebhook(tx, config, caller, params.id, body)),
    removeWebhook: ({ caller, params }) =>
      transaction(database, async (tx) => {
        await removeWebhook(tx, caller, params.id);
        return { deletedCount: 1 };
      }),
    renewWebhookSecret: ({ caller, params }) =>
      transaction(database, (tx) => renewWebhookSecret(tx, config, caller, params.id)),
    testWebhook: ({ params }) => transaction(database, (tx) => sendTest(tx, params.id)),
    listDeliveries: ({ params, query }) => listDeliveries(database.db, params.id, query),
    getDelivery: ({ params }) => getDelivery(database.db, params.id, params.delivery),
    sendAgain: ({ params }) => transaction(database, (tx) => sendAgain(tx, params.id, params.delivery)),
  } satisfies Partial<Handlers>;
}
