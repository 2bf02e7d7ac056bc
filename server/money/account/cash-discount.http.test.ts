import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayPlus, writtenDay } from '#contract/days.ts';
import type { Company } from '#contract/buying/companies.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { AccountEntry } from '#contract/money/account.ts';
import type { BankImport } from '#contract/money/bank-imports.ts';
import type { PaymentWays } from '#contract/money/payments.ts';
import type { AuditEntry } from '#contract/people/audit.ts';
import type { Settings } from '#contract/office/settings.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { camtOf } from '#server/money/bank-imports/bank-files-for-tests.ts';
import { postingsOf } from '#server/money/datev/postings-for-tests.ts';
import { wrongInAccounts } from '#server/money/payments/wrong-in-accounts.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { type Owing, owing, sumsAgree, today } from './account-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  const ada = await shop.person('Ada', 'admin');
  const settings = (await (await shop.call('GET', '/settings', { as: ada.token })).json()) as Settings;
  const tax = [{ country: 'DE', percent: 19, name: 'USt' }];
  const bankAccount = { holder: 'Shop', account: 'DE02120300000000202051', bic: '', bank: '' };
  const company = { ...settings.company, country: 'DE', bankAccount };
  await shop.call('PUT', '/settings', { as: ada.token, body: { ...settings, company, tax } });
});
afterAll(() => shop.close());

const TERMS = [
  { percent: 3, days: 10 },
  { percent: 2, days: 20 },
];
const onAccount = { pay: 'account', country: 'DE' };
const get = async <T>(owed: Owing, path: string, as = owed.bea) =>
  (await (await shop.call('GET', path, { as: as.token })).json()) as T;
const standing = async (owed: Owing, cashDiscount: unknown, as = owed.bea) => {
  const company = await get<Company>(owed, `/company/${owed.company._id}`);
  const { status, priceList, termsDays, creditLimit, version } = company;
  const body = { status, priceList, termsDays, creditLimit, version, ...(cashDiscount ? { cashDiscount } : {}) };
  return shop.call('PUT', `/company/${owed.company._id}/standing`, { as: as.token, body });
};
/** An order of 100 dollars and 19 % tax, with what may be taken off it. */
const discounted = async (name: string, terms: unknown = TERMS) => {
  const owed = await owing(shop, name, { termsDays: 30, creditLimit: 10_000 });
  expect((await standing(owed, terms)).status).toBe(200);
  return { owed, order: await owed.order(100, onAccount) };
};
const wrong = () => wrongInAccounts(shop.parts.database.raw);
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];
const entryOf = async (answer: Response) => (await answer.json()) as AccountEntry;
const csv = async (owed: Owing, path: string): Promise<Record<string, string>[]> =>
  parse(await (await shop.call('GET', path, { as: owed.bea.token })).text(), { bom: true, columns: true });
/** As if it had been issued so many days ago. */
const older = async ({ invoiceNumber }: Order, days: number) => {
  const { raw } = shop.parts.database;
  await raw('alter table ledger disable trigger ledger_is_final');
  await raw(
    `update ledger set cash_discount = (select jsonb_agg(jsonb_set(term, '{until}', to_jsonb(((term ->> 'until')::date - ${days})::text)))
       from jsonb_array_elements(cash_discount) term) where id = $1`,
    [invoiceNumber],
  );
  await raw('alter table ledger enable trigger ledger_is_final');
};

it('terms are agreed on by those who may, at most two, later for less, and are logged', async () => {
  const owed = await owing(shop, 'Agreed', { termsDays: 30, creditLimit: 10_000 });
  const will = await shop.person('Will', 'warehouse');
  for (const [terms, path] of [
    [[...TERMS, { percent: 1, days: 30 }], 'cashDiscount'],
    [[TERMS[1], TERMS[0]], 'cashDiscount.1.days'],
    [[TERMS[0], { percent: 3, days: 20 }], 'cashDiscount.1.percent'],
    [[{ percent: 0, days: 10 }], 'cashDiscount.0.percent'],
    [[{ percent: 50.01, days: 10 }], 'cashDiscount.0.percent'],
    [[{ percent: 2.125, days: 10 }], 'cashDiscount.0.percent'],
    [[{ percent: 2, days: 121 }], 'cashDiscount.0.days'],
    [[{ percent: 2 }], 'cashDiscount.0.days'],
    ['3 %', 'cashDiscount'],
  ] as const) {
    const refused = await standing(owed, terms);
    const { issues } = (await refused.json()) as { issues: { path: string }[] };
    expect([refused.status, issues.map((issue) => issue.path)]).toEqual([400, expect.arrayContaining([path])]);
  }
  expect(await codeOf(await standing(owed, TERMS, will))).toEqual([403, 'FORBIDDEN']);
  expect(await codeOf(await standing(owed, TERMS, owed.mia))).toEqual([403, 'FORBIDDEN']);
  expect((await standing(owed, [{ percent: '2,5', days: '14' }])).status).toBe(200);
  expect((await standing(owed, null)).status).toBe(200);
  expect(await get<Company>(owed, `/company/${owed.company._id}`)).toMatchObject({
    cashDiscount: [{ percent: 2.5, days: 14 }],
  });
  const [entry] = await get<AuditEntry[]>(owed, '/audit?what=company.standing-changed');
  expect(entry).toMatchObject({ details: { changed: { cashDiscount: { from: null, to: '2.5 % in 14 days' } } } });
});

