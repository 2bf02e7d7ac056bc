import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#server/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

test('somebody gets everything about themselves, without secrets, and nobody else does', async () => {
  const alice = await shop.person('alice');
  const bob = await shop.person('bob');
  const tool = await shop.tool({ name: 'Saw', minOrderQuantity: 1 });
  const order = await shop.order(alice.token, tool, 2);
  await shop.call('POST', '/review', { as: alice.token, body: { review: 'Cuts well', rating: 5 } });
  const response = await shop.call('GET', `/user/${alice.email}/data`, { as: alice.token });
  const data = await response.json();
  expect(data).toMatchObject({
    account: { _id: alice.userId, email: alice.email },
    orders: [{ _id: order._id }],
    reviews: [{ review: 'Cuts well' }],
  });
  expect(data.sessions).toHaveLength(1);
  expect(JSON.stringify(data)).not.toContain(alice.token);
  expect(JSON.stringify(data)).not.toMatch(/"(password|token|secret|hash)"/i);
  expect((await shop.call('GET', `/user/${alice.email}/data`, { as: bob.token })).status).toBe(403);
  expect((await shop.call('GET', `/user/${alice.email}/data`)).status).toBe(401);
});

test('an admin gets their keys by name, and never a key', async () => {
  const ada = await shop.person('ada-with-keys', 'admin');
  const made = await shop.call('POST', '/api-key', { as: ada.token, body: { name: 'ERP', scopes: ['tools.read'] } });
  const { key } = (await made.json()) as { key: string };
  const data = await (await shop.call('GET', `/user/${ada.email}/data`, { as: ada.token })).text();
  expect(JSON.parse(data)).toMatchObject({
    apiKeys: [{ name: 'ERP', scopes: ['tools.read'], expiresAt: null, lastUsedAt: null }],
  });
  expect(key.length).toBeGreaterThan(20);
  expect(data).not.toContain(key);
});
