import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffOrder } from '#contract/buying/staff-orders.ts';
import type { Order } from '#contract/buying/orders.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { payForTest } from '#server/money/shipments/paying-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let as: string;
let wanted: Order;
let open: Order;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  as = (await shop.person('Wes', 'warehouse')).token;
  const [maria, bob] = [await shop.person('Maria'), await shop.person('Bob')];
  const puller = await shop.tool({ name: 'Bearing puller', sku: 'PUL-BR-80/A' });
  const other = await shop.tool({ name: 'Cold chisel' });
  const place = async (token: string, more: object) => {
    const answer = await shop.call('POST', '/order', { as: token, body: { quantity: 2, ...more } });
    expect(answer.status).toBe(201);
    return (await answer.json()) as Order;
  };
  wanted = await place(maria.token, {
    name: 'María Nuñez',
    address: '17 Gasse, Köln',
    phone: '+49 (221) 555-0199',
    company: 'Werkzeug & Söhne 100%',
    purchaseOrder: 'PO-7781/B',
    toolId: puller._id,
  });
  open = await place(bob.token, { name: 'Bob', address: '1 Dock Road', phone: '555', toolId: other._id });
  await place(bob.token, { name: 'Bob', address: '1 Dock Road', phone: '555', toolId: other._id });
  await payForTest(shop, wanted._id);
  await payForTest(shop, open._id);
  await shop.call('POST', `/order/${wanted._id}/shipment`, {
    as,
    body: { carrier: 'DHL', lines: [{ toolId: puller._id, quantity: 1 }] },
  });
  wanted = (await (await shop.call('GET', `/order/${wanted._id}`, { as })).json()) as Order;
  await shop.atRest();
});
afterAll(() => shop.close());

async function ids(query: string) {
  const answer = await shop.call('GET', `/orders?${query}`, { as });
  expect(answer.status).toBe(200);
  const rows = (await answer.json()) as StaffOrder[];
  expect(answer.headers.get('x-total-count')).toBe(String(rows.length));
  return rows.map(({ _id }) => _id);
}

describe('GET /orders?q=', () => {
  it.each([
    ['the number', () => wanted.number],
    ['the invoice number', () => wanted.invoiceNumber],
    ['a part of the name', () => 'arí'],
    ['the name without its accents, in capitals', () => 'MARIA NUNEZ'],
    ['the company, with its signs', () => 'söhne 100%'],
    ['a part of the e-mail', () => 'maria@peo'],
    ['the telephone number as it was given', () => '+49 (221) 555-0199'],
    ['the telephone number with other signs', () => '49 221 5550199'],
    ['a part of the telephone number', () => '5550199'],
    ['the address', () => 'köln'],
    ['a part of the tool', () => 'earing pul'],
    ['the SKU', () => 'pul-br-80/a'],
    ['a part of the SKU without its signs', () => 'br80a'],
    ['the PO number', () => 'PO-7781'],
    ['the transaction id', () => wanted.transactionId],
    ['a part of the transaction id', () => wanted.transactionId?.slice(3, -2)],
    ['words of several fields, in any order', () => 'puller gasse maría'],
  ])('finds an order by %s', async (_what, q) => {
    expect(await ids(`q=${encodeURIComponent(q() ?? '')}`)).toEqual([wanted._id]);
  });

  it.each(['nobody has this', '100_', '%%%', '___', 'maria chisel'])('finds nothing by %s', async (q) => {
    expect(await ids(`q=${encodeURIComponent(q)}`)).toEqual([]);
  });

  it('finds an order by what was changed of it, and no longer by what was there before', async () => {
    const sal = await shop.person('Sal', 'sales');
    const change = async (address: string) => {
      await shop.call('PUT', `/order/${open._id}/details`, { as: sal.token, body: { address } });
      await shop.atRest();
    };
    await change('44 Harbour Lane');
    expect(await ids('q=harbour')).toEqual([open._id]);
    await change('1 Dock Road');
    expect(await ids('q=harbour')).toEqual([]);
  });

  it('asks for three characters at least', async () => {
    const answer = await shop.call('GET', '/orders?q=ab', { as });
    expect([answer.status, await answer.json()]).toMatchObject([400, { issues: [{ path: 'q' }] }]);
    expect(await ids('q=')).toHaveLength(3);
  });
});

describe('GET /orders with filters', () => {
  it('tells what is to be shipped from what has left in part or in whole', async () => {
    expect(await ids('fulfilment=open')).toEqual([open._id, wanted._id]);
    expect(await ids('fulfilment=part')).toEqual([wanted._id]);
    expect(await ids('fulfilment=all')).toEqual([]);
    await shop.call('POST', `/order/${open._id}/shipment`, { as, body: { carrier: 'DHL' } });
    expect(await ids('fulfilment=open')).toEqual([wanted._id]);
    expect(await ids('fulfilment=all')).toEqual([open._id]);
    expect(await ids('fulfilment=all&q=puller')).toEqual([]);
    expect(await ids('fulfilment=part&q=puller&state=paid')).toEqual([wanted._id]);
  });

  it('takes days in UTC, both inclusive', async () => {
    const day = wanted.createdAt.slice(0, 10);
    const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    expect(await ids(`from=${day}&q=puller`)).toEqual([wanted._id]);
    expect(await ids(`from=${day}&to=${next}`)).toHaveLength(3);
    expect(await ids(`to=${new Date(Date.parse(`${day}T00:00:00Z`) - 1).toISOString().slice(0, 10)}`)).toEqual([]);
  });

  it.each(['fulfilment=some', 'from=2026-02-30', 'from=1.3.2026', 'from=2026-03-02&to=2026-03-01', 'state=lost'])(
    'refuses %s',
    async (query) => expect((await shop.call('GET', `/orders?${query}`, { as })).status).toBe(400),
  );
});

describe('GET /orders?q= right after an order', () => {
  it('finds orders the moment that they are placed, page by page, and each of them once', async () => {
    const [eve, tool] = [await shop.person('Eve'), await shop.tool({ name: 'Momentary mallet' })];
    const placed: string[] = [];
    for (let count = 0; count < 3; count++) placed.unshift((await shop.order(eve.token, tool))._id);
    const pages = async () => {
      const first = await shop.call('GET', '/orders?q=momentary&limit=2', { as });
      const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
      const both = [first, await shop.call('GET', next, { as })];
      return Promise.all(
        both.map(async (page) => [
          page.headers.get('x-total-count'),
          ((await page.json()) as StaffOrder[]).map(({ _id }) => _id),
        ]),
      );
    };
    const expected = [
      ['3', placed.slice(0, 2)],
      ['3', placed.slice(2)],
    ];
    expect(await pages()).toEqual(expected);
    await shop.atRest();
    expect(await pages()).toEqual(expected);
  });
});
