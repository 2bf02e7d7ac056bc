import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf, dayPlus } from '#contract/days.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Settings } from '#contract/office/settings.ts';
import { INTRA_COMMUNITY } from '#contract/office/tax.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { moveOrder } from '#server/buying/order-life/order-life.ts';
import { byCard, giveBackForTest, sentForTest } from '#server/money/shipments/paying-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { readXlsx } from '#sheets/read-xlsx.ts';
import { armed, disarmed } from '#server/engine/sheets/armed-text.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ben: Person;
let alice: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ben = await shop.person('Ben', 'bookkeeper');
  alice = await shop.person('Alice');
});
afterAll(() => shop.close());

const get = (path: string) => shop.call('GET', path, { as: ben.token });
const csv = async (path: string): Promise<Record<string, string>[]> => {
  const text = await (await get(path)).text();
  return parse(text, { bom: true, columns: true });
};
const sheetRows = async (answer: Response) => {
  const rows = [];
  for await (const part of (await readXlsx(await answer.blob())).parts) rows.push(...part.map(({ cells }) => cells));
  return rows;
};
const cents = (text: string | undefined) => Math.round(Number(text) * 100);

describe('GET /export/tools', () => {
  it('is CSV that Excel takes for UTF-8, with every tool, those that are not on sale too', async () => {
    const tool = await shop.tool({
      name: 'Łom "stalowy", 60 cm',
      sku: 'LOM-60',
      priceBreaks: [{ from: 10, price: 9.5 }],
      onSale: false,
      description: 'Two\nlines',
    });
    const answer = await get('/export/tools');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="tools.csv"');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const rows = parse(bytes, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.find((row) => row['_id'] === tool._id)).toMatchObject({
      name: tool.name,
      sku: 'LOM-60',
      price: '10',
      priceBreaks: '10: 9.5',
      onSale: 'no',
      description: 'Two\nlines',
    });
    const [counted] = await shop.parts.database.raw<{ n: number }>(
      'select count(*)::int as n from tools where removed_at is null',
    );
    expect(rows).toHaveLength(counted!.n);
  });

  it('is XLSX where that is asked for, and disarms what a spreadsheet would run', async () => {
    const evil = '=HYPERLINK("https://evil.test")';
    await shop.tool({ name: evil, sku: '00-12', description: 'a\u0007b _x0041_ <&>' });
    const answer = await get('/export/tools?format=xlsx');
    const rows = await sheetRows(answer);
    const [head = []] = rows;
    const found = rows.find((row) => row[head.indexOf('sku')] === '00-12');
    expect(found?.[head.indexOf('name')]).toBe(`'${evil}`);
    expect(found?.[head.indexOf('price')]).toEqual({ amount: 10, currency: 'USD' });
    const [asCsv] = (await csv('/export/tools')).filter(({ sku }) => sku === '00-12');
    expect(asCsv?.['name']).toBe(`'${evil}`);
  });

  it.each([
    '=1+1',
    "'=1+1",
    '+49 30',
    '-x',
    '@sum',
    '\tx',
    "it's",
    "'quoted'",
    "''=x",
    '＝1',
    ' =1+1',
    '\u00a0=1',
    "' +1",
    '\u200b@x',
    '\u00ad=1',
    '\ufe0f\u034f+1',
    '\u2060\u180e-1',
    '  x',
  ])('%j comes back as it was', (text) => {
    expect(disarmed(text)).not.toMatch(/^[\s\p{Cf}\p{DI}]*[=+\-@\t＝]/u);
    expect(armed(disarmed(text))).toBe(text);
  });

  it('has days and moments as a spreadsheet counts them, in the XLSX', async () => {
    const tool = await shop.tool({ name: 'Seasonal', sku: 'SEA-1', onSaleFrom: '2026-12-24' });
    const [head = [], ...rows] = await sheetRows(await get('/export/tools?format=xlsx'));
    const row = rows.find((cells) => cells[head.indexOf('_id')] === tool._id);
    expect(row?.[head.indexOf('onSaleFrom')]).toMatchObject({ day: '2026-12-24' });
    const [asCsv] = (await csv('/export/tools')).filter(({ sku }) => sku === 'SEA-1');
    expect(asCsv?.['onSaleFrom']).toBe('2026-12-24');
  });

  it('reads no further than the client does', async () => {
    const { body } = await get('/export/tools');
    const reader = body!.getReader();
    await reader.read();
    await reader.cancel();
    const xlsx = (await get('/export/tools?format=xlsx')).body!.getReader();
    await xlsx.read();
    await xlsx.cancel();
    expect((await get('/export/tools')).status).toBe(200);
  });
});

