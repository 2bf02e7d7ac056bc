import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DEFAULTS } from '#server/office/settings/defaults.ts';
import type { Basket, Priced } from '#contract/buying/basket.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Quote } from '#contract/buying/quotes.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Settings } from '#contract/office/settings.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { printedWords } from '#server/money/papers/printed-words-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let alice: string;
let ada: string;
let tool: Tool;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  alice = (await shop.person('Alice')).token;
  ada = (await shop.person('Ada', 'admin')).token;
  tool = await shop.tool({ price: 10, availableQuantity: 10_000, minOrderQuantity: 1 });
});
afterAll(() => shop.close());
beforeEach(() => takes({ goods: 100, surcharge: 12 }));

async function takes(minimumOrder: Settings['minimumOrder']): Promise<void> {
  const now = (await (await shop.call('GET', '/settings', { as: ada })).json()) as Settings;
  const tax = [{ country: now.company.country, percent: 15, name: 'VAT' }];
  const way = { ...DEFAULTS.delivery[0]!, rates: [{ upTo: null, price: 5 }] };
  const answer = await shop.call('PUT', '/settings', {
    as: ada,
    body: { ...now, tax, delivery: [way], minimumOrder },
  });
  if (!answer.ok) throw new Error(await answer.text());
}
async function ask<T>(method: string, path: string, body?: unknown, as = alice): Promise<T> {
  const answer = await shop.call(method, path, { as, ...(body === undefined ? {} : { body }) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}
const lines = (quantity: number) => [{ toolId: tool._id, quantity }];
const contact = { name: 'Alice', address: '1 Dock Road', phone: '555' };
const price = (quantity: number) => ask<Priced>('POST', '/price', { lines: lines(quantity) });
const tried = (quantity: number, more: object = {}) =>
  shop.call('POST', '/order', { as: alice, body: { ...contact, lines: lines(quantity), ...more } });
const order = (quantity: number) => ask<Order>('POST', '/order', { ...contact, lines: lines(quantity) });

it('goods below the minimum are charged for, as a line of its own that is taxed like freight', async () => {
  const sums = { goods: 70, freight: 5, surcharge: 12, tax: 13.05, price: 100.05 };
  const missing = { goods: 100, surcharge: 12, missing: 30 };
  expect(await price(7)).toMatchObject({ ...sums, belowMinimum: missing });
  const basket = await ask<Basket>('PUT', '/my-basket', { lines: lines(7) });
  expect(basket).toMatchObject({ ...sums, belowMinimum: missing });
  expect(await order(7)).toMatchObject(sums);
  expect((await tried(7, { price: 86.25 })).status).toBe(409);
});

it('goods that reach the minimum are not, and an empty basket neither', async () => {
  expect(await price(10)).toMatchObject({ surcharge: 0, belowMinimum: null, price: 120.75 });
  expect(await order(10)).toMatchObject({ surcharge: 0, price: 120.75 });
  expect(await ask<Basket>('PUT', '/my-basket', { lines: [] })).toMatchObject({
    surcharge: 0,
    belowMinimum: null,
    price: 0,
  });
});

it('where the way leads nowhere the surcharge is not known, as freight is not', async () => {
  const nowhere = { lines: lines(7), delivery: 'balloon' };
  expect(await ask<Priced>('POST', '/price', nowhere)).toMatchObject({ freight: null, surcharge: null, price: null });
});

it('without a surcharge an order below the minimum is refused, and says what it must come to', async () => {
  await takes({ goods: 100, surcharge: null });
  expect(await price(7)).toMatchObject({
    surcharge: 0,
    price: 86.25,
    belowMinimum: { goods: 100, surcharge: null, missing: 30 },
  });
  const refused = await tried(7);
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { code: 'ORDER_TOO_SMALL', goods: 100, issues: [{ path: 'lines' }] },
  ]);
  expect((await tried(10)).status).toBe(201);
});

it('what an order was charged stays with it, and null takes the minimum away', async () => {
  const placed = await order(3);
  await takes(null);
  expect(await ask<Order>('GET', `/order/${placed._id}`)).toEqual(placed);
  expect(await price(3)).toMatchObject({ surcharge: 0, belowMinimum: null });
  await expect(
    shop.parts.database.raw('update orders set surcharge_cents = 0 where id = $1', [placed._id]),
  ).rejects.toThrow('an order keeps its total');
});

it('an accepted quote is as agreed, without a surcharge', async () => {
  await takes({ goods: 100, surcharge: null });
  const asked = await ask<Quote>('POST', '/quote', { lines: lines(2) });
  const offer = { lines: [{ toolId: tool._id, quantity: 2, unitPrice: 9 }], freight: 1, validUntil: '2099-01-01' };
  await ask('POST', `/quote/${asked._id}/version`, offer, ada);
  const { versions } = await ask<Quote>('GET', `/quote/${asked._id}`);
  const accepted = await ask<Order>('POST', `/quote/${asked._id}/accept`, {
    ...contact,
    version: 1,
    price: versions[0]!.price,
  });
  expect(accepted).toMatchObject({ goods: 18, freight: 1, surcharge: 0 });
});

it('its invoice, letter and sheets say the surcharge, and a refund of all of it gives it back', async () => {
  const placed = await order(7);
  await shop.atRest();
  const date = new Date().toISOString().slice(0, 10);
  await ask('POST', `/order/${placed._id}/payment`, { date, reference: 'T' }, ada);
  const wordsOf = async (path: string) =>
    printedWords(
      new Uint8Array(await (await shop.call('GET', `/order/${placed._id}/${path}`, { as: ada })).arrayBuffer()),
    );
  for (const paper of ['invoice.pdf', 'receipt.pdf']) {
    const words = await wordsOf(paper);
    for (const said of ['Small order surcharge', '$12.00', '$87.00'])
      expect([paper, words]).toEqual([paper, expect.stringContaining(said)]);
  }
  const refund = await ask<{ _id: string }>('POST', `/order/${placed._id}/refund`, { all: true, reason: 'Bent' }, ada);
  expect(await wordsOf(`refund/${refund._id}/credit-note.pdf`)).toContain('Standard delivery, Small order surcharge');
  const sheet = await (await shop.call('GET', '/export/invoices', { as: ada })).text();
  const [head = '', ...rows] = sheet.split(/\r?\n/);
  const at = (name: string) => head.split(',').indexOf(name);
  const of = rows.filter((row) => row.includes(`,${placed.number},`)).map((row) => row.split(','));
  expect(of.map((row) => [row[at('ofWhichFreight')], row[at('ofWhichSurcharge')]])).toEqual([
    ['5.00', '12.00'],
    ['-5.00', '-12.00'],
  ]);
});

it.each([
  [{ goods: 0, surcharge: 1 }, 'minimumOrder.goods'],
  [{ goods: 10, surcharge: -1 }, 'minimumOrder.surcharge'],
  [{ goods: 10 }, 'minimumOrder.surcharge'],
  [5, 'minimumOrder'],
])('the settings refuse %j', async (minimumOrder, path) => {
  const now = await ask<Settings>('GET', '/settings', undefined, ada);
  const answer = await shop.call('PUT', '/settings', { as: ada, body: { ...now, minimumOrder } });
  expect([answer.status, await answer.json()]).toMatchObject([400, { issues: [{ path }] }]);
});
