import { transaction } from '#server/db/transaction.ts';
import type { Parts } from '#server/http/parts.ts';
import type { Handlers } from '#server/http/router.ts';
import type { SettingsStore } from '#server/settings/settings.ts';
import { putBack } from './put-back.ts';

export function putBackHandlers(parts: Parts & { settings: SettingsStore }): Pick<Handlers, 'putBack'> {
  return {
    putBack: ({ caller, params }) => transaction(parts.database, (tx) => putBack(tx, caller, params.id, parts)),
  };
}
