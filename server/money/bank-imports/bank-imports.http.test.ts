import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ImportProgress } from '#contract/catalogue/imports.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { BankImport } from '#contract/money/bank-imports.ts';
import { dayPlus } from '#contract/days.ts';
import { ROLES } from '#contract/policy.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { type Owing, owing, sumsAgree, today } from '#server/money/account/account-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { camtOf } from './bank-files-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

const send = (owed: Owing, file: string, as = owed.bea.token) =>
  shop.app.fetch(
    new Request('http://shop.test/import/bank?name=statement', {
      method: 'POST',
      body: file,
      headers: { authorization: `Bearer ${as}`, origin: 'http://shop.test' },
    }),
  );
const read = async (owed: Owing, file: string) => {
  const answer = await send(owed, file);
  expect(answer.status).toBe(201);
  return (await answer.json()) as BankImport;
};
const commit = (owed: Owing, { _id }: Pick<BankImport, '_id'>, as = owed.bea.token) =>
  shop.call('POST', `/import/${_id}/commit`, { as });
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];
const terms = { termsDays: 30 };
const onAccount = { pay: 'account' };
const date = today();
const [year] = date.split('-');
/** A day after the twelfth of a month that is over. */
const before = `${Number(year) - 1}-12-23`;

describe("a bank's file", () => {
  it('in CAMT.053 shows each payment with what it is for, and records it once somebody says so', async () => {
    const owed = await owing(shop, 'Camt', terms);
    const [one, two, three] = [
      await owed.order(100, onAccount),
      await owed.order(50, onAccount),
      await owed.order(30, onAccount),
    ];
    const found = await read(
      owed,
      camtOf([
        { amount: 100, date, text: `Invoice ${one.invoiceNumber}`, payer: 'Camt' },
        { amount: 80, date, text: `${two.invoiceNumber?.replace('-', '')} and ${three.invoiceNumber}`, payer: 'Camt' },
        { amount: 12, date, text: 'Rent', way: 'DBIT' },
        { amount: 5, date, text: `Invoice ${one.invoiceNumber}`, status: 'PDNG' },
      ]),
    );
    expect(found).toMatchObject({ created: 2, changed: 0, unchanged: 0, errorCount: 0, errors: [] });
    expect(found.rows).toMatchObject([
      {
        amount: 100,
        date,
        payer: 'Camt',
        outcome: 'matched',
        companyId: owed.company._id,
        allocate: [{ invoiceNumber: one.invoiceNumber, amount: 100 }],
      },
      { amount: 80, outcome: 'matched', allocate: [{ amount: 50 }, { amount: 30 }] },
      { amount: -12, outcome: 'outgoing' },
      { amount: 5, outcome: 'pending' },
    ]);
    expect(await owed.account()).toMatchObject({ open: 180 });
    const answer = await commit(owed, found);
    expect(answer.status).toBe(200);
    expect((await answer.json()) as ImportProgress).toMatchObject({ step: 'committed', created: 2, done: 2 });
    expect(await owed.account()).toMatchObject({ open: 0, credit: 0 });
    for (const order of [one, two, three]) expect(await owed.read(order)).toMatchObject({ state: 'paid' });
    const again = await commit(owed, found);
    expect(again.status).toBe(200);
    expect((await owed.entries()).filter(({ kind }) => kind === 'payment')).toHaveLength(2);
    expect(await sumsAgree(owed)).toBe(true);
  });

  it('that is sent twice does nothing twice, whatever it is called', async () => {
    const owed = await owing(shop, 'Twice', terms);
    const order = await owed.order(70, onAccount);
    const file = camtOf([
      { amount: 70, date, text: order.invoiceNumber!, ref: 'A1' },
      { amount: 70, date, text: order.invoiceNumber!, ref: 'A2' },
    ]);
    const first = await read(owed, file);
    expect(first.rows.map(({ outcome }) => outcome)).toEqual(['matched', 'suggested']);
    await commit(owed, first);
    const second = await read(owed, file);
    expect(second).toMatchObject({ created: 0, unchanged: 1 });
    expect(second.rows.map(({ outcome }) => outcome)).toEqual(['known', 'suggested']);
    expect((await commit(owed, second)).status).toBe(200);
    expect((await owed.entries()).filter(({ kind }) => kind === 'payment')).toHaveLength(1);
  });

  it('that is committed after another that holds the same payment records nothing and says so', async () => {
    const owed = await owing(shop, 'Stale', terms);
    const order = await owed.order(70, onAccount);
    const file = camtOf([{ amount: 70, date, text: order.invoiceNumber! }]);
    const [first, second] = [await read(owed, file), await read(owed, file)];
    expect((await commit(owed, first)).status).toBe(200);
    expect(await codeOf(await commit(owed, second))).toEqual([409, 'STALE_IMPORT']);
    const other = await owed.order(20, onAccount);
    const third = await read(owed, camtOf([{ amount: 20, date, text: other.invoiceNumber! }]));
    await owed.pay(20);
    expect(await codeOf(await commit(owed, third))).toEqual([409, 'STALE_IMPORT']);
    expect(await owed.account()).toMatchObject({ open: 0, credit: 0 });
  });

  it('with a sign of two halves where its reference is cut is recorded like any other', async () => {
    const owed = await owing(shop, 'Halves', terms);
    const { invoiceNumber = '' } = await owed.order(100, onAccount);
    const long = 'x'.repeat(139 - invoiceNumber.length - 1);
    const rows = [`${date},100.00,${invoiceNumber} ${long}🔨 and more`, `${date},5.00,${'y'.repeat(139)}🔨`];
    const found = await read(owed, `Date,Amount,Reference\n${rows.join('\n')}\n`);
    expect((await commit(owed, found)).status).toBe(200);
    const body = { row: 3, companyId: owed.company._id };
    const decided = await shop.call('POST', `/bank-import/${found._id}/payment`, { as: owed.bea.token, body });
    expect(decided.status).toBe(201);
    expect((await owed.entries()).map(({ amount }) => amount)).toEqual([-5, -100, 100]);
    expect((await owed.entries())[1]?.document).toBe(`${invoiceNumber} ${long}\uFFFD`);
  });

  it('with a sum beyond what is ever recorded says so, and records nothing', async () => {
    const owed = await owing(shop, 'Beyond', terms);
    const found = await read(owed, `Date,Amount,Reference\n${date},1000000000.01,a\n${date},1000000000,b\n`);
    const decide = (row: number) =>
      shop.call('POST', `/bank-import/${found._id}/payment`, {
        as: owed.bea.token,
        body: { row, companyId: owed.company._id },
      });
    const refused = await decide(2);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ path: 'row' }] });
    expect(await owed.entries()).toEqual([]);
    expect((await decide(3)).status).toBe(201);
  });

  it('that writes the number of an invoice its own way is understood, but for that of a credit note', async () => {
    const owed = await owing(shop, 'Spelled', terms);
    const { invoiceNumber = '' } = await owed.order(123, onAccount);
    const [year = '', sequence = ''] = invoiceNumber.split('-');
    const outcomeOf = async (text: string) =>
      (await read(owed, `Date,Amount,Reference\n${date},123,"${text}"\n`)).rows[0]?.outcome;
    for (const text of [
      `RG-${invoiceNumber}`,
      `INV-${invoiceNumber} thank you`,
      `${year} - ${sequence}`,
      `${year}–${sequence}`,
      `${year}-\u00a0${sequence}`,
      `${year}-${sequence.slice(0, 2)}\n${sequence.slice(2)}`,
      `${year}-${sequence.slice(0, 3)} ${sequence.slice(3)}`,
    ])
      expect([text, await outcomeOf(text)]).toEqual([text, 'matched']);
    for (const text of [`CN-${invoiceNumber}`, `cn ${invoiceNumber}`])
      expect([text, await outcomeOf(text)]).toEqual([text, 'suggested']);
  });

  it('with another sum, no number or another payer suggests, and takes nothing by itself', async () => {
    const owed = await owing(shop, 'Suggest', terms);
    const [one, two] = [await owed.order(111, onAccount), await owed.order(222, onAccount)];
    const found = await read(
      owed,
      camtOf([
        { amount: 100, date, text: `Part of ${one.invoiceNumber}`, payer: 'Somebody else' },
        { amount: 222, date, text: 'thank you', payer: 'A parent company' },
        { amount: 333, date, text: 'both', payer: 'SUGGEST' },
        { amount: 7, date, text: 'a gift', payer: 'Nobody' },
        { amount: 111, date, text: one.invoiceNumber!, currency: 'EUR' },
      ]),
    );
    expect(found.created).toBe(0);
    expect(found.rows.map(({ outcome }) => outcome)).toEqual([
      'suggested',
      'suggested',
      'suggested',
      'unmatched',
      'foreign',
    ]);
    expect(found.rows[0]?.suggestions).toMatchObject([
      { companyId: owed.company._id, allocate: [{ invoiceNumber: one.invoiceNumber, amount: 100 }] },
    ]);
    expect(found.rows[1]?.suggestions[0]).toMatchObject({
      allocate: [{ invoiceNumber: two.invoiceNumber, amount: 222 }],
    });
    expect(found.rows[2]?.suggestions[0]?.why).toContain('the sum of several invoices');
    expect((await commit(owed, found)).status).toBe(200);
    expect(await owed.account()).toMatchObject({ open: 333, credit: 0 });
    const decide = (body: object) =>
      shop.call('POST', `/bank-import/${found._id}/payment`, { as: owed.bea.token, body });
    const row = found.rows[2]!.row;
    const decided = await decide({ row, companyId: owed.company._id });
    expect(decided.status).toBe(201);
    expect(await decided.json()).toMatchObject({ kind: 'payment', amount: -333, document: 'both' });
    expect(await owed.account()).toMatchObject({ open: 0, credit: 0 });
    expect(await codeOf(await decide({ row, companyId: owed.company._id }))).toEqual([409, 'LINE_BOOKED']);
    expect(await codeOf(await decide({ row: 99, companyId: owed.company._id }))).toEqual([404, 'IMPORT_NOT_FOUND']);
    const now = await shop.call('GET', `/bank-import/${found._id}`, { as: owed.bea.token });
    expect(((await now.json()) as BankImport).rows[2]).toMatchObject({
      outcome: 'recorded',
      why: 'Somebody said what it is for',
      suggestions: [],
    });
  });

  it('pays orders that wait for their transfer, by their number', async () => {
    const owed = await owing(shop, 'Prepaid');
    const order = await owed.order(45);
    const found = await read(owed, camtOf([{ amount: 45, date, text: `Order ${order.number}` }]));
    expect(found.rows).toMatchObject([{ outcome: 'matched', orderId: order._id }]);
    await commit(owed, found);
    expect(await owed.read(order)).toMatchObject({ state: 'paid', paidBy: 'transfer' });
  });

  it('pays no order that was placed after its day, and none of which another sum is owed by now', async () => {
    const owed = await owing(shop, 'Ordered');
    const later = await owed.order(45);
    const early = await read(owed, camtOf([{ amount: 45, date: dayPlus(date, -1), text: `Order ${later.number}` }]));
    expect(early.rows).toMatchObject([{ outcome: 'unmatched', why: expect.stringContaining('placed later') }]);
    const post = (path: string, body: object) =>
      shop.call('POST', `/order/${order._id}/${path}`, { as: owed.bea.token, body });
    const order = await owed.order(60, { companyId: undefined });
    expect((await post('payment', { date, reference: 'Wrong' })).status).toBe(201);
    expect((await post('payment/undo', { reason: 'Another shop' })).status).toBe(200);
    const found = await read(owed, camtOf([{ amount: 60, date, text: `${order.number}` }]));
    expect(found.rows).toMatchObject([{ outcome: 'matched', orderId: order._id }]);
    expect((await post('refund', { amount: 10, reason: 'Bent' })).status).toBe(201);
    expect(await codeOf(await commit(owed, found))).toEqual([409, 'STALE_IMPORT']);
    expect(await owed.read(order)).toMatchObject({ state: 'open' });
  });

  it('gives the payments of a collection one by one', async () => {
    const owed = await owing(shop, 'Collected', terms);
    const [one, two] = [await owed.order(10, onAccount), await owed.order(20, onAccount)];
    const parts = [one, two].map(({ invoiceNumber = '', price }) => ({ amount: price, text: invoiceNumber }));
    const found = await read(owed, camtOf([{ amount: 30, date, parts }], '02'));
    expect(found.rows.map(({ amount, outcome }) => [amount, outcome])).toEqual([
      [10, 'matched'],
      [20, 'matched'],
    ]);
  });

  it.each([
    [
      'semicolons, decimal commas and German headings',
      (o: Order) =>
        `Kontoauszug\n\nBuchungstag;Begünstigter/Zahlungspflichtiger;Verwendungszweck;Betrag;Währung\n23.12.${Number(year) - 1};Csv;Rechnung ${o.invoiceNumber};"1.234,50";USD\n`,
    ],
    [
      'commas, credit and debit',
      (o: Order) =>
        `Date,Description,Paid in,Paid out\n${before},Invoice ${o.invoiceNumber},"1,234.50",\n${before},Rent,,12.00\n`,
    ],
    [
      'days with slashes that another row tells',
      (o: Order) =>
        `Transaction date,Name,Reference,Amount\n12/05/${Number(year) - 1},X,none,1.00\n12/23/${Number(year) - 1},X,${o.invoiceNumber},1234.50\n`,
    ],
  ])('in CSV with %s is recognised', async (what, file) => {
    const owed = await owing(shop, `Csv${what.length}`, terms);
    const order = await owed.order(1234.5 * 2, { ...onAccount, quantity: 1234 });
    const half = await owed.order(1, { ...onAccount });
    await owed.pay(0.5, { allocate: [{ invoiceNumber: half.invoiceNumber, amount: 0.5 }] });
    const named = `${order.invoiceNumber} ${half.invoiceNumber}`;
    const found = await read(owed, file({ ...order, invoiceNumber: named }));
    expect(found.errors).toEqual([]);
    const line = found.rows.find(({ amount }) => amount === 1234.5);
    expect(line).toMatchObject({ date: before, outcome: 'matched', companyId: owed.company._id });
    await commit(owed, found);
    expect(await owed.account()).toMatchObject({ open: 0, credit: 0 });
  });

  it('that cannot be read is refused, and rows that cannot be read keep it from being committed', async () => {
    const owed = await owing(shop, 'Broken', terms);
    const xml = (inside: string) => `<?xml version="1.0"?>${inside}`;
    expect(await codeOf(await send(owed, xml('<Document><CstmrCdtTrfInitn/></Document>')))).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ]);
    expect(await codeOf(await send(owed, xml(`<!DOCTYPE x [<!ENTITY a "b">]>${'<a>'.repeat(100)}`)))).toEqual([
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ]);
    expect((await send(owed, '')).status).toBe(400);
    const none = await read(owed, 'sku,price\nA,1\n');
    expect(none).toMatchObject({ created: 0, errorCount: 1 });
    const broken = await read(owed, 'Date,Amount,Reference\n2020-11-23,abc,x\n01/02/2020,5.00,y\n');
    expect(broken.errors.map(({ row, column }) => [row, column])).toEqual([
      [2, 'amount'],
      [3, 'date'],
    ]);
    expect(await codeOf(await commit(owed, broken))).toEqual([409, 'IMPORT_HAS_ERRORS']);
  });

  it('is read and committed by those who record payments alone', async () => {
    const owed = await owing(shop, 'Roles', terms);
    const found = await read(owed, camtOf([{ amount: 1, date }]));
    for (const role of ROLES) {
      const person = await shop.person(`Bank${role}`, role === 'customer' ? 'user' : role);
      const mayRecord = ['admin', 'sales', 'bookkeeper'].includes(role);
      expect((await send(owed, camtOf([{ amount: 1, date }]), person.token)).status).toBe(mayRecord ? 201 : 403);
      expect((await commit(owed, found, person.token)).status).toBe(mayRecord ? 200 : 403);
      const seen = await shop.call('GET', `/import/${found._id}`, { as: person.token });
      expect(seen.status).toBe(mayRecord ? 200 : 403);
    }
  });
});
