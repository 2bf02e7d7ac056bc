import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { payForTest } from '#server/money/shipments/paying-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let database: Database;
let shop: TestShop;
let ada: Person;
let alice: Person;
let orders: Record<'unpaid' | 'paid' | 'refunded' | 'cancelled' | 'expired', Order>;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
  const tool = await shop.tool({ availableQuantity: 1_000 });
  const made = () => shop.order(alice.token, tool);
  orders = {
    unpaid: await made(),
    paid: await made(),
    refunded: await made(),
    cancelled: await made(),
    expired: await made(),
  };
  for (const { _id } of [orders.paid, orders.refunded]) await payForTest(shop, _id);
  await database.raw('update orders set refunded_cents = 1 where id = $1', [orders.paid._id]);
  await database.raw('update orders set refunded_cents = total_cents where id = $1', [orders.refunded._id]);
  await shop.call('DELETE', `/order/${orders.cancelled._id}`, { as: alice.token });
  await database.raw(`update orders set state = 'expired', closed_at = now() where id = $1`, [orders.expired._id]);
});
afterAll(() => shop.close());

const states = ['unpaid', 'paid', 'refunded', 'cancelled', 'expired'] as const;
const listed = async (path: string, as: Person) => {
  const answer = await shop.call('GET', path, { as: as.token });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as Order[]).map(({ _id, state }) => [_id, state]);
};

it.each(states)('an order that is %s is readable, says so, and is found by it alone', async (state) => {
  const { _id } = orders[state];
  for (const as of [alice, ada])
    expect(await (await shop.call('GET', `/order/${_id}`, { as: as.token })).json()).toMatchObject({
      state,
      paid: state === 'paid' || state === 'refunded',
    });
  expect(await listed(`/order?email=${alice.email}&state=${state}`, alice)).toEqual([[_id, state]]);
  expect(await listed(`/orders?q=${alice.email}&state=${state}`, ada)).toEqual([[_id, state]]);
});

it('one’s own list leaves out what is over, everybody’s has all, and deleted is understood as cancelled', async () => {
  const mine = (await listed(`/order?email=${alice.email}`, alice)).map(([, state]) => state);
  expect(mine.toSorted()).toEqual(['paid', 'refunded', 'unpaid']);
  const all = (await listed(`/order?email=${alice.email}&state=all`, alice)).map(([, state]) => state);
  expect(all.toSorted()).toEqual(states.toSorted());
  expect((await listed(`/orders?q=${alice.email}`, ada)).length).toBe(5);
  expect(await listed(`/orders?q=${alice.email}&state=deleted`, ada)).toEqual([[orders.cancelled._id, 'cancelled']]);
  for (const state of ['waiting', 'open', 'rejected'])
    expect(await listed(`/orders?q=${alice.email}&state=${state}`, ada)).toEqual([]);
  for (const path of ['/orders?state=gone', '/orders?state=all', `/order?email=${ada.email}&state=gone`])
    expect((await shop.call('GET', path, { as: ada.token })).status).toBe(400);
});

it('of an order that is over there is nothing to pay and no paper', async () => {
  for (const { _id } of [orders.cancelled, orders.expired])
    for (const path of ['payment', 'proforma.pdf', 'packing-slip.pdf'])
      expect((await shop.call('GET', `/order/${_id}/${path}`, { as: ada.token })).status).toBe(404);
});
