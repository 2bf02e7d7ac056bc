import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

it('a stock number, category or family of nothing but blanks is none, for as many tools as one likes', async () => {
  const blank = { sku: '  ', category: ' \t', family: '  ' };
  for (const tool of [await shop.tool(blank), await shop.tool(blank)]) {
    const shown = (await (await shop.call('GET', `/tool/${tool._id}`)).json()) as Record<string, unknown>;
    expect([shown['sku'], shown['category'], shown['family']]).toEqual([undefined, undefined, undefined]);
  }
});
