import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { datevFile } from './datev-file.ts';
import { missingAccounts } from './missing-accounts.ts';

export function datevHandlers({ database, settings }: Parts & { settings: SettingsStore }) {
  return {
    exportDatev: async ({ query }) => datevFile(database, (await settings.read()).settings, query),
    listMissingAccounts: async ({ query }) => missingAccounts(database, (await settings.read()).settings.books, query),
  } satisfies Partial<Handlers>;
}
