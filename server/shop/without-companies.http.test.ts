import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Figures } from '#contract/money/figures.ts';
import type { Order } from '#contract/buying/orders.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { printedWords } from '#server/money/papers/printed-words-for-tests.ts';
import { payWithCard } from '#server/money/payments/paying-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { removeDemoData } from './seed/demo-data.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ada: Person;
let zoe: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  await transaction(shop.parts.database, (tx) => removeDemoData(tx, []));
  ada = await shop.person('Ada', 'admin');
  zoe = await shop.person('Zoe');
});
afterAll(() => shop.close());

const get = (path: string, as: Person) => shop.call('GET', path, { as: as.token });
const read = async <T>(path: string, as = zoe) => {
  const answer = await get(path, as);
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
};
/** Words of companies, accounts and approvals. */
const OF_COMPANIES = /cost centre|on account|approv|your number|price list|\bcompany\b|credit limit|reminder/i;

it('a shop without companies shows nothing of them: order, papers, letters, sheets, lists and figures are as ever', async () => {
  const tool = await shop.tool({ name: 'Plain Mallet', price: 12.5, availableQuantity: 100 });
  const body = { name: 'Zoe', address: '1 Dock Road', phone: '555', toolId: tool._id, quantity: 4 };
  const placed = await shop.call('POST', '/order', { as: zoe.token, body });
  expect(placed.status).toBe(201);
  const order = (await placed.json()) as Order;
  expect(order).toMatchObject({
    state: 'unpaid',
    price: 50,
    companyId: null,
    costCentre: null,
    approval: null,
    onAccount: false,
    dueAt: null,
  });
  await payWithCard(shop, zoe.token, order._id);
  await shop.atRest();
  for (const paper of ['invoice', 'receipt']) {
    const answer = await get(`/order/${order._id}/${paper}.pdf`, zoe);
    expect([paper, answer.status]).toEqual([paper, 200]);
    expect(printedWords(new Uint8Array(await answer.arrayBuffer()))).not.toMatch(OF_COMPANIES);
  }
  const letters = await shop.parts.database.raw<{ subject: string; text: string }>(
    `select subject, text from mails where "to" = $1`,
    [zoe.email],
  );
  expect(letters.length).toBeGreaterThan(0);
  for (const { subject, text } of letters) expect(subject + text).not.toMatch(OF_COMPANIES);
  for (const sheet of ['orders', 'invoices']) {
    const rows: Record<string, string>[] = parse(await (await get(`/export/${sheet}?format=csv`, ada)).text(), {
      bom: true,
      columns: true,
    });
    expect(rows.map(({ company, costCentre }) => [company, costCentre])).toEqual(rows.map(() => ['', '']));
    expect(rows.length).toBeGreaterThan(0);
  }
  for (const path of ['/my-companies', '/approvals', '/quotes']) expect(await read(path)).toEqual([]);
  for (const path of ['/companies', '/accounts', '/price-lists']) expect(await read(path, ada)).toEqual([]);
  expect(await read('/reminders', ada)).toMatchObject({ reminders: [] });
  expect((await read<Figures>('/figures', ada)).owed).toEqual({ orders: 0, overdue: 0 });
  const [{ entries }] = (await shop.parts.database.raw<{ entries: number }>(
    'select count(*)::int as entries from ledger where company_id is not null',
  )) as [{ entries: number }];
  expect(entries).toBe(0);
});

it('nobody can owe or buy for a company where there is none', async () => {
  const tool = await shop.tool();
  const body = { name: 'Zoe', address: '1 Dock', phone: '5', toolId: tool._id, quantity: 1 };
  const order = (more: object) => shop.call('POST', '/order', { as: zoe.token, body: { ...body, ...more } });
  const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];
  expect(await codeOf(await order({ pay: 'account' }))).toEqual([409, 'NO_TERMS']);
  expect(await codeOf(await order({ companyId: '01aaaaaaaaaaaaaaaaaaaaaaaa' }))).toEqual([404, 'COMPANY_NOT_FOUND']);
  expect((await order({ costCentre: 'SITE-4' })).status).toBe(400);
});
