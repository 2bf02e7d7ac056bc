import { afterAll, beforeAll, expect, it } from 'vitest';
import { cents } from '#contract/money-sums.ts';
import { monthPlus } from '#contract/days.ts';
import type { Settings } from '#contract/office/settings.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { owing, today } from '#server/money/account/account-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { postingsOf } from './postings-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ben: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ben = await shop.person('Ben', 'bookkeeper');
});
afterAll(() => shop.close());

const get = (path: string) => shop.call('GET', path, { as: ben.token });
const days = () => `from=${today()}&to=${today()}`;

it('each paper, payment, fee and write-off stands once, also where its account is missing', async () => {
  const settings = (await (await get('/settings')).json()) as Settings;
  const accounts = { bank: 1200, revenue: [{ category: 'O', percent: 0, account: 8200 }] };
  await shop.call('PUT', '/settings', { as: ben.token, body: { ...settings, books: { chart: 'SKR03', accounts } } });
  const company = await owing(shop, 'Posted', { termsDays: 14, creditLimit: 10_000 });
  const order = await company.order(100, { pay: 'account' });
  const number = order.invoiceNumber ?? '';
  await company.pay(60, { reference: `RE ${number}` });
  const refund = { amount: 10, reason: 'Bent' };
  await shop.call('POST', `/order/${order._id}/refund`, { as: company.bea.token, body: refund });
  const given = { invoiceNumber: number, amount: 30, reason: 'Gone' };
  await shop.call('POST', `/company/${company.company._id}/write-off`, { as: ben.token, body: given });
  const answer = await get(`/export/datev?${days()}`);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=windows-1252');
  expect(answer.headers.get('content-disposition')).toContain(`EXTF_Buchungsstapel-${today()}`);
  const debtor = String(company.company.debtor);
  const postings = (await postingsOf(answer)).filter(({ account }) => account === debtor);
  expect(postings.map(({ cents: sum, contra, document }) => [sum, contra, document])).toEqual([
    [100_00, '8200', number],
    [-10_00, '8200', expect.stringMatching(/^CN-/)],
    [-60_00, '1200', number],
    [-30_00, '', number],
  ]);
  const missing = await (await get(`/missing-accounts?${days()}`)).json();
  expect(missing).toEqual([{ account: 'writeOff', postings: 1 }]);
  expect(cents((await company.account()).open)).toBe(postings.reduce((sum, posting) => sum + posting.cents, 0));
});

it('days of two fiscal years are refused at the last, and so is another format', async () => {
  const year = Number(today().slice(0, 4));
  const refused = await get(`/export/datev?from=${year - 1}-12-31&to=${year}-01-01`);
  expect([refused.status, await refused.json()]).toMatchObject([400, { issues: [{ path: 'to' }] }]);
  for (const query of [`${days()}&format=xlsx`, `from=${today()}`, `from=${today()}&to=${monthPlus(today(), -1)}-01`])
    expect((await get(`/export/datev?${query}`)).status).toBe(400);
});
