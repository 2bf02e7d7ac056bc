import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'csv-parse/sync';
import { dayPlus } from '#contract/days.ts';
import type { AccountEntry, Owing as OwingRow } from '#contract/money/account.ts';
import type { AuditEntry } from '#contract/people/audit.ts';
import type { Settings } from '#contract/office/settings.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { postingsOf } from '#server/money/datev/postings-for-tests.ts';
import { wrongInAccounts } from '#server/money/payments/wrong-in-accounts.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { age, type Owing, owing, sumsAgree, today } from './account-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

const payOut = (owed: Owing, amount: number, more: object = {}, as = owed.bea, headers = {}) =>
  shop.call('POST', `/company/${owed.company._id}/payout`, {
    as: as.token,
    body: { amount, date: today(), reference: 'Back to you', ...more },
    headers,
  });
const reverse = (owed: Owing, { _id }: AccountEntry) =>
  shop.call('POST', `/company/${owed.company._id}/payment/${_id}/reverse`, {
    as: owed.bea.token,
    body: { reason: 'Never sent' },
  });
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];
const entryOf = async (answer: Response) => (await answer.json()) as AccountEntry;
const wrong = () => wrongInAccounts(shop.parts.database.raw);
const onAccount = { pay: 'account' };

it('pays out the credit of a company alone, once, and says so in account, statement, exports and audit log', async () => {
  const owed = await owing(shop, 'Paidout', { termsDays: 14, creditLimit: 10_000 });
  const order = await owed.order(100, onAccount);
  await owed.pay(130, { reference: order.invoiceNumber });
  const refused = await payOut(owed, 30.01);
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { code: 'MORE_THAN_CREDIT', credit: 30, issues: [{ path: 'amount', message: 'At most $30.00' }] },
  ]);
  const key = { 'idempotency-key': 'payout-1' };
  const first = await payOut(owed, 20, {}, owed.bea, key);
  expect(first.status).toBe(201);
  const entry = await entryOf(first);
  expect(entry).toMatchObject({ kind: 'payout', amount: 20, document: 'Back to you', date: today() });
  expect(await entryOf(await payOut(owed, 20, {}, owed.bea, key))).toEqual(entry);
  expect(await codeOf(await payOut(owed, 21, {}, owed.bea, key))).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
  expect(await owed.account()).toMatchObject({ open: 0, credit: 10 });
  expect(await codeOf(await payOut(owed, 10.01))).toEqual([422, 'MORE_THAN_CREDIT']);

  const get = async (path: string) => (await shop.call('GET', path, { as: owed.bea.token })).text();
  const rows = async (path: string): Promise<Record<string, string>[]> =>
    parse(await get(path), { bom: true, columns: true });
  expect(await get(`/company/${owed.company._id}/statement.csv`)).toContain('payout,Back to you,,20.00');
  const day = today();
  const moved = await rows(`/export/payments?from=${day}&to=${day}`);
  expect(moved.filter(({ kind }) => kind === 'payout')).toMatchObject([
    { method: 'transfer', amount: '-20.00', bankReference: 'Back to you', company: owed.company.name },
  ]);
  const items = await rows(`/export/open-items?day=${day}`);
  expect(items.filter(({ company }) => company === owed.company.name)).toMatchObject([
    { kind: 'payment', open: '-10.00' },
  ]);
  const file = await shop.call('GET', `/export/datev?from=${day}&to=${day}`, { as: owed.bea.token });
  expect((await postingsOf(file)).filter(({ cents }) => cents === 2000)).toHaveLength(1);
  const balance = await rows(`/export/trial-balance?from=${day}&to=${day}`);
  expect(balance.find(({ account }) => account === 'bank')).toMatchObject({ debit: '130.00', credit: '20.00' });
  const log = JSON.parse(await get('/audit?what=company.paid-out')) as AuditEntry[];
  expect(log).toMatchObject([{ subject: owed.company._id, details: { amount: 20, reference: 'Back to you' } }]);
  expect([await sumsAgree(owed), await wrong()]).toEqual([true, []]);
});

