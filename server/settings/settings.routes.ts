import { isDeepStrictEqual } from 'node:util';
import { partsOf, type Settings } from '#contract/settings.ts';
import { afterCommit, transaction } from '#server/db/transaction.ts';
import type { Handlers } from '#server/http/router.ts';
import type { Parts } from '#server/parts.ts';
import { record } from '#server/users/audit.ts';

type SettingsHandlers = Pick<Handlers, 'getSettings' | 'changeSettings' | 'shopFront'>;

export function settingsHandlers({ database, changes, settings }: Parts): SettingsHandlers {
  return {
    getSettings: async () => (await settings.read()).settings,

    changeSettings: ({ caller, body }) =>
      transaction(database, async (tx) => {
        const { before, after } = await settings.change(tx, body);
        const changed = changedParts(before, after);
        if (Object.keys(changed).length > 0) await record(tx, caller, 'settings.changed', 'settings', { changed });
        afterCommit(tx, () => changes.touch(['settings']));
        return after;
      }),

    shopFront: {
      async answer() {
        const { company, texts, logo, delivery } = (await settings.read()).settings;
        const { bankAccount: _private, ...shown } = company;
        const reached = new Set(delivery.flatMap(({ countries }) => countries));
        return { company: shown, texts, logo, countries: reached.has('*') ? ['*'] : [...reached].toSorted() };
      },
      mayShow: () => ['settings'],
    },
  };
}

/** What differs, by the path of the field, with a way back. */
function changedParts(before: Settings, after: Settings): Record<string, { from: unknown; to: unknown }> {
  const [old, now] = [partsOf(before), partsOf(after)];
  return Object.fromEntries(
    Object.keys(now)
      .filter((name) => !isDeepStrictEqual(old[name], now[name]))
      .map((name) => [name, { from: old[name], to: now[name] }]),
  );
}
