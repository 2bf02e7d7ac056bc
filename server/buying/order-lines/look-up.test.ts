import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PastedLine } from '#contract/buying/order-lines.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { readOrderLines } from './read-order-lines.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const read = async (text: string): Promise<PastedLine[]> => {
  const { rows } = await readOrderLines(database, async () => ({ only: null, fits: [], near: [] }), text);
  return rows;
};

/** A thousand rows of words, none of them twice, and what the database was asked about them. */
async function askedOf(wordOf: (at: number) => string, wordsOfARow: number) {
  const strings: number[] = [];
  const counting = {
    raw: <Row>(statement: string, parameters: unknown[] = [], name?: string) => {
      strings.push(...parameters.filter((each) => Array.isArray(each)).map((each) => each.length));
      return database.raw<Row>(statement, parameters, name);
    },
  };
  let searches = 0;
  let atOnce = 0;
  const search = async () => {
    searches++;
    expect(++atOnce).toBe(1);
    await Promise.resolve();
    atOnce--;
    return { only: null, fits: [], near: [] };
  };
  const text = Array.from({ length: 1_000 }, (_, row) =>
    Array.from({ length: wordsOfARow }, (_, word) => wordOf(row * wordsOfARow + word)).join(' '),
  ).join('\n');
  const { rows } = await readOrderLines(counting, search, text);
  return { rows, strings, searches };
}

it.each([
  ['no tool has', (at: number) => `w${at.toString(36)}`, 60],
  ['stock numbers begin with', (at: number) => ['HAM', 'CL', 'SCR', '16H', 'SL', '65'][(at * at) % 6]!, 60],
  ['names are made of', (at: number) => `hammer${at}`, 12],
])(
  'a thousand rows of words that %s ask little at once and little in all, and say what was not looked up',
  async (_what, wordOf, wordsOfARow) => {
    const { rows, strings, searches } = await askedOf(wordOf, wordsOfARow);
    expect(Math.max(...strings)).toBeLessThanOrEqual(500);
    expect(strings.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(45_000);
    expect(searches).toBeLessThanOrEqual(100);
    const doubtful = rows.filter(({ problem }) => problem === 'NOT_FOUND');
    expect(doubtful.length).toBeGreaterThan(900);
    const searched = doubtful.filter(({ lookedUp }) => lookedUp).map(({ text }) => text.slice(0, 200).trim());
    expect(new Set(searched).size).toBeLessThanOrEqual(100);
  },
);

it('a row that was looked up and searched for says so', async () => {
  expect(await read('Left-handed smoke shifter;24')).toMatchObject([{ problem: 'NOT_FOUND', lookedUp: true }]);
  expect(await read('HAM-CL-16H;24')).toMatchObject([{ problem: null, lookedUp: true }]);
});
