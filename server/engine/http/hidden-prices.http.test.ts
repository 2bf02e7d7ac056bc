import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

/** What those who pack see where the owner shows them no prices, and what those who sell may give back. */
type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ada: Person;
let alice: Person;
let wanda: Person;
let sal: Person;
let order: Order;
let tool: Tool;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  [ada, alice, wanda, sal] = await Promise.all([
    shop.person('Ada', 'admin'),
    shop.person('Alice'),
    shop.person('Wanda', 'warehouse'),
    shop.person('Sal', 'sales'),
  ]);
  tool = await shop.tool({ price: 10, sku: 'HP-1' });
  order = await shop.order(alice.token, tool, 12);
  const date = new Date().toISOString().slice(0, 10);
  await shop.call('POST', `/order/${order._id}/payment`, { as: ada.token, body: { date, reference: 'T' } });
});
afterAll(() => shop.close());

const set = async (edit: object) => {
  const now = (await (await shop.call('GET', '/settings', { as: ada.token })).json()) as Settings;
  const answer = await shop.call('PUT', '/settings', { as: ada.token, body: { ...now, ...edit } });
  return answer.status;
};
const get = async (path: string, as: Person) => {
  const answer = await shop.call('GET', path, { as: as.token });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
};
const CALLS = () => [
  `/order/${order._id}`,
  '/orders',
  `/order/${order._id}/refund`,
  `/order/${order._id}/event`,
  '/tools',
];

it('answers have no money for the warehouse once the owner says so, and still have it for others', async () => {
  const seen = JSON.parse(await get(`/order/${order._id}`, wanda)) as Order;
  expect(seen.price).toBe(120);
  expect(await set({ warehouseSeesPrices: 'no' })).toBe(400);
  expect(await set({ warehouseSeesPrices: false })).toBe(200);
  for (const path of CALLS()) expect(await get(path, wanda), path).not.toMatch(/"(price|unitPrice|amount|goods)":\d/);
  const hidden = JSON.parse(await get(`/order/${order._id}`, wanda)) as Order;
  expect(hidden).toMatchObject({ price: null, goods: null, freight: null, tax: null });
  expect(hidden.lines[0]).toMatchObject({ price: null, unitPrice: null, quantity: 12 });
  expect(hidden.payments[0]).toMatchObject({ amount: null, method: 'transfer' });
  // What everybody sees stays.
  expect((JSON.parse(await get(`/tool/${tool._id}`, wanda)) as Tool).price).toBe(10);
  expect((JSON.parse(await get(`/order/${order._id}`, sal)) as Order).price).toBe(120);
  expect((JSON.parse(await get(`/order/${order._id}`, alice)) as Order).price).toBe(120);
});

it('papers with prices are refused to it, and slips are not; what it ships comes back without money', async () => {
  expect(await set({ warehouseSeesPrices: false })).toBe(200);
  const call = (path: string) => shop.call('GET', `/order/${order._id}/${path}`, { as: wanda.token });
  for (const path of ['invoice.pdf', 'receipt.pdf', 'invoice.xml?format=cii', 'pro-forma.pdf']) {
    const answer = await call(path);
    expect([path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([path, 403, 'FORBIDDEN']);
  }
  expect((await call('packing-slip.pdf')).status).toBe(200);
  const shipped = await shop.call('POST', `/order/${order._id}/shipment`, {
    as: wanda.token,
    body: { carrier: 'DHL' },
    headers: { 'idempotency-key': 'hidden-1' },
  });
  expect(shipped.status).toBe(201);
  expect(await shipped.text()).not.toMatch(/"(price|unitPrice|amount|goods)":\d/);
  expect(await set({ warehouseSeesPrices: true })).toBe(200);
  expect((await call('invoice.pdf')).status).toBe(200);
});

it('those who sell give back as much of an order as the owner allows, and an admin any sum', async () => {
  expect(await set({ salesRefundLimit: 'much' })).toBe(400);
  expect(await set({ salesRefundLimit: '30,00' })).toBe(200);
  const refund = (amount: number, as: Person) =>
    shop.call('POST', `/order/${order._id}/refund`, { as: as.token, body: { amount, reason: 'Bent' } });
  expect((await refund(20, sal)).status).toBe(201);
  const refused = await refund(10.01, sal);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({
    code: 'REFUND_LIMIT',
    limit: 30,
    left: 10,
    message: 'You can refund up to $30.00 of an order, and $10.00 is left of that. Ask an admin for more.',
  });
  expect((await refund(10, sal)).status).toBe(201);
  expect((await refund(0.01, sal)).status).toBe(403);
  expect((await refund(50, ada)).status).toBe(201);
  expect(await set({ salesRefundLimit: null })).toBe(200);
  expect((await refund(5, sal)).status).toBe(201);
});
