import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import type { Database } from '#server/engine/db/client.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { tellWaiting } from './tell-waiting.ts';

let database: Database;
let shop: TestShop;
let ada: Awaited<ReturnType<TestShop['person']>>;
let alice: Awaited<ReturnType<TestShop['person']>>;
let bob: Awaited<ReturnType<TestShop['person']>>;
let saw: Tool;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
  bob = await shop.person('Bob');
});
afterAll(() => shop.close());
beforeEach(async () => {
  await database.raw('delete from stock_alerts');
  saw = await shop.tool({ name: 'Bow saw <b>', availableQuantity: 3, minOrderQuantity: 10 });
});

const alertCall = (method: string, as: { token: string }, id = saw._id) =>
  shop.call(method, `/tool/${id}/stock-alert`, { as: as.token });
const letters = async () => {
  await tellWaiting(shop.parts);
  return database.raw<{ to: string; subject: string; text: string; html: string }>(
    `select "to", subject, text, html from mails where subject like '%can be ordered again' order by "to"`,
  );
};
const restock = async (availableQuantity: number, tool = saw) => {
  const { version } = (await (await shop.call('GET', `/tool/${tool._id}`)).json()) as Tool;
  const body = { ...tool, availableQuantity, version };
  expect((await shop.call('PUT', `/tool/${tool._id}`, { as: ada.token, body })).status).toBe(200);
};

test('who waits gets one letter when the tool can be ordered again, and none before or after', async () => {
  await database.raw('delete from mails');
  for (const person of [alice, alice, bob]) {
    const answer = await alertCall('POST', person);
    expect([answer.status, await answer.json()]).toEqual([201, { waiting: true }]);
  }
  expect(await letters()).toEqual([]);
  await restock(9);
  expect(await letters()).toEqual([]);
  await restock(10);
  // Several processes look at once.
  await Promise.all([tellWaiting(shop.parts), tellWaiting(shop.parts)]);
  const told = await letters();
  expect(told.map(({ to }) => to)).toEqual([alice.email, bob.email].toSorted());
  expect(told[0]?.text).toContain(`/products/${saw._id}`);
  expect(told[0]?.text).toContain('10 pieces');
  expect(told[0]?.html).not.toContain('<b>');
  expect(await (await alertCall('GET', alice)).json()).toEqual({ waiting: false });
  await restock(0);
  await restock(50);
  expect(await letters()).toHaveLength(2);
});

test('whoever wants it no more gets none, and one customer’s wish is not another’s', async () => {
  await database.raw('delete from mails');
  await alertCall('POST', alice);
  await alertCall('POST', bob);
  expect(await (await alertCall('GET', bob)).json()).toEqual({ waiting: true });
  expect(await (await alertCall('DELETE', bob)).json()).toEqual({ deletedCount: 1 });
  expect(await (await alertCall('DELETE', bob)).json()).toEqual({ deletedCount: 0 });
  await restock(10);
  expect((await letters()).map(({ to }) => to)).toEqual([alice.email]);
});

test('who waits for many tools gets one letter for all that are back', async () => {
  await database.raw('delete from mails');
  const plane = await shop.tool({ name: 'Jack plane', availableQuantity: 0, minOrderQuantity: 5 });
  await alertCall('POST', alice);
  await alertCall('POST', alice, plane._id);
  await restock(10);
  await restock(8, plane);
  const told = await letters();
  expect(told.map(({ subject }) => subject)).toEqual(['2 tools can be ordered again']);
  for (const { _id, name } of [saw, plane]) {
    expect(told[0]?.text).toContain(name);
    expect(told[0]?.text).toContain(`/products/${_id}`);
  }
});

test('a tool that can be ordered now is waited for by nobody, one that is not on sale yet may be', async () => {
  await restock(10);
  const answer = await alertCall('POST', alice);
  expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'IN_STOCK' }]);
  expect(await (await alertCall('GET', alice)).json()).toEqual({ waiting: false });
  await database.raw(`update tools set on_sale_from = (now() + interval '3 days')::date where id = $1`, [saw._id]);
  expect((await alertCall('POST', alice)).status).toBe(201);
});

test('nobody is written to at an address that they did not prove, asked before or after', async () => {
  await database.raw('delete from mails');
  const carol = await shop.person('Carol');
  await alertCall('POST', carol);
  await database.raw('update users set email_verified = false where id = $1', [carol.userId]);
  const answer = await alertCall('POST', carol);
  expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'ADDRESS_NOT_PROVED' }]);
  await restock(10);
  expect(await letters()).toEqual([]);
  await database.raw('update users set email_verified = true where id = $1', [carol.userId]);
  expect(await letters()).toHaveLength(1);
});

test('however often stock goes and comes, ten such letters go to one address in a day, and the wish stays', async () => {
  await database.raw('delete from mails');
  for (let times = 0; times < 12; times++) {
    await restock(0);
    await alertCall('POST', alice);
    await restock(10);
    await letters();
  }
  expect(await letters()).toHaveLength(10);
  expect(await (await alertCall('GET', alice)).json()).toEqual({ waiting: true });
  await database.raw(`update mails set created_at = created_at - interval '1 day'`);
  expect(await letters()).toHaveLength(11);
});

test('nobody can wait for a tool that is not sold', async () => {
  const answer = await alertCall('POST', alice, '01aaaaaaaaaaaaaaaaaaaaaaaa');
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'TOOL_NOT_FOUND' }]);
  await alertCall('POST', alice);
  expect((await shop.call('DELETE', `/tool/${saw._id}`, { as: ada.token })).status).toBe(200);
  await database.raw('delete from mails');
  await database.raw('update tools set available_quantity = 100 where id = $1', [saw._id]);
  expect(await letters()).toEqual([]);
});

test('one customer waits for a hundred tools at most', async () => {
  await database.raw(
    `insert into tools (id, name, description, image, price_cents, available_quantity, min_order_quantity)
     select 'many-' || n, 'Many ' || n, 'x', '/pictures/hammer-640.webp', 100, 0, 1 from generate_series(1, 100) n
     on conflict do nothing`,
  );
  await database.raw(
    `insert into stock_alerts (tool_id, user_id) select 'many-' || n, $1 from generate_series(1, 100) n`,
    [alice.userId],
  );
  const answer = await alertCall('POST', alice);
  expect([answer.status, await answer.json()]).toMatchObject([429, { code: 'RATE_LIMITED' }]);
  expect((await alertCall('POST', alice, 'many-7')).status).toBe(201);
});
