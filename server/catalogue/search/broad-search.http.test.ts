import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { seed } from '#server/shop/seed/seed.ts';
import { listTools } from './list-tools.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
  await seed(database, { production: false, seedTools: 11_000 });
}, 120_000);
afterAll(() => database.close());

const unkept = { get: (_selection: string, _bySale: boolean, read: () => Promise<number>) => read() };

/** The number of a generated tool is its place in the shop's order. */
const byPlace = ({ sku = '' }: Tool) => Number(/^GEN-(\d+)$/.exec(sku)?.[1] ?? -1);

it.each([
  ['more tools than are ranked', 'hammer', undefined, byPlace],
  ['more tools than are counted', 'series 1', undefined, byPlace],
  ['more tools than are counted, by price', 'series 1', 'price', (tool: Tool) => tool.price * 1e6 + byPlace(tool)],
] as const)('a search that finds %s goes on without showing one twice, in order', async (_what, q, sort, keyOf) => {
  const seen = [];
  let cursor: string | undefined;
  for (let page = 0; page < 4; page++) {
    const part = await listTools(database, unkept, { q, sort, cursor, limit: 30 });
    expect(part.total).toBe(q === 'hammer' ? await withHammer() : 10_000);
    seen.push(...part.rows);
    cursor = part.next ?? undefined;
    expect(cursor).toBeDefined();
  }
  expect(new Set(seen.map(({ _id }) => _id)).size).toBe(120);
  expect(seen.map(keyOf)).toEqual(seen.map(keyOf).toSorted((one, other) => (one < other ? -1 : 1)));
});

async function withHammer(): Promise<number> {
  const [row] = await database.raw<{ total: number }>(
    `select count(*)::int as total from tools where concat_ws(' ', name, category, description) ~* '\\yhammers?\\y'`,
  );
  return row!.total;
}
