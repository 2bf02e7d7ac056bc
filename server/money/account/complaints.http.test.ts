import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayPlus, weekday } from '#contract/days.ts';
import type { AccountEntry } from '#contract/money/account.ts';
import type { Settings } from '#contract/office/settings.ts';
import { join } from '#server/buying/companies/company-for-tests.ts';
import { quoteCalls } from '#server/buying/quotes/quotes-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { wrongInAccounts } from '#server/money/payments/wrong-in-accounts.ts';
import { sendReminders } from '#server/money/reminders/send-reminders.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { age, type Owing, owing, sumsAgree, today } from './account-for-tests.ts';

/** What those who use other shops and their bookkeeping complain of. */

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

const onAccount = { pay: 'account' };
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];
const place = (owed: Owing, dollars: number, more: object = {}, as = owed.mia) =>
  shop.call('POST', '/order', { as: as.token, body: owed.body(dollars, { ...onAccount, ...more }) });

it('does an order or only an invoice count: both do', async () => {
  const owed = await owing(shop, 'Counts', { termsDays: 30, creditLimit: 1000 });
  const [bob, amy] = [await shop.person('BobCounts'), await shop.person('AmyCounts')];
  const { company, mia } = owed;
  await join(shop, { company, manager: mia, person: bob, role: 'buyer', limits: { orderLimit: 100 } });
  await join(shop, { company, manager: mia, person: amy, role: 'approver' });
  const invoiced = await owed.order(600, onAccount);
  expect(invoiced).toMatchObject({ state: 'open', invoiceNumber: expect.any(String) });
  // Not invoiced: it waits for approval.
  expect(await (await place(owed, 300, {}, bob)).json()).toMatchObject({ state: 'waiting' });
  expect(await owed.account()).toMatchObject({ open: 600, available: 100 });
  expect(await codeOf(await place(owed, 101))).toEqual([409, 'CREDIT_LIMIT']);
  expect((await place(owed, 100)).status).toBe(201);
});

it('a cent that is left over blocks a customer: it is given up by an entry, and they order again', async () => {
  const owed = await owing(shop, 'Cent', { termsDays: 30, creditLimit: 1000 });
  const { invoiceNumber } = await owed.order(500, onAccount);
  await owed.pay(499.99);
  await age(shop, owed, 60);
  expect(await owed.account()).toMatchObject({ open: 0.01, overdue: 0.01 });
  expect(await codeOf(await place(owed, 10))).toEqual([409, 'ACCOUNT_OVERDUE']);
  const body = { invoiceNumber, amount: 0.01, reason: 'Rounded by their bank' };
  const given = await shop.call('POST', `/company/${owed.company._id}/write-off`, { as: owed.bea.token, body });
  expect([given.status, await given.json()]).toMatchObject([201, { kind: 'write-off', amount: -0.01 }]);
  expect(await owed.account()).toMatchObject({ open: 0, overdue: 0, available: 1000 });
  expect((await place(owed, 10)).status).toBe(201);
  expect(await sumsAgree(owed)).toBe(true);
});

it('a part payment loses the fee: what is left of the invoice and the whole fee stay open', async () => {
  const owed = await owing(shop, 'Fee', { termsDays: 10 });
  const { invoiceNumber } = await owed.order(200, onAccount);
  await age(shop, owed, 30);
  const settings = (await (await shop.call('GET', '/settings', { as: owed.bea.token })).json()) as Settings;
  const reminders = [{ afterDays: 5, fee: 7.5 }];
  await shop.call('PUT', '/settings', { as: owed.bea.token, body: { ...settings, reminders } });
  const { raw } = shop.parts.database;
  const working = dayPlus(today(), 2 - weekday(today()));
  const [{ source }] = (await raw<{ source: string }>(
    `select pg_get_functiondef('shop_today'::regproc) as source`,
  )) as [{ source: string }];
  await raw(
    `create or replace function shop_today() returns date language sql stable as $$ select '${working}'::date $$`,
  );
  await sendReminders(shop.parts);
  await raw(source);
  expect(await owed.account()).toMatchObject({ open: 207.5 });
  const allocate = [{ invoiceNumber, amount: 150 }];
  expect((await owed.pay(150, { allocate })).status).toBe(201);
  const open = (entries: AccountEntry[]) =>
    entries.flatMap(({ kind, open = 0 }) => (open > 0 ? [[kind, open] as const] : []));
  expect(open(await owed.entries())).toEqual([
    ['fee', 7.5],
    ['invoice', 50],
  ]);
  // The next part pays the invoice, which was due first, and some of the fee: the rest of the fee is still there.
  expect((await owed.pay(52)).status).toBe(201);
  expect(open(await owed.entries())).toEqual([['fee', 5.5]]);
  expect(await owed.account()).toMatchObject({ open: 5.5, credit: 0 });
  expect(await sumsAgree(owed)).toBe(true);
});

