import { isDeepStrictEqual } from 'node:util';
import { partsOf, type Settings } from '#contract/office/settings.ts';
import type { Tx } from '#server/engine/db/client.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { record } from '#server/people/audit/audit.ts';

/** Writes down what a change of the settings changed, part by part, with a way back; nothing where it changed nothing. */
export async function recordSettings(
  tx: Tx,
  caller: Caller,
  before: Settings,
  after: Settings,
  more: { putBack?: string } = {},
): Promise<void> {
  const [old, now] = [partsOf(before), partsOf(after)];
  const changed = Object.keys(now)
    .filter((name) => !isDeepStrictEqual(old[name], now[name]))
    .map((name) => [name, { from: old[name], to: now[name] }]);
  if (changed.length === 0) return;
  await record(tx, caller, 'settings.changed', 'settings', { changed: Object.fromEntries(changed), ...more });
}
