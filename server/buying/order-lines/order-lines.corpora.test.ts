import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { readOrderLines } from './read-order-lines.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

/** ms of processor time, the best of ten: what else the machine does, and the collecting of others' garbage, fall out. */
async function timeOf(text: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < 10; tried++) {
    const before = process.cpuUsage();
    await readOrderLines(database, async () => ({ only: null, fits: [], near: [] }), text);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

it.each([
  ['no-break spaces in a number', `1${'\u00a0'.repeat(900)}x`],
  ['tabs and quotation marks', `x${'\t'.repeat(700)}${'"'.repeat(200)}x`],
  ['cells that open a quotation', '"x,'.repeat(300)],
  ['thousands', '1,'.repeat(450)],
  ['more thousands', '1,000'.repeat(180)],
  ['numbers', '1 '.repeat(450)],
  ['numbers of another script', '１ '.repeat(450)],
  ['words', 'x '.repeat(450)],
  ['a number, blanks and a measure', `1${' '.repeat(900)}mm`],
  ['a word, blanks and numbers', `x${' '.repeat(700)}y${' 1'.repeat(90)}`],
  ['dots', `a${'.'.repeat(900)}b`],
  ['digits behind times', `x1${'.'.repeat(900)}b`],
  ['prices', '1,1@1,1 '.repeat(60)],
  ['dashes', `24${' - '.repeat(300)}box`],
])('twenty rows of %s take no more than 50 ms of the processor, or six times as long as words', async (_what, row) => {
  const ms = await timeOf(`${row}\n`.repeat(20));
  // On a slow machine any row takes longer.
  const words = ms < 50 ? 0 : await timeOf(`${'x '.repeat(450)}\n`.repeat(20));
  expect(ms).toBeLessThan(Math.max(50, 6 * words));
});