it('several people outspend one limit: together they get as much as it holds', async () => {
  const owed = await owing(shop, 'Several', { termsDays: 30, creditLimit: 250 });
  const people = [owed.mia];
  for (const name of ['BobSeveral', 'CarolSeveral', 'DanSeveral']) {
    const person = await shop.person(name);
    await join(shop, { company: owed.company, manager: owed.mia, person, role: 'buyer' });
    people.push(person);
  }
  const answers = await Promise.all(people.map((person) => place(owed, 100, {}, person)));
  const codes = await Promise.all(answers.map(codeOf));
  expect(codes.filter(([status]) => status === 201)).toHaveLength(2);
  expect(codes.filter(([, code]) => code === 'CREDIT_LIMIT')).toHaveLength(2);
  expect(await owed.account()).toMatchObject({ open: 200, available: 50 });
});

describe('a limit that nobody checks', () => {
  it('is checked at the checkout, by telephone, on a quote, and when an order that waited is approved', async () => {
    const owed = await owing(shop, 'Checked', { termsDays: 30, creditLimit: 100 });
    const { company, mia, bea } = owed;
    expect(await codeOf(await place(owed, 101))).toEqual([409, 'CREDIT_LIMIT']);
    expect(await codeOf(await place(owed, 101, { customer: mia.email }, bea))).toEqual([409, 'CREDIT_LIMIT']);
    const quotes = quoteCalls(shop);
    const tool = await shop.tool({ name: 'Quoted', price: 1, availableQuantity: 1000 });
    const asked = await quotes.ask(mia.token, [[tool, 101]], { companyId: company._id });
    const offered = await quotes.offer(bea.token, asked.body._id, [[tool, 101, 1]]);
    const price = offered.body.versions.at(-1)?.price ?? 0;
    const accepted = await quotes.accept(mia.token, asked.body._id, 1, price, onAccount);
    expect([accepted.status, accepted.body]).toMatchObject([409, { code: 'CREDIT_LIMIT' }]);
    const bob = await shop.person('BobChecked');
    await join(shop, { company, manager: mia, person: bob, role: 'buyer', limits: { orderLimit: 10 } });
    const waiting = (await (await place(owed, 90, {}, bob)).json()) as { _id: string; state: string };
    expect(waiting.state).toBe('waiting');
    // Meanwhile staff lower what the company may owe.
    await shop.parts.database.raw('update companies set credit_limit_cents = 5000 where id = $1', [company._id]);
    const decided = await shop.call('POST', `/order/${waiting._id}/approval`, {
      as: mia.token,
      body: { decision: 'approve' },
    });
    expect(await codeOf(decided)).toEqual([409, 'CREDIT_LIMIT']);
    expect(await owed.account()).toMatchObject({ open: 0 });
  });
});

it('balances as a column that drifts: there is no such column, and every balance is the sum of its entries', async () => {
  const kept = await shop.parts.database.raw(
    `select table_name, column_name from information_schema.columns where table_schema = 'public'
      and column_name ~ '(balance|owed|credit_used|outstanding|open_cents|overdue)'`,
  );
  expect(kept).toEqual([]);
  const owed = await owing(shop, 'Drifts', { termsDays: 30 });
  const first = await owed.order(120, onAccount);
  const paid = (await (await owed.pay(150)).json()) as AccountEntry;
  expect(await sumsAgree(owed)).toBe(true);
  await owed.order(80, onAccount);
  const path = `/company/${owed.company._id}/payment/${paid._id}/reverse`;
  await shop.call('POST', path, { as: owed.bea.token, body: { reason: 'Another company' } });
  expect(await sumsAgree(owed)).toBe(true);
  await shop.call('POST', `/order/${first._id}/refund`, { as: owed.bea.token, body: { amount: 20, reason: 'Bent' } });
  expect(await sumsAgree(owed)).toBe(true);
  expect(await owed.account()).toMatchObject({ open: 180, credit: 0 });
  expect(await wrongInAccounts(shop.parts.database.raw)).toEqual([]);
});
