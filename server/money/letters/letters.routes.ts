import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import type { SettingsStore } from '#server/office/settings/settings.ts';
import { previewLetter } from './letter-preview.ts';

export function letterHandlers({ config, database, settings }: Parts & { settings: SettingsStore }) {
  return {
    previewLetter: async ({ body }) =>
      previewLetter(database.db, { baseUrl: config.baseUrl, shop: (await settings.read()).settings }, body),
  } satisfies Partial<Handlers>;
}