it('an invoice is issued with the terms of its day, and says them as PDF, XML, in letters, on the pay page and in the account', async () => {
  const { owed, order } = await discounted('Issued');
  await standing(owed, []);
  const [first, second] = [dayPlus(today(), 10), dayPlus(today(), 20)];
  const sums = [
    { percent: 3, until: first, amount: 115.43 },
    { percent: 2, until: second, amount: 116.62 },
  ];
  expect(order.price).toBe(119);
  const ways = await get<PaymentWays>(owed, `/order/${order._id}/payment`, owed.mia);
  expect(ways.discounts).toEqual(sums);
  expect((await owed.entries())[0]).toMatchObject({ kind: 'invoice', discounts: sums });
  const statement = await (
    await shop.call('GET', `/company/${owed.company._id}/statement.csv`, { as: owed.ann.token })
  ).text();
  expect(statement).toContain(`until ${first} 115.43, until ${second} 116.62`);
  const [kept] = await shop.parts.database.raw<{ document: { model: { payment: object } } }>(
    'select document from invoices where number = $1',
    [order.invoiceNumber],
  );
  expect(kept?.document.model.payment).toMatchObject({
    cashDiscount: [
      { percent: 3, days: 10, until: first, cents: 11_543 },
      { percent: 2, days: 20, until: second, cents: 11_662 },
    ],
  });
  await shop.atRest();
  const letters = (await shop.lettersTo(owed.mia.email)).map(({ text }) => text);
  expect(
    letters.some((text) => text.includes(`If you pay until ${writtenDay(first)}: $115.43 (3 % cash discount).`)),
  ).toBe(true);
  expect(letters.some((text) => text.includes(`until ${writtenDay(second)} $116.62`))).toBe(true);
  const later = await owed.order(10, onAccount);
  expect((await get<PaymentWays>(owed, `/order/${later._id}/payment`, owed.mia)).discounts).toBeUndefined();
});

it('a payment in time and short by exactly the discount settles the invoice, with the tax of the difference in sheets and postings', async () => {
  const { owed, order } = await discounted('Intime');
  const before = await csv(owed, `/export/tax?from=${today()}&to=${today()}`);
  const paid = await entryOf(await owed.pay(115.43, { reference: order.invoiceNumber }));
  expect(await owed.account()).toMatchObject({ open: 0, credit: 0 });
  expect(await owed.read(order)).toMatchObject({
    state: 'paid',
    paidBy: 'account',
    cashDiscount: 3.57,
    payments: [{ amount: 115.43, method: 'transfer' }],
  });
  expect(await owed.entries()).toMatchObject([
    expect.objectContaining({ kind: expect.stringMatching('payment|discount') as string }),
    expect.objectContaining({ kind: expect.stringMatching('payment|discount') as string }),
    { kind: 'invoice', open: 0 },
  ]);
  const after = await csv(owed, `/export/tax?from=${today()}&to=${today()}`);
  const german = (rows: Record<string, string>[]) => rows.find(({ taxPercent }) => taxPercent === '19') ?? {};
  const rise = (column: string) => Number(german(after)[column]) - Number(german(before)[column]);
  expect([rise('net'), rise('tax'), rise('discountNet'), rise('discountTax')].map((sum) => sum.toFixed(2))).toEqual([
    '0.00',
    '0.00',
    '-3.00',
    '-0.57',
  ]);
  expect(rise('taxAfterDiscount').toFixed(2)).toBe('-0.57');
  const file = await shop.call('GET', `/export/datev?from=${today()}&to=${today()}`, { as: owed.bea.token });
  const postings = (await postingsOf(file)).filter(({ document }) => document === order.invoiceNumber);
  expect(postings.map(({ cents }) => cents).toSorted((one, other) => one - other)).toEqual([-11_543, -357, 11_900]);
  const balance = await csv(owed, `/export/trial-balance?from=${today()}&to=${today()}`);
  expect(balance.some(({ account }) => account === 'discount')).toBe(true);
  const items = await csv(owed, '/export/open-items');
  expect(items.filter(({ company }) => company === owed.company.name)).toEqual([]);
  expect([await sumsAgree(owed), await wrong()]).toEqual([true, []]);

  const path = `/company/${owed.company._id}/payment/${paid._id}/reverse`;
  const reversed = await shop.call('POST', path, { as: owed.bea.token, body: { reason: 'Not theirs' } });
  expect(reversed.status).toBe(200);
  expect(await owed.account()).toMatchObject({ open: 119, credit: 0 });
  expect(await owed.read(order)).toMatchObject({ state: 'open' });
  expect(await owed.read(order)).not.toHaveProperty('cashDiscount');
  expect(german(await csv(owed, `/export/tax?from=${today()}&to=${today()}`))).toEqual(german(before));
  expect([await sumsAgree(owed), await wrong()]).toEqual([true, []]);
});

