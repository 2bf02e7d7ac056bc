import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Route } from '#contract/route.ts';
import { type RouteName, routes } from '#contract/routes.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let ada: Awaited<ReturnType<TestShop['person']>>;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
});
afterAll(() => shop.close());

const NAMES = Object.keys(routes) as RouteName[];

it.each(NAMES)('%s refuses a name in its query that it does not know', async (name) => {
  const { method, path, access } = routes[name] as Route;
  const of = path.replace(':email', ada.email).replaceAll(/:\w+/g, 'some-id');
  const answer = await shop.call(method, `${of}?unheard=1`, {
    ...(access === 'public' || access === 'signature' ? {} : { as: ada.token }),
    ...(method === 'GET' ? {} : { body: {} }),
  });
  expect(answer.status).toBe(400);
  const { code, issues } = (await answer.json()) as { code: string; issues: { path: string }[] };
  expect([code, issues.map(({ path: at }) => at)]).toEqual(['VALIDATION_ERROR', expect.arrayContaining(['unheard'])]);
});
