import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { PaymentWays } from '#contract/money/payments.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

const DAY_MS = 86_400_000;
const heldMs = ({ createdAt, holdUntil }: Order) => Date.parse(holdUntil ?? '') - Date.parse(createdAt);

it('an order holds its stock for as long as a transfer may take once its buyer chose one, and no longer when they choose again', async () => {
  const [alice, bob] = [await shop.person('Alice'), await shop.person('Bob')];
  const tool = await shop.tool();
  const body = { name: 'A', address: 'B', phone: 'C', toolId: tool._id, quantity: 1 };
  const placed = async (more: object) =>
    (await (await shop.call('POST', '/order', { as: alice.token, body: { ...body, ...more } })).json()) as Order;
  expect(heldMs(await placed({}))).toBe(2 * DAY_MS);
  expect(heldMs(await placed({ pay: 'card' }))).toBe(2 * DAY_MS);
  expect(heldMs(await placed({ pay: 'transfer' }))).toBe(7 * DAY_MS);
  const order = await placed({});
  const choose = (as = alice.token) => shop.call('POST', `/order/${order._id}/payment/transfer`, { as });
  expect((await choose(bob.token)).status).toBe(404);
  const first = await choose();
  expect(first.status).toBe(200);
  const ways = (await first.json()) as PaymentWays;
  expect(Date.parse(ways.holdUntil ?? '') - Date.parse(order.createdAt)).toBe(7 * DAY_MS);
  expect(await (await choose()).json()).toEqual(ways);
});
