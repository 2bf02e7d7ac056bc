import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Database } from '#server/engine/db/client.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { migrate } from '#server/engine/db/migrate.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { createLimits, type Limits } from './limits.ts';

const HOUR_MS = 3_600_000;

/** The same limits in three processes, whose clocks are right, an hour slow and an hour fast. */
const CLOCKS = [0, -HOUR_MS, HOUR_MS];
const databases: Database[] = [];
const processes: Limits[] = [];
beforeAll(async () => {
  const url = await freshPostgres();
  for (const _ of CLOCKS) databases.push(await openDatabase({ url }));
  await migrate(databases[0]!);
  processes.push(...databases.map((database) => createLimits(database)));
});
afterEach(() => vi.useRealTimers());
afterAll(() => Promise.all(databases.map((database) => database.close())));

/** Takes once in the process of that number, under its own clock. */
function take(process: number, whom: string): Promise<number | null> {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now + CLOCKS[process]! });
  const taken = processes[process]!.take({ what: 'sign-in from', whom, max: 3, seconds: 10 });
  vi.useRealTimers();
  return taken;
}

it('three of thirty at once are let through, whatever the clocks of the processes say (attacks T67)', async () => {
  for (let round = 0; round < 5; round++) {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => take(index % 3, `round ${round}`)));
    expect(answers.filter((answer) => answer === null)).toHaveLength(3);
    for (const wait of answers.filter((answer) => answer !== null)) {
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(10);
    }
  }
});

it('one after the other likewise, and a new window begins when the first has passed', async () => {
  const answers: (number | null)[] = [];
  for (const process of [0, 1, 2, 0, 1, 2]) answers.push(await take(process, 'turns'));
  expect(answers.map((answer) => answer === null)).toEqual([true, true, true, false, false, false]);
  await databases[0]!.raw('update rate_limits set last_request = last_request - 10001');
  expect(await take(1, 'turns')).toBeNull();
});
