import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayPlus } from '#contract/days.ts';
import { cents } from '#contract/money-sums.ts';
import type { AccountEntry } from '#contract/money/account.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Settings } from '#contract/office/settings.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { owing, today } from '#server/money/account/account-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { readXlsx } from '#sheets/read-xlsx.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ben: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ben = await shop.person('Ben', 'bookkeeper');
});
afterAll(() => shop.close());

const get = (path: string) => shop.call('GET', path, { as: ben.token });
const csv = async (path: string): Promise<Record<string, string>[]> =>
  parse(await (await get(path)).text(), { bom: true, columns: true });
const sum = (rows: Record<string, string>[], column: string) =>
  rows.reduce((all, row) => all + cents(Number(row[column])), 0);
const done = async (answer: Response) => {
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
};

it('the payments of a company stand by the day of the bank, with what they settled, and a reversal on its own day', async () => {
  const company = await owing(shop, 'Dated', { termsDays: 14, creditLimit: 10_000 });
  const order = await company.order(100, { pay: 'account' });
  const number = order.invoiceNumber ?? '';
  await shop.parts.database.raw(`update companies set created_at = created_at - interval '30 days'`);
  const earlier = dayPlus(today(), -10);
  const paid = (await done(await company.pay(60, { date: earlier, reference: `RE ${number}` }))) as AccountEntry;
  const ofCompany = async (query = '') =>
    (await csv(`/export/payments${query}`)).filter(({ company: name }) => name === company.company.name);
  expect(await ofCompany(`?from=${earlier}&to=${earlier}`)).toMatchObject([
    {
      day: earlier,
      kind: 'payment',
      method: 'transfer',
      amount: '60.00',
      document: number,
      bankReference: `RE ${number}`,
    },
  ]);
  const openAt = async (day: string) =>
    (await csv(`/export/open-items?day=${day}`)).filter(({ company: name }) => name === company.company.name);
  // The money was there before the invoice was.
  expect(await openAt(earlier)).toMatchObject([{ kind: 'payment', amount: '-60.00', open: '-60.00', day: earlier }]);
  expect(await openAt(today())).toMatchObject([
    { kind: 'invoice', document: number, amount: '100.00', open: '40.00', orderNumber: String(order.number) },
  ]);
  const path = `/company/${company.company._id}/payment/${paid._id}/reverse`;
  await done(await shop.call('POST', path, { as: ben.token, body: { reason: 'Not theirs' } }));
  expect(await ofCompany(`?from=${today()}`)).toMatchObject([
    { day: today(), kind: 'reversal', method: 'transfer', amount: '-60.00', document: number, reason: 'Not theirs' },
  ]);
  expect(await openAt(dayPlus(today(), -1))).toMatchObject([{ open: '-60.00' }]);
  expect(await openAt(today())).toMatchObject([{ open: '100.00' }]);
  expect(sum(await ofCompany(), 'amount')).toBe(0);
});

it('an order of nobody’s company is open as a whole: what came too early or too much is owed to its buyer', async () => {
  const alice = await shop.person('Alice');
  const order = await shop.order(alice.token, await shop.tool({ price: 10 }), 10);
  const openOf = async () =>
    (await csv('/export/open-items')).filter(({ orderNumber }) => orderNumber === String(order.number));
  expect(await openOf()).toEqual([]);
  const pay = async (amount: number) =>
    done(
      await shop.call('POST', `/order/${order._id}/payment`, {
        as: ben.token,
        body: { date: today(), reference: 'SEPA', amount },
      }),
    );
  await pay(30);
  expect(await openOf()).toMatchObject([{ kind: 'order', open: '-30.00', amount: '0.00', document: '' }]);
  await pay(75);
  expect(await openOf()).toMatchObject([{ open: '-5.00', amount: '100.00' }]);
  const back = { amount: 5, date: today(), reference: 'Back' };
  await done(await shop.call('POST', `/order/${order._id}/payment/give-back`, { as: ben.token, body: back }));
  expect(await openOf()).toEqual([]);
  const moved = (await csv('/export/payments')).filter(({ orderNumber }) => orderNumber === String(order.number));
  expect(moved.map(({ kind, amount, bankReference }) => [kind, amount, bankReference])).toEqual([
    ['payment', '30.00', 'SEPA'],
    ['payment', '75.00', 'SEPA'],
    ['give-back', '-5.00', 'Back'],
  ]);
});