it('too late, or another sum, is a part of the invoice; the later discount holds longer, and the invoice alone is asked', async () => {
  const { owed, order } = await discounted('Toolate');
  await older(order, 11);
  await owed.pay(115.43, { reference: order.invoiceNumber });
  expect(await owed.account()).toMatchObject({ open: 3.57 });
  const part = await owed.order(100, onAccount);
  await standing(owed, []);
  await owed.pay(116.61, { reference: part.invoiceNumber });
  expect(await owed.account()).toMatchObject({ open: 5.96 });
  await owed.pay(2.39, { reference: part.invoiceNumber });
  await standing(owed, TERMS);
  const second = await owed.order(100, onAccount);
  await older(second, 15);
  await owed.pay(116.62, { reference: second.invoiceNumber });
  expect(await owed.read(second)).toMatchObject({ state: 'paid', cashDiscount: 2.38 });
  const [one, two] = [await owed.order(100, onAccount), await owed.order(200, onAccount)];
  const allocate = [
    { invoiceNumber: one.invoiceNumber, amount: 115.43 },
    { invoiceNumber: two.invoiceNumber, amount: 238 },
  ];
  expect((await owed.pay(353.43, { allocate })).status).toBe(201);
  expect(await owed.read(one)).toMatchObject({ state: 'paid', cashDiscount: 3.57 });
  expect(await owed.read(two)).toMatchObject({ state: 'paid' });
  expect(await owed.read(two)).not.toHaveProperty('cashDiscount');
  expect([await sumsAgree(owed), await wrong()]).toEqual([true, []]);
});

it('a credit note takes its share of the discount back: only what came is credit', async () => {
  const { owed, order } = await discounted('Credited');
  await owed.pay(115.43, { reference: order.invoiceNumber });
  const refund = (body: object) =>
    shop.call('POST', `/order/${order._id}/refund`, { as: owed.bea.token, body: { reason: 'Bent', ...body } });
  expect((await refund({ amount: 59.5 })).status).toBe(201);
  expect(await owed.account()).toMatchObject({ open: 0, credit: 57.72 });
  expect(await owed.read(order)).toMatchObject({ cashDiscount: 1.79 });
  expect((await refund({ all: true })).status).toBe(201);
  expect(await owed.account()).toMatchObject({ open: 0, credit: 115.43 });
  expect(await owed.read(order)).not.toHaveProperty('cashDiscount');
  expect([await sumsAgree(owed), await wrong()]).toEqual([true, []]);
});

it("a bank's file takes a discount in time, and says of one that is late or in part why it does not", async () => {
  const { owed, order } = await discounted('Byfile');
  const late = await owed.order(100, onAccount);
  await older(late, 30);
  const ways = [order, late].map(({ invoiceNumber }, index) => ({
    payer: owed.company.name,
    ref: `S${index}`,
    amount: 115.43,
    text: `RE ${invoiceNumber}`,
    date: today(),
  }));
  const file = await shop.app.fetch(
    new Request('http://shop.test/import/bank?name=discounts', {
      method: 'POST',
      body: camtOf(ways),
      headers: { authorization: `Bearer ${owed.bea.token}`, origin: 'http://shop.test' },
    }),
  );
  const found = (await file.json()) as BankImport;
  expect(found.rows).toMatchObject([
    { outcome: 'matched', discount: 3.57, why: expect.stringContaining('less the cash discount') as string },
    {
      outcome: 'suggested',
      suggestions: [{ why: expect.stringContaining('a cash discount that ended on') as string }],
    },
  ]);
  expect(found.rows[1]).not.toHaveProperty('discount');
  const commit = () => shop.call('POST', `/import/${found._id}/commit`, { as: owed.bea.token });
  expect((await commit()).status).toBeLessThan(300);
  expect(await owed.read(order)).toMatchObject({ state: 'paid', cashDiscount: 3.57 });
  expect(await owed.account()).toMatchObject({ open: 119 });
  expect([await sumsAgree(owed), await wrong()]).toEqual([true, []]);
});
