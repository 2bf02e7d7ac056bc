import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { createPayments } from './stripe-payments.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;

let shop: TestShop;
let alice: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  alice = await shop.person('Alice');
  // Rounds of its own, so that each comes when the test wants it.
  await shop.parts.payments.stop();
});
afterAll(() => shop.close());

const round = () => createPayments(shop.parts).runOnce(new Date());
const letters = ({ number }: Order) =>
  shop.parts.database.raw<{ to: string; text: string; user: string }>(
    `select "to", text, user_id as user from mails where subject = $1`,
    [`We have received your order ${number}`],
  );

it('who orders is written to once, with lines, sums, hold and how to pay, however many look', async () => {
  const { token } = await shop.person('Root', 'admin');
  const settings = (await (await shop.call('GET', '/settings', { as: token })).json()) as { company: object };
  const bankAccount = { holder: 'Tradebench Tools', account: 'DE02120300000000202051' };
  await shop.call('PUT', '/settings', {
    as: token,
    body: { ...settings, company: { ...settings.company, bankAccount } },
  });
  const tools = [await shop.tool({ name: 'Axe & <b>Co</b>', sku: 'AX-1' }), await shop.tool({ name: 'Rasp' })];
  const lines = tools.map(({ _id }, index) => ({ toolId: _id, quantity: index + 2 }));
  const body = { name: 'Alice', address: '1 Dock Road', phone: '555', purchaseOrder: 'PO 5', lines };
  const order = (await (await shop.call('POST', '/order', { as: alice.token, body })).json()) as Order;
  await Promise.all([round(), round(), round()]);
  await round();
  const found = await letters(order);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ to: alice.email, user: alice.userId });
  for (const said of [
    '2 × Axe & <b>Co</b> (AX-1) at $10.00: $20.00',
    '3 × Rasp',
    'To pay: $50.00',
    'PO 5',
    'UTC',
    '1 Dock Road, Bangladesh',
  ])
    expect(found[0]?.text).toContain(said);
  for (const said of ['DE02 1203 0000 0000 2020 51', `Reference: ${order.number}`, `/dashboard/payment/${order._id}`])
    expect(found[0]?.text).toContain(said);
});

it('who has deleted the order before is not', async () => {
  const order = await shop.order(alice.token, await shop.tool());
  await shop.call('DELETE', `/order/${order._id}`, { as: alice.token });
  await round();
  expect(await letters(order)).toEqual([]);
});

it('a price for a hundred is said so in the confirmation and in the receipt', async () => {
  const ben = await shop.person('Ben', 'bookkeeper');
  const box = { code: 'BX', name: 'Box', pieces: 50 };
  const screw = await shop.tool({ name: 'Screw', sku: 'SC-1', price: 437.25, priceUnit: 100, packs: [box] });
  const lines = [{ toolId: screw._id, quantity: 1, unit: 'BX' }];
  const body = { name: 'Alice', address: '1 Dock Road', phone: '555', lines };
  const order = (await (await shop.call('POST', '/order', { as: alice.token, body })).json()) as Order;
  await round();
  const said = '50 × Screw (SC-1), 1 × Box at $437.25 per 100: $218.63';
  expect((await letters(order))[0]?.text).toContain(said);
  const transfer = { date: new Date().toISOString().slice(0, 10), reference: 'T 1' };
  const paid = await shop.call('POST', `/order/${order._id}/payment`, { as: ben.token, body: transfer });
  expect(paid.status, await paid.clone().text()).toBe(201);
  await round();
  const [receipt] = await shop.parts.database.raw<{ text: string }>(
    `select text from mails where subject like 'Receipt for your order%' order by created_at desc limit 1`,
  );
  expect(receipt?.text).toContain(said);
});
