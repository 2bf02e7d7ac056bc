import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Quote } from '#contract/buying/quotes.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { readXlsx } from '#sheets/read-xlsx.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ada: Person;
let alice: Person;
let screw: Tool;
let rasp: Tool;
const BOX = { code: 'BX', name: 'Schachtel', pieces: 50 };

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  [ada, alice] = [await shop.person('Ada', 'admin'), await shop.person('Alice')];
  screw = await shop.tool({ sku: 'SCR-4', price: 4.27, priceUnit: 100, packs: [BOX], availableQuantity: 100_000 });
  rasp = await shop.tool({ sku: 'RSP-1', price: 7.5, availableQuantity: 100 });
});
afterAll(() => shop.close());

const get = (path: string) => shop.call('GET', path, { as: ada.token });
const rowsOf = async (path: string): Promise<Record<string, string>[]> =>
  parse(await (await get(path)).text(), { bom: true, columns: true });
const lines = () => [
  { toolId: screw._id, quantity: 3, unit: 'BX' },
  { toolId: rasp._id, quantity: 2 },
];

it('orders say what they were counted in, and their lines unit, price unit and what comes to the goods', async () => {
  const body = { name: 'Alice', address: '1 Dock', phone: '555', lines: lines() };
  const placed = (await (await shop.call('POST', '/order', { as: alice.token, body })).json()) as Order;
  const plain = await shop.order(alice.token, rasp, 1);
  const orders = await rowsOf('/export/orders');
  expect(orders.find(({ number }) => number === placed.number)).toMatchObject({
    pieces: '152',
    packs: '3 × Schachtel of 50',
    goods: '21.41',
  });
  expect(orders.find(({ number }) => number === plain.number)).toMatchObject({ packs: '' });
  const ofOrder = (await rowsOf('/export/orders?sheet=lines')).filter((row) => row['orderNumber'] === placed.number);
  expect(ofOrder).toMatchObject([
    {
      line: '1',
      sku: 'SCR-4',
      pieces: '150',
      unit: 'BX',
      unitName: 'Schachtel',
      unitQuantity: '3',
      unitPrice: '4.27',
      priceUnit: '100',
      price: '6.41',
      currency: 'USD',
    },
    {
      line: '2',
      sku: 'RSP-1',
      pieces: '2',
      unit: '',
      unitQuantity: '',
      unitPrice: '7.50',
      priceUnit: '1',
      price: '15.00',
    },
  ]);
  expect(await rowsOf('/export/orders?sheet=lines&to=2001-01-01')).toEqual([]);
  expect((await get('/export/orders?sheet=tax')).status).toBe(400);
  const book = await readXlsx(await (await get('/export/orders?format=xlsx')).blob());
  expect(book).toBeDefined();
});

it('quotes say what their list prices come to for as many pieces as they are for, and in which packs', async () => {
  const asked = await shop.call('POST', '/quote', { as: alice.token, body: { lines: lines(), message: 'Please' } });
  const { _id, number } = (await asked.json()) as Quote;
  const rowOf = async () => (await rowsOf('/export/quotes')).find((row) => row['number'] === number);
  expect(await rowOf()).toMatchObject({ pieces: '152', packs: '3 × Schachtel of 50', listPrice: '' });
  const offer = {
    lines: [
      { toolId: screw._id, quantity: 3, unit: 'BX', unitPrice: 4 },
      { toolId: rasp._id, quantity: 2, unitPrice: 7 },
    ],
    freight: 0,
    validUntil: '2999-01-31',
  };
  const offered = await shop.call('POST', `/quote/${_id}/version`, { as: ada.token, body: offer });
  expect(offered.status, await offered.clone().text()).toBe(201);
  expect(await rowOf()).toMatchObject({ packs: '3 × Schachtel of 50', listPrice: '21.41', goods: '20.00' });
});

it('more lines than are read at once are each there once, in the order of their orders', async () => {
  const sheet = Array.from({ length: 520 }, (_, n) => `MANY-${n},Many ${n},1,1000`).join('\n');
  const csv = { as: ada.token, body: `sku,name,price,stock\n${sheet}\n`, headers: { 'content-type': 'text/csv' } };
  const { _id: imported } = (await (await shop.call('POST', '/import/tools', csv)).json()) as { _id: string };
  expect((await shop.call('POST', `/import/${imported}/commit`, { as: ada.token })).status).toBe(200);
  const tools = await shop.parts.database.raw<{ id: string }>(`select id from tools where sku like 'MANY-%'`, []);
  const many = tools.map(({ id }) => ({ toolId: id, quantity: 1 }));
  for (const lines of [many, many.slice(0, 3)]) {
    const body = { name: 'Alice', address: '1 Dock', phone: '555', lines };
    expect((await shop.call('POST', '/order', { as: alice.token, body })).status).toBe(201);
  }
  const rows = await rowsOf('/export/orders?sheet=lines');
  const places = rows.map((row) => `${row['orderNumber']} ${row['line']}`);
  expect(new Set(places).size).toBe(rows.length);
  expect(rows.length).toBeGreaterThan(523);
  const numbers = rows.map((row) => Number(row['orderNumber']));
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});
