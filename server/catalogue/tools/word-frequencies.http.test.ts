import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, Reader } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { seed } from '#server/shop/seed/seed.ts';
import { listTools, suggestTools } from './list-tools.ts';
import { wordFrequencies } from './word-frequencies.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
  await seed(database, { production: false, seedTools: 3_000 });
}, 120_000);
afterAll(() => database.close());

const counting = { get: (_selection: string, _bySale: boolean, count: () => Promise<number>) => count() };
/** The same database to somebody who has read no statistics yet. */
const reader = (): Reader => ({ db: database.db, raw: (...call) => database.raw(...call) });

it('knows how frequent the frequent words are once the tools were analyzed', async () => {
  await database.raw('analyze tools');
  const frequencies = await wordFrequencies(reader());
  expect(frequencies.tools).toBeGreaterThan(2_900);
  const [row] = await database.raw<{ share: number }>(
    `select (count(*) filter (where lexemes @@ '''steel'''::tsquery))::float8 / count(*) as share from tools`,
  );
  expect(frequencies.of('steel')).toBeCloseTo(row!.share, 1);
  expect(frequencies.of('steel')).toBeGreaterThan(0.2);
  expect(frequencies.of('no-such-word')).toBe(0);
});

it.each([
  'steel',
  'carbon steel',
  'g-clamp 3 in carbon steel',
  'ring series 10 satin chrome',
  'GEN-0000042',
  'hamer steel',
  'zinc plated hand saw',
  'steel nothing-of-this-name',
])('finds for %j what it finds without statistics', async (q) => {
  const query = { q, limit: 100 };
  const frequent = await listTools(reader(), counting, query);
  const blind = reader();
  const without: Reader = {
    ...blind,
    raw: async (text, params, name) => (text.includes('pg_stats') ? [] : blind.raw(text, params, name)),
  };
  const plain = await listTools(without, counting, query);
  expect(frequent).toEqual(plain);
  const suggested = await suggestTools(reader(), q, 8);
  expect(suggested.length).toBe(Math.min(8, plain.total));
});
