import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Company } from '#contract/buying/companies.ts';
import type { Settings } from '#contract/office/settings.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openCompany, type Person } from '#server/buying/companies/company-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let ada: Person;
let ben: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  [ada, ben] = [await shop.person('Ada', 'admin'), await shop.person('Ben', 'bookkeeper')];
});
afterAll(() => shop.close());

const get = async () => (await (await shop.call('GET', '/settings', { as: ben.token })).json()) as Settings;
const put = async (edit: object, as = ben.token) =>
  shop.call('PUT', '/settings', { as, body: { ...(await get()), ...edit } });
const accounts = {
  bank: 1200,
  card: 1360,
  discount: null,
  fees: 8400,
  writeOff: 2400,
  private: 10000,
  revenue: [{ category: 'S', percent: 19, country: null, account: 8400 }],
};

it('begin with no account, and a bookkeeper changes them alone: what is left out stays', async () => {
  expect((await get()).books).toEqual({
    chart: null,
    consultant: null,
    client: null,
    yearStart: '01-01',
    accountLength: 4,
    closedUntil: null,
    accounts: { bank: null, card: null, discount: null, fees: null, writeOff: null, private: null, revenue: [] },
  });
  expect((await put({ books: { chart: 'SKR03', consultant: '29098', client: 55003, accounts } })).status).toBe(200);
  expect((await put({ books: { yearStart: '07-01', accounts: { bank: 1210 } } })).status).toBe(200);
  expect((await get()).books).toEqual({
    chart: 'SKR03',
    consultant: 29098,
    client: 55003,
    yearStart: '07-01',
    accountLength: 4,
    closedUntil: null,
    accounts: { ...accounts, bank: 1210 },
  });
  expect((await put({ holdHours: 12 })).status).toBe(403);
  expect((await put({ books: { chart: 'SKR04' }, holdHours: 12 })).status).toBe(403);
  const { holdHours, books } = await get();
  expect([holdHours, books.chart]).toEqual([48, 'SKR03']);
});

it('a key for settings changes all but the books, and sends these as they are', async () => {
  const made = await shop.call('POST', '/api-key', { as: ada.token, body: { name: 'Office', scopes: ['settings'] } });
  const { key } = (await made.json()) as { key: string };
  expect((await put({ holdHours: 24 }, key)).status).toBe(200);
  expect((await put({ books: { chart: null } }, key)).status).toBe(403);
});

it.each([
  ['yearStart', { yearStart: '02-29' }],
  ['accounts.bank', { accounts: { bank: 12000 } }],
  ['accounts.revenue.0.account', { accounts: { revenue: [{ category: 'S', percent: 19, account: 84000 }] } }],
  ['accounts.revenue.0.category', { accounts: { revenue: [{ category: 'X', percent: 19, account: 8400 }] } }],
  [
    'accounts.revenue.1.account',
    {
      accounts: {
        revenue: [
          { category: 'S', percent: 19, account: 8400 },
          { category: 'S', percent: '19', country: null, account: 8401 },
        ],
      },
    },
  ],
  ['consultant', { consultant: 12 }],
  ['accountLength', { accountLength: 9 }],
])('are refused at books.%s', async (place, books) => {
  const answer = await put({ books });
  expect([answer.status, await answer.json()]).toMatchObject([400, { issues: [{ path: `books.${place}` }] }]);
});

it('each company has the next account from 10000 on', async () => {
  const mia = await shop.person('Mia');
  const [company] = await shop.parts.database.raw<{ first: number }>('select min(debtor) as first from companies');
  expect(company?.first).toBe(10000);
  const debtors = [];
  for (const name of ['Alpha', 'Beta']) debtors.push((await openCompany(shop, mia, { name })).debtor);
  expect(debtors).toEqual([10001, 10002]);
  const { _id, version } = await openCompany(shop, mia, { name: 'Gamma' });
  const edited = await shop.call('PUT', `/company/${_id}`, { as: mia.token, body: { debtor: 5, version } });
  expect(((await edited.json()) as Company).debtor).toBe(10003);
});
