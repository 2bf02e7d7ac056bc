import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { sheetFile } from '#server/engine/sheets/write-sheet.ts';
import { namedByDays } from '#server/money/exports/exported-sheet.ts';
import { datevFile } from './datev-file.ts';
import { missingAccounts } from './missing-accounts.ts';
import { exportedTrialBalance } from './trial-balance.ts';

export function datevHandlers({ database, settings }: Parts & { settings: SettingsStore }) {
  return {
    exportTrialBalance: async ({ query }) => {
      const { currency } = (await settings.read()).settings;
      const sheet = exportedTrialBalance(database, { ...query, currency });
      return sheetFile(namedByDays('trial-balance', query), query, sheet, currency);
    },
    exportDatev: async ({ query }) => datevFile(database, (await settings.read()).settings, query),
    listMissingAccounts: async ({ query }) => missingAccounts(database, (await settings.read()).settings.books, query),
  } satisfies Partial<Handlers>;
}
