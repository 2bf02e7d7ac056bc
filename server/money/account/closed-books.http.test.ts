import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayPlus } from '#contract/days.ts';
import type { AccountEntry } from '#contract/money/account.ts';
import type { BankImport } from '#contract/money/bank-imports.ts';
import type { AuditEntry } from '#contract/people/audit.ts';
import type { Settings } from '#contract/office/settings.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { camtOf } from '#server/money/bank-imports/bank-files-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { type Owing, owing, today } from './account-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ben: Person;
let company: Owing;
const CLOSED = dayPlus(today(), -10);
const close = async (closedUntil: string | null) => {
  const settings = (await (await shop.call('GET', '/settings', { as: ben.token })).json()) as Settings;
  return shop.call('PUT', '/settings', { as: ben.token, body: { ...settings, books: { closedUntil } } });
};
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ben = await shop.person('Ben', 'bookkeeper');
  company = await owing(shop, 'Closed', { termsDays: 14, creditLimit: 10_000 });
  await shop.parts.database.raw(`update companies set created_at = created_at - interval '30 days'`);
});
afterAll(() => shop.close());
const refusal = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];
const CLOSED_TOO = [409, 'PERIOD_CLOSED'];

it('only days before today are closed, and the audit log says who closed and opened them', async () => {
  const refused = await close(today());
  expect([refused.status, await refused.json()]).toMatchObject([400, { issues: [{ path: 'books.closedUntil' }] }]);
  expect((await close(CLOSED)).status).toBe(200);
  expect((await close(null)).status).toBe(200);
  const answer = await shop.call('GET', '/audit?what=settings.changed', { as: company.bea.token });
  const [opened, closed] = (await answer.json()) as AuditEntry[];
  expect([closed, opened]).toMatchObject([
    { actor: ben.email, details: { changed: { 'books.closedUntil': { from: null, to: CLOSED } } } },
    { actor: ben.email, details: { changed: { 'books.closedUntil': { from: CLOSED, to: null } } } },
  ]);
});

it('nothing is dated in closed books, whatever call or file brings it, and what is older is undone today', async () => {
  const order = await company.order(100, { pay: 'account' });
  const old = (await (await company.pay(40, { date: CLOSED })).json()) as AccountEntry;
  const prepaid = await company.order(50);
  for (const sql of [
    'alter table orders disable trigger user',
    `update orders set created_at = created_at - interval '30 days'`,
    'alter table orders enable trigger user',
  ])
    await shop.parts.database.raw(sql);
  await close(CLOSED);
  const before = await shop.digest();
  const pay = (path: string, body: object) =>
    shop.call('POST', path, { as: ben.token, body: { date: CLOSED, reference: 'SEPA', ...body } });
  const refused = await company.pay(10, { date: CLOSED });
  expect(await refused.clone().json()).toMatchObject({ closedUntil: CLOSED, issues: [{ path: 'date' }] });
  expect(await refusal(refused)).toEqual(CLOSED_TOO);
  expect(await refusal(await pay(`/order/${prepaid._id}/payment`, { date: dayPlus(CLOSED, -1) }))).toEqual(CLOSED_TOO);
  expect(await shop.digest()).toBe(before);

  const said = { payer: company.company.name, ref: 'B1', amount: 60, text: `RE ${order.invoiceNumber}`, date: CLOSED };
  const file = await shop.app.fetch(
    new Request('http://shop.test/import/bank?name=month', {
      method: 'POST',
      body: camtOf([said]),
      headers: { authorization: `Bearer ${ben.token}`, origin: 'http://shop.test' },
    }),
  );
  const found = (await file.json()) as BankImport;
  expect(found).toMatchObject({ created: 1 });
  expect(await refusal(await shop.call('POST', `/import/${found._id}/commit`, { as: ben.token }))).toEqual(CLOSED_TOO);
  const one = { row: found.rows[0]!.row, companyId: company.company._id };
  const recorded = await shop.call('POST', `/bank-import/${found._id}/payment`, { as: ben.token, body: one });
  expect(await refusal(recorded)).toEqual(CLOSED_TOO);

  expect((await company.pay(10, { date: dayPlus(CLOSED, 1) })).status).toBe(201);
  expect((await pay(`/order/${prepaid._id}/payment`, { date: today(), amount: 60 })).status).toBe(201);
  expect(await refusal(await pay(`/order/${prepaid._id}/payment/give-back`, { amount: 10 }))).toEqual(CLOSED_TOO);
  const path = `/company/${company.company._id}/payment/${old._id}/reverse`;
  const reversed = await shop.call('POST', path, { as: ben.token, body: { reason: 'Not theirs' } });
  expect(reversed.status).toBe(200);
  const [undone] = await shop.parts.database.raw<{ day: string }>(
    'select day::text as day from ledger where reverses = $1',
    [old._id],
  );
  expect(undone?.day).toBe(today());
  await close(null);
  expect((await company.pay(10, { date: CLOSED })).status).toBe(201);
});

it('a closed day is told as closed, also where it lies before the company and the order', async () => {
  const late = await owing(shop, 'Later', { termsDays: 14, creditLimit: 10_000 });
  const order = await late.order(50);
  const yesterday = dayPlus(today(), -1);
  await close(yesterday);
  const body = { amount: 1, date: yesterday, reference: 'SEPA' };
  const paths = ['payment', 'payment/give-back'].map((call) => `/order/${order._id}/${call}`);
  for (const path of [...paths, `/company/${late.company._id}/payment`, `/company/${late.company._id}/payout`])
    expect([path, ...(await refusal(await shop.call('POST', path, { as: ben.token, body })))]).toEqual([
      path,
      ...CLOSED_TOO,
    ]);
  await close(null);
  expect(await refusal(await shop.call('POST', paths[0]!, { as: ben.token, body }))).toEqual([400, 'VALIDATION_ERROR']);
});
