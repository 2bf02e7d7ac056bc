import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { PAPERS } from '#server/money/exports/books.ts';
import { exportedSheet } from '#server/money/exports/exported-sheet.ts';
import { seed } from '#server/shop/seed/seed.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

const INVOICES = 100_000;
/** What the heap may grow by, in bytes: far less than the file has. */
const MEMORY = 100_000_000;

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  await seed(shop.parts.database, { production: false, seedTools: 0, seedOrders: 130_000 });
  await shop.parts.database.raw('analyze');
}, 600_000);
afterAll(() => shop.close());

it('100,000 invoices and their payments are written within a minute, and no memory grows with them', async () => {
  const ada = await shop.person('Ada', 'admin');
  const [{ count, year } = { count: 0, year: 0 }] = await shop.parts.database.raw<{ count: number; year: number }>(
    'select count(*)::int as count, max(year)::int as year from invoices',
  );
  expect(count).toBeGreaterThan(INVOICES);
  const began = performance.now();
  const before = process.memoryUsage().heapUsed;
  let most = 0;
  for (const each of [year - 3, year - 2, year - 1, year]) {
    const answer = await shop.call('GET', `/export/datev?from=${each}-01-01&to=${each}-12-31`, { as: ada.token });
    for await (const _part of answer.body!) most = Math.max(most, process.memoryUsage().heapUsed);
  }
  const seconds = (performance.now() - began) / 1_000;
  expect(seconds).toBeLessThan(60);
  expect(most - before).toBeLessThan(MEMORY);
}, 600_000);

it('the papers of a year or a month are read in the order of an index, and sorted for no part', async () => {
  const { database } = shop.parts;
  const year = new Date().getUTCFullYear() - 1;
  for (const [from, to] of [
    [`${year}-01-01`, `${year}-12-31`],
    [`${year}-02-01`, `${year}-02-28`],
  ] as const) {
    let plan = '';
    const explaining: Database = {
      ...database,
      raw: async (sql, params) => {
        const rows = await database.raw<{ 'QUERY PLAN': string }>(`explain ${sql}`, params);
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return [];
      },
    };
    for await (const _rows of exportedSheet(explaining, PAPERS, { from, to, currency: 'USD' })) continue;
    expect(plan).toContain('Index Scan using invoices_issued');
    // What is below the first join is the few papers that are void.
    expect(plan.slice(0, plan.indexOf('Nested Loop'))).not.toContain('Sort');
  }
});
