import { transaction } from '#server/engine/db/transaction.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { putBack } from './put-back.ts';

export function putBackHandlers(parts: Parts & { settings: SettingsStore }) {
  return {
    putBack: ({ caller, params }) => transaction(parts.database, (tx) => putBack(tx, caller, params.id, parts)),
  } satisfies Partial<Handlers>;
}
