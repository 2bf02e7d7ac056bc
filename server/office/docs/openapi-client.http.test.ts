import createClient from 'openapi-fetch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import type { paths } from '../../../.cache/openapi/schema.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

/** What somebody writes who has nothing of the shop but its description; `npm run types` makes the types from it. */
const clientFor = (token?: string) =>
  createClient<paths>({
    baseUrl: 'http://shop.test',
    fetch: (request) => shop.app.fetch(request),
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });

it('a client made from the description finds, orders and follows', async () => {
  const wanted = await shop.tool({ name: 'Described chisel', price: 7.5, minOrderQuantity: 2 });
  const found = await clientFor().GET('/tool', { params: { query: { q: 'described chisel', limit: '1' } } });
  const [tool] = found.data ?? [];
  expect(tool).toMatchObject({ _id: wanted._id, price: 7.5 });

  const alice = await shop.person('Alice');
  const client = clientFor(alice.token);
  const placed = await client.POST('/order', {
    body: { name: 'Alice', address: '1 Dock Road', phone: '555', toolId: wanted._id, quantity: 4 },
  });
  expect(placed.data).toMatchObject({ price: 30, paid: false });
  const id = placed.data?._id ?? '';
  expect((await client.GET('/order/{id}', { params: { path: { id } } })).data?._id).toBe(id);
  expect((await client.DELETE('/order/{id}', { params: { path: { id } } })).data?.deletedCount).toBe(1);
});

it('and reads a refusal as it is described', async () => {
  const refused = await clientFor().GET('/tool/{id}', { params: { path: { id: 'nothing' } } });
  expect(refused.response.status).toBe(404);
  expect(refused.error?.code).toBe('TOOL_NOT_FOUND');
});
