import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Route } from '#contract/route.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, routeTable, type TestShop } from '#server/shop-for-tests.ts';
import { fuzzRoute, requestOf, type FuzzTarget } from './fuzz-run.ts';

/** Of each route, so that the whole stays under 20 s; `npm run prove -- fuzz` makes 10,000 calls. */
const CALLS = 12;

let shop: TestShop;
let target: FuzzTarget;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  const alice = await shop.person('Alice');
  const ada = await shop.person('Ada', 'admin');
  const tool = await shop.tool();
  const order = await shop.order(alice.token, tool);
  target = {
    ids: [tool._id, order._id, alice.userId],
    tokens: [alice.token, ada.token],
    async send(call) {
      const request = requestOf('http://shop.test', call);
      return request && shop.app.fetch(request);
    },
  };
});
afterAll(() => shop.close());

it.each(routeTable)('%s answers by the contract whatever it is asked', async (_name, route: Route) => {
  // A run of its own each day of the year, the same for everybody that day.
  const randomSeed = Math.floor(Date.now() / 86_400_000);
  expect((await fuzzRoute(route, target, CALLS, randomSeed)).fault).toBeNull();
});
