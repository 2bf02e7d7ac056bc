import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Quote } from '#contract/buying/quotes.ts';
import { emptyPostgres } from '#server/engine/db/database-for-tests.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { endDemo } from './demo-accounts.ts';

let shop: TestShop;
const url = await emptyPostgres();
beforeAll(async () => {
  shop = await openTestShop(await openDatabase({ url }), { SEED_QUOTES: 'on' });
});
afterAll(() => shop.close());

const listed = async <T>(name: string, path: string) => {
  const { token } = await shop.signIn(`${name}@tradebench.test`);
  return (await (await shop.call('GET', path, { as: token })).json()) as T[];
};

it('a new demo has a quote of each state, an order that waits for its approver, and one that she has decided', async () => {
  for (const name of ['ada', 'alice', 'bob', 'carol'])
    expect((await listed<Quote>(name, '/quotes')).map(({ state }) => state)).toEqual([
      'asked',
      'offered',
      'ordered',
      'declined',
      'withdrawn',
      'expired',
    ]);
  const [offered] = await listed<Quote>('bob', '/quotes?state=offered');
  expect(offered).toMatchObject({ versionCount: 2, messageCount: 2, company: 'Nordfjord Bygg' });
  const [waiting, ...others] = await listed<Order>('carol', '/approvals');
  expect([waiting?.email, waiting?.state, others]).toEqual(['bob@tradebench.test', 'waiting', []]);
  const [rejected] = await listed<Order>('bob', '/order?email=bob@tradebench.test&state=rejected');
  expect(rejected?.approval).toMatchObject({ state: 'rejected', decidedBy: { name: 'Carol Carver' } });
});

it('its letters and sums come as those of people do, and a second start adds nothing', async () => {
  await shop.atRest();
  const letters = await shop.parts.database.raw(
    `select from mails where "to" = 'carol@tradebench.test' and text like '%/approve?token=%'`,
  );
  expect(letters).toHaveLength(1);
  const before = await shop.digest();
  const again = await openTestShop(await openDatabase({ url }), { SEED_QUOTES: 'on' });
  expect(await again.digest()).toBe(before);
  await again.close();
});

it('where the operator wants none, there is none', async () => {
  const bare = await openTestShop(await openDatabase({ url: await emptyPostgres() }), { SEED_QUOTES: 'off' });
  expect(await bare.parts.database.raw('select from quotes')).toEqual([]);
  expect(await bare.parts.database.raw('select from orders')).toEqual([]);
  await bare.close();
});

it('all of it goes with the demo: nothing holds stock, and the company is gone', async () => {
  const { raw } = shop.parts.database;
  await endDemo(shop.parts.database);
  for (const table of ['quotes', 'orders', 'companies', 'price_lists'])
    expect(await raw(`select from ${table}`)).toEqual([]);
  expect(
    await raw(
      `select sku from tools where sku in ('HAM-CL-16H', 'SAW-HA-550') and available_quantity not in (4800, 2200)`,
    ),
  ).toEqual([]);
});