describe('GET /export/orders and /export/invoices', () => {
  it('have columns that add up to the books to the cent', async () => {
    const tool = await shop.tool({ price: 19.99, availableQuantity: 1_000 });
    const body = { name: 'Alice', address: '1 Dock Road', phone: '555', purchaseOrder: '=PO-1', company: 'Hall & Co' };
    for (const quantity of [1, 3, 7]) {
      const placed = await shop.call('POST', '/order', {
        as: alice.token,
        body: { ...body, toolId: tool._id, tool: tool.name, quantity },
      });
      const order = (await placed.json()) as Order;
      if (quantity > 1)
        await transaction(shop.parts.database, (tx) => moveOrder(tx, order._id, 'pay', byCard(order._id)));
      if (quantity === 7) {
        await giveBackForTest(shop, order._id, 2999, 'r1');
        await shop.parts.database.raw('update orders set refunded_cents = 2999 where id = $1', [order._id]);
      }
    }
    const today = new Date().toISOString().slice(0, 10);
    const orders = await csv(`/export/orders?from=${today}&to=${today}`);
    expect(orders).toHaveLength(3);
    for (const row of orders) {
      expect(cents(row['goods']) + cents(row['freight']) + cents(row['tax'])).toBe(cents(row['total']));
      expect(cents(row['total']) - cents(row['refunded'])).toBe(cents(row['totalAfterRefunds']));
      expect(row['currency']).toBe('USD');
      expect(row['purchaseOrder']).toBe("'=PO-1");
    }
    const [books] = await shop.parts.database.raw<{ paid: number }>(
      `select sum(total_cents - refunded_cents)::int as paid from orders where state = 'paid'`,
    );
    const papers = await csv('/export/invoices');
    expect(papers.map(({ kind }) => kind)).toEqual(['invoice', 'invoice', 'credit-note']);
    const sum = (column: string) => papers.reduce((all, row) => all + cents(row[column]), 0);
    expect(sum('total')).toBe(books!.paid);
    expect(sum('net') + sum('tax')).toBe(sum('total'));
    expect(papers[2]).toMatchObject({ total: '-29.99', ofInvoice: papers[1]?.['number'], company: 'Hall & Co' });
    expect(await csv('/export/invoices?sheet=tax')).toEqual([
      {
        taxCategory: 'O',
        taxPercent: '',
        papers: '3',
        net: (sum('net') / 100).toFixed(2),
        tax: '0.00',
        total: (sum('total') / 100).toFixed(2),
        currency: 'USD',
      },
    ]);
    expect(await csv('/export/orders?to=2001-01-01')).toEqual([]);
    expect((await get('/export/orders?from=2026-13-01')).status).toBe(400);
    expect((await get('/export/orders?format=pdf')).status).toBe(400);
  });

  it('say of each paper at which rate it is taxed, what of it is freight, and take one back that is void on its own day', async () => {
    const { token } = await shop.person('Ada', 'admin');
    const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown) =>
      (await (await shop.call(method, path, { as: token, ...(body === undefined ? {} : { body }) })).json()) as object;
    const van = { id: 'van', name: 'Van', countries: ['*'], days: [1, 3], freeFrom: null };
    const tax = [{ country: 'FR', percent: 20, name: 'TVA' }];
    const rates = [{ upTo: null, price: 7.35 }];
    await ask('PUT', '/settings', { ...(await ask('GET', '/settings')), delivery: [{ ...van, rates }], tax });
    const tool = await shop.tool({ price: 19.99, availableQuantity: 1_000 });
    const refundedOrder = async (more: object, part: object = { all: true }) => {
      const lines = [{ toolId: tool._id, quantity: 2 }];
      const wanted = { name: 'Alice', address: '1 Rue', phone: '555', lines, ...more };
      const placed = await shop.call('POST', '/order', { as: alice.token, body: wanted });
      const { _id, number } = (await placed.json()) as Order;
      await transaction(shop.parts.database, (tx) => moveOrder(tx, _id, 'pay', byCard(_id)));
      await ask('POST', `/order/${_id}/refund`, { reason: 'As agreed', ...part });
      await sentForTest(shop, _id);
      return {
        bounce: (at: string) =>
          shop.parts.database.raw(`update refunds set state = 'failed', failed_at = $2 where order_id = $1`, [_id, at]),
        papers: async (query = '') =>
          (await csv(`/export/invoices${query}`)).filter((row) => row['orderNumber'] === number),
      };
    };

    const taxed = await refundedOrder({ country: 'FR' });
    const sums = { net: '47.33', ofWhichFreight: '7.35', tax: '9.47', total: '56.80' };
    const back = Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, `-${sum}`]));
    const rate = { taxPercent: '20', taxNote: '', currency: 'USD' };
    expect(await taxed.papers()).toMatchObject([
      { ...rate, ...sums },
      { ...rate, ...back },
    ]);
    const month = `?to=${dayPlus(dayOf(new Date(), 'UTC'), 1)}`;
    const [before, taxBefore] = [await taxed.papers(month), await csv(`/export/invoices${month}&sheet=tax`)];
    await taxed.bounce('2099-01-07T12:00:00Z');
    expect([await taxed.papers(month), await csv(`/export/invoices${month}&sheet=tax`)]).toEqual([before, taxBefore]);
    const later = '?from=2099-01-07&to=2099-01-07';
    expect(await taxed.papers(later)).toMatchObject([{ kind: 'credit-note-void', ...sums }]);
    expect(await csv(`/export/invoices${later}&sheet=tax`)).toMatchObject([{ papers: '1', total: sums.total }]);

    const amount = await refundedOrder({ country: 'FR' }, { amount: 12 });
    expect((await amount.papers())[1]).toMatchObject({ ...rate, ofWhichFreight: '', tax: '-2.00', total: '-12.00' });

    const settings = (await ask('GET', '/settings')) as Settings;
    await ask('PUT', '/settings', { ...settings, company: { ...settings.company, country: 'DE' } });
    const exempt = await refundedOrder({ country: 'FR', vatId: 'FR40303265045' });
    expect(await exempt.papers()).toMatchObject([
      { taxPercent: '', taxNote: INTRA_COMMUNITY, tax: '0.00', vatProof: 'not proved' },
      { taxPercent: '', taxNote: INTRA_COMMUNITY, tax: '0.00' },
    ]);
  });
});