it('EC sales are net by VAT number less credit notes, tax is told by country, and both agree with the invoices', async () => {
  const ada = await shop.person('Ada', 'admin');
  const settings = (await (await get('/settings')).json()) as Settings;
  const tax = [
    { country: 'DE', percent: 19, name: 'USt' },
    { country: 'FR', percent: 20, name: 'TVA' },
  ];
  const company = { ...settings.company, country: 'DE' };
  await done(await shop.call('PUT', '/settings', { as: ada.token, body: { ...settings, company, tax } }));
  const tool = await shop.tool({ price: 10, availableQuantity: 100 });
  const place = async (more: object, quantity = 5) => {
    const body = { name: 'Ann', address: '1 Rue', phone: '555', toolId: tool._id, tool: tool.name, quantity, ...more };
    const order = (await done(await shop.call('POST', '/order', { as: ada.token, body }))) as Order;
    const paid = { date: today(), reference: 'SEPA' };
    await done(await shop.call('POST', `/order/${order._id}/payment`, { as: ben.token, body: paid }));
    return order;
  };
  await place({ country: 'DE' });
  await place({ country: 'FR' }, 3);
  const exempt = await place({ country: 'FR', vatId: 'FR 40303265045' }, 7);
  await place({ country: 'FR', vatId: 'FR40303265045' }, 2);
  const refund = { amount: 20, reason: 'Bent' };
  await done(await shop.call('POST', `/order/${exempt._id}/refund`, { as: ada.token, body: refund }));
  const from = `?from=${today()}&to=${today()}`;
  expect(await csv(`/export/ec-sales${from}`)).toEqual([
    { country: 'FR', vatId: 'FR40303265045', name: 'Ann', papers: '3', net: '70.00', currency: 'USD' },
  ]);
  const taxed = await csv(`/export/tax${from}`);
  expect(taxed.filter(({ taxCategory }) => taxCategory !== 'O')).toMatchObject([
    { country: 'DE', taxCategory: 'S', taxPercent: '19', papers: '1', net: '50.00', tax: '9.50', total: '59.50' },
    { country: 'FR', taxCategory: 'K', taxPercent: '', papers: '3', net: '70.00', tax: '0.00' },
    { country: 'FR', taxCategory: 'S', taxPercent: '20', papers: '1', net: '30.00', tax: '6.00' },
  ]);
  const papers = await csv(`/export/invoices${from}`);
  for (const column of ['net', 'tax', 'total']) expect(sum(taxed, column)).toBe(sum(papers, column));
});

it.each(['payments', 'open-items', 'ec-sales', 'tax'])('%s are XLSX where that is asked for', async (what) => {
  const [head = ''] = (await (await get(`/export/${what}`)).text()).replace('\uFEFF', '').split('\r\n');
  const rows = [];
  for await (const part of (await readXlsx(await (await get(`/export/${what}?format=xlsx`)).blob())).parts)
    rows.push(...part.map(({ cells }) => cells));
  expect(rows[0]?.filter(Boolean)).toEqual(head.split(','));
  expect((await get(`/export/${what}?day=2026-13-01&from=2026-13-01`)).status).toBe(400);
});

it.each(['payments', 'open-items', 'ec-sales', 'tax', 'trial-balance', 'invoices', 'orders'])(
  '%s have semicolons and decimal commas where a German Excel is to open them, and the same sums',
  async (what) => {
    const read = async (separator: ',' | ';') => {
      const text = await (await get(`/export/${what}?separator=${encodeURIComponent(separator)}`)).text();
      return parse(text, { bom: true, columns: true, delimiter: separator }) as Record<string, string>[];
    };
    const [plain, german] = [await read(','), await read(';')];
    const SUM = /^-?\d+\.\d\d$/;
    expect(german).toEqual(
      plain.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, cell]) => [name, SUM.test(cell) ? cell.replace('.', ',') : cell]),
        ),
      ),
    );
    expect((await get(`/export/${what}?separator=x`)).status).toBe(400);
  },
);