it('refuses a payout by others, on days that are closed, to come, or before the company was, and of a company that is not there', async () => {
  const owed = await owing(shop, 'Refusedout', { termsDays: 14, creditLimit: 10_000 });
  await owed.pay(50);
  const sam = await shop.person('Sam', 'sales');
  const will = await shop.person('Will', 'warehouse');
  expect(await codeOf(await payOut(owed, 5, {}, owed.mia))).toEqual([403, 'FORBIDDEN']);
  expect(await codeOf(await payOut(owed, 5, {}, will))).toEqual([403, 'FORBIDDEN']);
  expect((await payOut(owed, 5, {}, sam)).status).toBe(201);
  for (const [more, path] of [
    [{ date: dayPlus(today(), 2) }, 'date'],
    [{ date: dayPlus(today(), -2) }, 'date'],
    [{ reference: '' }, 'reference'],
    [{ amount: 0 }, 'amount'],
    [{ amount: 0.001 }, 'amount'],
    [{ invoice: 'x' }, 'invoice'],
  ] as const) {
    const refused = await payOut(owed, 5, more);
    expect([refused.status, await refused.json()]).toMatchObject([400, { issues: [{ path }] }]);
  }
  const nobody = await shop.call('POST', '/company/none/payout', {
    as: owed.bea.token,
    body: { amount: 1, date: today(), reference: 'x' },
  });
  expect(await codeOf(nobody)).toEqual([404, 'COMPANY_NOT_FOUND']);
  await shop.parts.database.raw(`update companies set created_at = created_at - interval '30 days'`);
  const put = async (closedUntil: string | null) => {
    const settings = (await (await shop.call('GET', '/settings', { as: owed.bea.token })).json()) as Settings;
    await shop.call('PUT', '/settings', { as: owed.bea.token, body: { ...settings, books: { closedUntil } } });
  };
  await put(dayPlus(today(), -5));
  expect(await codeOf(await payOut(owed, 5, { date: dayPlus(today(), -5) }))).toEqual([409, 'PERIOD_CLOSED']);
  await put(null);
  expect((await payOut(owed, 5, { date: dayPlus(today(), -5) })).status).toBe(201);
  expect(await owed.account()).toMatchObject({ credit: 40 });
});

it('a payment whose credit was paid out is not reversed before the payout is, and that gives the credit again', async () => {
  const owed = await owing(shop, 'Heldout', { termsDays: 14, creditLimit: 10_000 });
  const paid = await entryOf(await owed.pay(80));
  const out = await entryOf(await payOut(owed, 80));
  const refused = await reverse(owed, paid);
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    {
      code: 'CREDIT_PAID_OUT',
      message: 'Credit from this payment was paid out to the company. Reverse that payout first.',
    },
  ]);
  expect((await reverse(owed, out)).status).toBe(200);
  expect(await codeOf(await reverse(owed, out))).toEqual([409, 'ALREADY_REVERSED']);
  expect(await owed.account()).toMatchObject({ open: 0, credit: 80 });
  expect((await reverse(owed, paid)).status).toBe(200);
  expect(await owed.account()).toMatchObject({ open: 0, credit: 0 });
  expect([await sumsAgree(owed), await wrong()]).toEqual([true, []]);
});

