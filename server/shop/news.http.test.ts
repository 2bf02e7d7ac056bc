import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DryRun } from '#contract/catalogue/imports.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ada: Person;
let alice: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
  // One who never reads: all news stays.
  await shop.parts.database.raw(`insert into news_followers (name) values ('nobody')`);
});
afterAll(() => shop.close());

let seen = 0;
/** What was told since the last time, in the order in which it was written. */
async function told() {
  const rows = await shop.parts.database.raw<{ id: string; kind: string; subject: string; facts: object }>(
    'select id, kind, subject, facts from news where id > $1 order by id',
    [seen],
  );
  seen = Number(rows.at(-1)?.id ?? seen);
  return rows.map(({ kind, subject, facts }) => [kind, subject, ...(Object.keys(facts).length > 0 ? [facts] : [])]);
}
const asAda = async (method: string, path: string, body?: unknown) => {
  const answer = await shop.call(method, path, { as: ada.token, ...(body === undefined ? {} : { body }) });
  if (answer.status >= 300) throw new Error(await answer.text());
  return (await answer.json()) as { _id: string; version: number };
};

it('a tool that is made, edited, counted and removed is news each time', async () => {
  const tool = await shop.tool({ availableQuantity: 50 });
  expect(await told()).toEqual([['tool.changed', tool._id]]);
  await asAda('PUT', `/tool/${tool._id}`, { ...tool, price: 11 });
  expect(await told()).toEqual([['tool.changed', tool._id]]);
  await asAda('POST', `/tool/${tool._id}/stock`, { change: 5, reason: 'Delivery' });
  expect(await told()).toEqual([['tool.changed', tool._id]]);
  await asAda('DELETE', `/tool/${tool._id}`);
  expect(await told()).toEqual([['tool.changed', tool._id]]);
});

it('a tool that an import adds, changes and puts back is news each time', async () => {
  const tool = await shop.tool();
  await told();
  const body = `_id,name,price,availableQuantity,minOrderQuantity,description,image\n${tool._id},,12,,,,\n,Awl,5,5,1,Steel.,/pictures/hook-640.webp\n`;
  const headers = { authorization: `Bearer ${ada.token}` };
  const looked = await shop.app.fetch(new Request('http://shop.test/import/tools', { method: 'POST', headers, body }));
  const { _id, rows } = (await looked.json()) as DryRun;
  const news = rows.map(({ toolId }) => ['tool.changed', toolId]);
  expect(news).toHaveLength(2);
  for (const step of ['commit', 'undo']) {
    await asAda('POST', `/import/${_id}/${step}`);
    expect(await told()).toEqual(news);
  }
});

it('an order is one row of news when it is placed, and one for each thing that happens to it and each paper', async () => {
  const tool = await shop.tool({ availableQuantity: 1_000 });
  const other = await shop.tool({ availableQuantity: 1_000 });
  await told();
  const order = await shop.order(alice.token, tool, 10);
  expect(await told()).toEqual([['order.placed', order._id]]);
  const lines = [tool, other].map(({ _id }) => ({ toolId: _id, quantity: 5 }));
  const body = { name: 'Alice', address: '1 Dock Road', phone: '555', lines };
  const placed = await shop.call('POST', '/order', { as: alice.token, body });
  const { _id: many } = (await placed.json()) as { _id: string };
  expect(await told()).toEqual([['order.placed', many]]);
  await shop.call('DELETE', `/order/${many}`, { as: alice.token });
  expect(await told()).toEqual([['order.cancelled', many]]);
  await asAda('PUT', `/order/${order._id}/details`, { name: 'Alice Ames' });
  expect(await told()).toEqual([['order.changed', order._id]]);
  await asAda('POST', `/order/${order._id}/payment`, { date: new Date().toISOString().slice(0, 10), reference: 'R1' });
  const [invoice] = await shop.parts.database.raw<{ number: string }>(
    `select number from invoices where order_id = $1`,
    [order._id],
  );
  const paid = await told();
  expect(paid).toContainEqual(['invoice.issued', invoice?.number]);
  expect(paid).toContainEqual(['order.paid', order._id]);
  expect(paid.map(([kind]) => kind)).toEqual(['payment.recorded', 'invoice.issued', 'order.paid']);
  const shipment = await asAda('POST', `/order/${order._id}/shipment`, { carrier: 'DHL' });
  expect(await told()).toEqual([['order.shipped', order._id, { shipment: shipment._id }]]);
  const refund = await asAda('POST', `/order/${order._id}/refund`, { amount: 1, reason: 'Scratched' });
  expect(await told()).toEqual([
    ['credit-note.issued', `CN-${invoice?.number}`],
    ['order.refunded', order._id, { refund: refund._id }],
  ]);
});

it('what is refused is no news', async () => {
  const tool = await shop.tool({ availableQuantity: 5 });
  await told();
  const body = { name: 'Alice', address: '1 Dock Road', phone: '555', toolId: tool._id, quantity: 6 };
  expect((await shop.call('POST', '/order', { as: alice.token, body })).status).toBe(409);
  expect((await shop.call('PUT', `/tool/${tool._id}`, { as: ada.token, body: { ...tool, version: 99 } })).status).toBe(
    409,
  );
  expect(await told()).toEqual([]);
});
