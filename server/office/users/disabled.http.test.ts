import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import type { Database } from '#server/engine/db/client.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { setDisabled } from './users.ts';

let database: Database;
let shop: TestShop;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
});
afterAll(() => shop.close());

const disable = (email: string, disabled = true) => transaction(database, (tx) => setDisabled(tx, email, disabled));

test('an account that is disabled is out with the next call, and in again when it is enabled (attacks T59)', async () => {
  const { token, cookie } = await shop.signIn('bob@tradebench.test');
  const orders = (as: string) => shop.call('GET', '/order?email=bob@tradebench.test', { as });
  expect((await orders(token)).status).toBe(200);
  expect(await disable('bob@tradebench.test')).toMatchObject({ changed: true });
  expect(await disable('bob@tradebench.test')).toMatchObject({ changed: false });
  expect((await orders(token)).status).toBe(401);
  const headers = { cookie, origin: 'http://shop.test' };
  const body = { email: 'bob@tradebench.test' };
  expect((await shop.call('PUT', '/user/bob@tradebench.test', { headers, body })).status).toBe(401);
  expect(await disable('bob@tradebench.test', false)).toMatchObject({ changed: true });
  // What was ended stays ended.
  expect((await orders(token)).status).toBe(401);
  const again = await shop.signIn('bob@tradebench.test');
  expect((await orders(again.token)).status).toBe(200);
});

test('nobody who is not there, and not the last admin (attacks T92)', async () => {
  await expect(disable('nobody@tradebench.test')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
  await expect(disable('ada@tradebench.test')).rejects.toMatchObject({ code: 'LAST_ADMIN' });
  const bea = await shop.person('Bea', 'admin');
  await disable(bea.email);
  // A disabled admin is none to fall back on.
  await expect(disable('ada@tradebench.test')).rejects.toMatchObject({ code: 'LAST_ADMIN' });
});