it('a transfer stands in the sheets with the bank’s day and reference, and an order given back in full as refunded', async () => {
  const { token } = await shop.person('Ava', 'admin');
  const tool = await shop.tool({ price: 17.65, availableQuantity: 10 });
  const body = { name: 'Alice', address: '1 Dock', phone: '555', lines: [{ toolId: tool._id, quantity: 1 }] };
  const { _id, number } = (await (await shop.call('POST', '/order', { as: alice.token, body })).json()) as Order;
  const day = dayOf(new Date(), 'UTC');
  const transfer = { date: day, reference: 'KTO 4711/12' };
  expect((await shop.call('POST', `/order/${_id}/payment`, { as: ben.token, body: transfer })).status).toBe(201);
  const all = { reason: 'Came late', all: true };
  expect((await shop.call('POST', `/order/${_id}/refund`, { as: token, body: all })).status).toBe(201);
  const ofOrder = async (path: string, column: string) => (await csv(path)).filter((row) => row[column] === number);
  const bank = { bankDay: day, bankReference: 'KTO 4711/12' };
  expect(await ofOrder('/export/orders', 'number')).toMatchObject([
    { ...bank, state: 'refunded', refunded: '25.00', totalAfterRefunds: '0.00' },
  ]);
  expect(await ofOrder('/export/invoices', 'orderNumber')).toMatchObject([
    { kind: 'invoice', ...bank },
    { kind: 'credit-note', bankDay: '', bankReference: '' },
  ]);
  const [head = [], ...rows] = await sheetRows(await get('/export/orders?format=xlsx'));
  const row = rows.find((cells) => cells[head.indexOf('number')] === number);
  expect(row?.[head.indexOf('bankDay')]).toMatchObject({ day });
});

describe('GET /export/papers', () => {
  it('is a ZIP of the month’s papers, as PDF and as the e-invoices that can be made', async () => {
    const month = new Date().toISOString().slice(0, 7);
    const answer = await get(`/export/papers?month=${month}`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="papers-${month}.zip"`);
    const zip = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    const papers = await csv('/export/invoices');
    expect(papers.length).toBeGreaterThan(3);
    for (const { number } of papers) expect(zip).toContain(`${number}.pdf`);
    const untaxed = papers[0]!['number'];
    expect(zip).toContain(`${untaxed}-cii.xml`);
    expect(zip).not.toContain(`${untaxed}-peppol.xml`);
    expect((await get('/export/papers?month=2001-01')).status).toBe(200);
    expect((await get('/export/papers?month=2026-13')).status).toBe(400);
    expect((await get('/export/papers')).status).toBe(400);
  });
});
