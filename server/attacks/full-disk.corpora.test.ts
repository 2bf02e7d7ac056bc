import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let database: Database;
let shop: TestShop;
let alice: Awaited<ReturnType<TestShop['person']>>;
let tool: Tool;

beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
  alice = await shop.person('Alice');
  tool = await shop.tool({ availableQuantity: 50 });
  await database.raw(`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file "base/5/16384": No space left on device' using errcode = '53100'; end $$`);
});
afterEach(async () => {
  for (const table of ['order_lines', 'orders', 'ledger']) {
    await database.raw(`drop trigger if exists no_room on ${table}`);
  }
});
afterAll(() => shop.close());

const wish = () => ({ name: 'Alice', address: '1 Dock Road', phone: '555', toolId: tool._id, quantity: 2 });
const order = (key: string) =>
  shop.call('POST', '/order', {
    as: alice.token,
    body: wish(),
    headers: { 'idempotency-key': key.replaceAll(' ', '-') },
  });
const left = async () => ((await (await shop.call('GET', `/tool/${tool._id}`)).json()) as Tool).availableQuantity;
async function expectBusy(answer: Response) {
  expect(answer.status).toBe(503);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  const text = await answer.text();
  expect(JSON.parse(text)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(text).not.toMatch(/extend|base\/5|space|device/);
}

describe.each([
  ['in the middle of the statement', 'create trigger no_room before insert on order_lines for each row'],
  [
    'at the commit',
    'create constraint trigger no_room after insert on orders deferrable initially deferred for each row',
  ],
])('a database whose disk is full %s', (when, trigger) => {
  it('acknowledges no order and takes nothing; the same key makes the one order once there is room (attacks T104)', async () => {
    const before = await shop.digest();
    const stock = await left();
    await database.raw(`${trigger} execute function no_room()`);
    for (let tries = 0; tries < 3; tries++) await expectBusy(await order(when));
    expect(await shop.digest()).toBe(before);
    expect((await shop.call('GET', '/tool')).status).toBe(200);
    expect((await shop.call('GET', `/order?email=${alice.email}`, { as: alice.token })).status).toBe(200);

    await database.raw(`drop trigger no_room on ${trigger.includes('order_lines') ? 'order_lines' : 'orders'}`);
    const [made, again] = [await order(when), await order(when)];
    expect([made.status, again.status]).toEqual([201, 201]);
    expect(await again.json()).toEqual(await made.json());
    expect(await left()).toBe(stock - 2);
  });
});

it('a payment that finds no room in the ledger is not acknowledged, and is there once when it is told again (attacks T104)', async () => {
  const { _id, price } = (await (await order('paid')).json()) as Order;
  const asked = await shop.call('POST', '/create-payment-intent', { as: alice.token, body: { order: _id, price } });
  const { clientSecret } = (await asked.json()) as { clientSecret: string };
  const [intent = ''] = clientSecret.split('_secret_');
  const publishable = { authorization: 'Bearer pk_test_tradebench_sandbox' };
  const form = { ...publishable, 'content-type': 'application/x-www-form-urlencoded' };
  const paid = await shop.call('POST', `/v1/payment_intents/${intent}/confirm`, {
    headers: form,
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }).toString(),
  });
  expect(await paid.json()).toMatchObject({ status: 'succeeded' });

  await database.raw('create trigger no_room before insert on ledger for each row execute function no_room()');
  const confirm = () =>
    shop.call('PATCH', `/order/${_id}`, { as: alice.token, body: { order: _id, transactionId: intent } });
  const seen = async () => (await shop.call('GET', `/order/${_id}`, { as: alice.token })).json();
  await expectBusy(await confirm());
  expect(await seen()).toMatchObject({ paid: false });

  await database.raw('drop trigger no_room on ledger');
  expect([(await confirm()).status, (await confirm()).status]).toEqual([200, 200]);
  expect(await seen()).toMatchObject({ paid: true, transactionId: intent });
  const ledger = await database.raw<{ rows: number }>(
    'select count(*)::int as rows from ledger where payment_intent_id = $1',
    [intent],
  );
  expect(ledger).toEqual([{ rows: 1 }]);
});
