import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let alice: Person;
let bob: Person;
let sally: Person;
let hammer: Tool;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  alice = await shop.person('Alice');
  bob = await shop.person('Bob');
  sally = await shop.person('Sally', 'sales');
  hammer = await shop.tool({ name: 'Hammer', availableQuantity: 100 });
});
afterAll(() => shop.close());

const place = async (who: Person, key: string, more: object = {}) => {
  const body = { name: 'Alice', address: '1 Dock Road', phone: '55500', toolId: hammer._id, quantity: 2, ...more };
  const answer = await shop.call('POST', '/order', { as: who.token, body, headers: { 'idempotency-key': key } });
  return { status: answer.status, body: (await answer.json()) as Order & { code?: string } };
};
const look = async (who: Person, query: string) => {
  const answer = await shop.call('GET', `/order-of-key?${query}`, { as: who.token });
  return { status: answer.status, body: (await answer.json()) as Order & { code?: string } };
};

it('whoever got no answer finds the order that their key placed, and nobody else does', async () => {
  expect(await look(alice, 'key=monday')).toMatchObject({ status: 404, body: { code: 'ORDER_NOT_FOUND' } });
  const { body: order } = await place(alice, 'monday');
  expect(await look(alice, 'key=monday')).toMatchObject({ status: 200, body: { _id: order._id, price: 20 } });
  expect((await place(alice, 'monday', { phone: '55501' })).body.code).toBe('IDEMPOTENCY_MISMATCH');
  expect(await look(bob, 'key=monday')).toMatchObject({ status: 404 });
  await shop.call('DELETE', `/order/${order._id}`, { as: alice.token });
  expect(await look(alice, 'key=monday')).toMatchObject({ status: 200, body: { state: 'cancelled' } });
  expect((await look(alice, '')).status).toBe(400);
});

it('staff find what they sent for a customer, and a customer nothing of another', async () => {
  const { body: order } = await place(sally, 'tuesday', { customer: alice.email });
  expect(await look(sally, `key=tuesday&customer=${alice.email}`)).toMatchObject({ body: { _id: order._id } });
  expect((await look(sally, 'key=tuesday')).status).toBe(404);
  expect(await look(bob, `key=tuesday&customer=${alice.email}`)).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN' },
  });
});
