import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Settings } from '#contract/office/settings.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shops: TestShop[];
beforeAll(async () => {
  const url = await freshPostgres();
  shops = [await openTestShop(await openDatabase({ url })), await openTestShop(await openDatabase({ url }))];
});
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

it('opening hours and texts that the owner changes in one process are shown by the other', async () => {
  const ada = await shops[0]!.person('Ada', 'admin');
  const shown = async (at: number) => (await (await shops[at]!.call('GET', '/shop')).json()) as Settings;
  const now = (await (await shops[0]!.call('GET', '/settings', { as: ada.token })).json()) as Settings;
  // Both have it in their caches.
  expect((await shown(1)).texts).toEqual((await shown(0)).texts);
  const texts = Object.fromEntries(
    Object.entries(now.texts).map(([name, text]) => [name, typeof text === 'string' ? `${name} anew` : text]),
  );
  const body = { ...now, company: { ...now.company, hours: 'Mon to Thu 7 to 16' }, texts };
  expect((await shops[0]!.call('PUT', '/settings', { as: ada.token, body })).status).toBe(200);
  expect((await shown(0)).company.hours).toBe('Mon to Thu 7 to 16');
  await expect.poll(async () => (await shown(1)).company.hours).toBe('Mon to Thu 7 to 16');
  expect((await shown(1)).texts).toEqual((await shown(0)).texts);
  expect((await shown(1)).texts.tagline).toBe('tagline anew');
});