it('what came too much for a prepaid order goes out once, and its transfer is not undone after that', async () => {
  const owed = await owing(shop, 'Overout', { termsDays: 14, creditLimit: 10_000 });
  const order = await owed.order(100);
  const at = `/order/${order._id}/payment`;
  const body = { amount: 150, date: today(), reference: 'SEPA 2' };
  expect((await shop.call('POST', at, { as: owed.bea.token, body })).status).toBe(201);
  expect(await owed.read(order)).toMatchObject({ overpaid: 50 });
  const out = await entryOf(await payOut(owed, 50));
  expect(await owed.read(order)).not.toHaveProperty('overpaid');
  const undo = () => shop.call('POST', `${at}/undo`, { as: owed.bea.token, body: { reason: 'Not theirs' } });
  expect(await codeOf(await undo())).toEqual([409, 'CREDIT_PAID_OUT']);
  expect((await reverse(owed, out)).status).toBe(200);
  expect((await undo()).status).toBe(200);
  expect(await owed.account()).toMatchObject({ credit: 0, open: 100 });
  expect([await sumsAgree(owed), await wrong()]).toEqual([true, []]);
});

it('what a credit note gave and was paid out is not taken back by an order that is owed again, and settles it once the payout is reversed', async () => {
  const owed = await owing(shop, 'Noteout', { termsDays: 14, creditLimit: 10_000 });
  const order = await owed.order(100, onAccount);
  const paid = await entryOf(await owed.pay(100, { reference: order.invoiceNumber }));
  const refund = { reason: 'Bent', amount: 30 };
  await shop.call('POST', `/order/${order._id}/refund`, { as: owed.bea.token, body: refund });
  expect(await owed.account()).toMatchObject({ credit: 30, open: 0 });
  const out = await entryOf(await payOut(owed, 30));
  const day = today();
  const file = await shop.call('GET', `/export/datev?from=${day}&to=${day}`, { as: owed.bea.token });
  const postings = await postingsOf(file);
  const note = (await owed.entries()).find(({ kind }) => kind === 'credit-note');
  expect(postings.filter(({ document }) => document === note?.document).map(({ cents }) => cents)).toEqual([
    -3000, 3000,
  ]);
  expect((await reverse(owed, paid)).status).toBe(200);
  expect(await owed.account()).toMatchObject({ credit: 0, open: 100 });
  expect(await wrong()).toEqual([]);
  expect((await reverse(owed, out)).status).toBe(200);
  expect(await owed.account()).toMatchObject({ credit: 0, open: 70 });
  expect([await sumsAgree(owed), await wrong()]).toEqual([true, []]);
});

it('GET /accounts?owed=them lists whom the shop owes, the most first, page by page', async () => {
  const names = ['Lena', 'Maud', 'Nora'];
  const companies: Owing[] = [];
  for (const [index, name] of names.entries()) {
    const owed = await owing(shop, `${name}credit`, { termsDays: 14, creditLimit: 10_000 });
    await owed.pay(1000 * (index + 1));
    companies.push(owed);
  }
  const maud = companies[1]!;
  await maud.order(70, onAccount);
  await age(shop, maud, 20);
  const [{ bea }] = companies as [Owing];
  const first = await shop.call('GET', '/accounts?owed=them&limit=2', { as: bea.token });
  const rows = (await first.json()) as OwingRow[];
  expect(rows).toMatchObject([
    { name: 'Noracredit', credit: 3000, open: 0, oldestDue: null },
    { name: 'Maudcredit', credit: 2000, open: 70, overdue: 70 },
  ]);
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const second = (await (
    await shop.call('GET', next.replace('http://shop.test', ''), { as: bea.token })
  ).json()) as OwingRow[];
  expect(second[0]).toMatchObject({ name: 'Lenacredit', credit: 1000 });
  const us = (await (await shop.call('GET', '/accounts?owed=us', { as: bea.token })).json()) as OwingRow[];
  expect(us.find(({ name }) => name === 'Maudcredit')).toMatchObject({ open: 70, credit: 2000 });
  expect(us.find(({ name }) => name === 'Lenacredit')).toBeUndefined();
  expect((await shop.call('GET', '/accounts?owed=me', { as: bea.token })).status).toBe(400);
  expect((await shop.call('GET', '/accounts?owed=them', { as: maud.mia.token })).status).toBe(403);
});
