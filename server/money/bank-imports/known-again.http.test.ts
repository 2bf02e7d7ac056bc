import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BankImport, BankLine } from '#contract/money/bank-imports.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { type Owing, owing, sumsAgree, today } from '#server/money/account/account-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { bankCalls, camtOf } from './bank-files-for-tests.ts';

/** A movement of the bank is one, in whatever file and format it comes. */

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

const date = today();
const onAccount = { pay: 'account' };
const outcomes = ({ rows }: Pick<BankImport, 'rows'>) => rows.map(({ outcome, known }) => [outcome, known]);
const payments = async (owed: Owing) => (await owed.entries()).filter(({ kind }) => kind === 'payment');
const putAside = (owed: Owing, { _id }: BankImport, row: number, body: object) =>
  shop.call('PUT', `/bank-import/${_id}/line/${row}`, { as: owed.bea.token, body });

describe('a movement that was recorded', () => {
  it('is known in every other format, and the others of its day are not', async () => {
    const owed = await owing(shop, 'Formats', { termsDays: 30 });
    const { read, commit, decide } = bankCalls(shop, owed.bea.token);
    const one = await owed.order(100, onAccount);
    const first = await read(
      camtOf([
        { amount: 100, date, text: `Invoice ${one.invoiceNumber}`, payer: 'Formats', ref: 'B1' },
        { amount: 55, date, text: 'Thank you for the nice tools', payer: 'Somebody', ref: 'B2' },
      ]),
    );
    expect((await commit(first)).status).toBe(200);
    expect((await decide(first, { row: 3, companyId: owed.company._id })).status).toBe(201);
    const two = await owed.order(100, onAccount);
    const rows = [`100,00;${one.invoiceNumber} paid`, `100,00;${two.invoiceNumber}`, '55,00;the nice tools, thank you'];
    const [year, month, day] = date.split('-');
    for (const file of [
      `Buchungstag;Betrag;Verwendungszweck\n${rows.map((row) => `${day}.${month}.${year};${row}`).join('\n')}\n`,
      `Date;Amount;Details;Transaction ID\n${rows.map((row, at) => `${date};${row};T${at}`).join('\n')}\n`,
    ])
      expect(outcomes(await read(file))).toEqual([
        ['known', true],
        ['matched', false],
        ['known', true],
      ]);
    expect(await payments(owed)).toHaveLength(2);
  });

  it('is known by its end-to-end id, whatever else is said of it', async () => {
    const owed = await owing(shop, 'EndToEnd', { termsDays: 30 });
    const { read, decide } = bankCalls(shop, owed.bea.token);
    const camt = camtOf([{ amount: 61, date, text: 'first words' }]).replace('NOTPROVIDED', 'E2E-77');
    const first = await read(camt);
    expect((await decide(first, { row: 2, companyId: owed.company._id })).status).toBe(201);
    const file = (id: string) => `Date;Amount;Details;End-to-end reference\n${date};61,00;other words;${id}\n`;
    expect(outcomes(await read(file('E2E-77')))).toEqual([['known', true]]);
    expect(outcomes(await read(file('E2E-78')))).toEqual([['unmatched', false]]);
  });

  it('of which nobody can tell is matched with nothing by itself', async () => {
    const owed = await owing(shop, 'Doubt', { termsDays: 30 });
    const { read, decide } = bankCalls(shop, owed.bea.token);
    const order = await owed.order(72, onAccount);
    const first = await read(camtOf([{ amount: 72, date, text: 'words alone' }]));
    expect((await decide(first, { row: 2, companyId: owed.company._id, allocate: [] })).status).toBe(201);
    await owed.order(72, onAccount);
    const other = await owing(shop, 'Doubted', { termsDays: 30 });
    const theirs = await other.order(72, onAccount);
    const found = await read(`Date;Amount;Details\n${date};72,00;${theirs.invoiceNumber}\n`);
    expect(found.rows).toMatchObject([
      { outcome: 'suggested', known: false, suggestions: [{ companyId: other.company._id }] },
    ]);
    expect(found.rows[0]?.why).toContain('words alone');
    expect(order.invoiceNumber).not.toBe(theirs.invoiceNumber);
  });

  it('from a file that was read before is recorded once, whichever is committed first', async () => {
    const owed = await owing(shop, 'Crossed', { termsDays: 30 });
    const { read, decide } = bankCalls(shop, owed.bea.token);
    const camt = await read(camtOf([{ amount: 83, date, text: 'many thanks for all', payer: 'Crossed' }]));
    const csv = await read(`Date;Amount;Details;Name\n${date};83,00;many thanks for all;Crossed\n`);
    const body = { row: 2, companyId: owed.company._id };
    expect((await decide(camt, body)).status).toBe(201);
    const again = await decide(csv, body);
    expect([again.status, await again.json()]).toMatchObject([409, { code: 'LINE_BOOKED' }]);
    expect(await payments(owed)).toHaveLength(1);
    expect(await sumsAgree(owed)).toBe(true);
  });
});

describe('a line that is put aside', () => {
  it('is recorded by no commit, stays so in later files of any format, and can be taken back in', async () => {
    const owed = await owing(shop, 'Aside', { termsDays: 30 });
    const { read, commit, decide } = bankCalls(shop, owed.bea.token);
    const order = await owed.order(94, onAccount);
    const camt = camtOf([{ amount: 94, date, text: `${order.invoiceNumber}` }]);
    const first = await read(camt);
    const put = await putAside(owed, first, 2, { ours: false, note: 'Of the sister company' });
    expect([put.status, (await put.json()) as BankLine]).toMatchObject([
      200,
      { row: 2, outcome: 'aside', known: true, ours: false, note: 'Of the sister company' },
    ]);
    expect((await decide(first, { row: 2, companyId: owed.company._id })).status).toBe(404);
    expect((await commit(first)).status).toBe(200);
    expect(await payments(owed)).toEqual([]);
    const csv = `Date;Amount;Details\n${date};94,00;invoice ${order.invoiceNumber}\n`;
    for (const file of [camt, csv]) {
      const later = await read(file);
      expect(later.created).toBe(0);
      expect(later.rows).toMatchObject([{ outcome: 'aside', known: true, ours: false, note: 'Of the sister company' }]);
      expect((await commit(later)).status).toBe(200);
    }
    const later = await read(csv);
    const back = await putAside(owed, later, 2, { ours: true });
    expect([back.status, await back.json()]).toMatchObject([200, { outcome: 'unmatched', ours: true, known: false }]);
    expect(outcomes(await read(camt))).toEqual([['matched', false]]);
    expect((await decide(later, { row: 2, companyId: owed.company._id })).status).toBe(201);
    const recorded = await putAside(owed, later, 2, { ours: false });
    expect([recorded.status, await recorded.json()]).toMatchObject([409, { code: 'LINE_BOOKED' }]);
    expect((await putAside(owed, later, 99, { ours: false })).status).toBe(404);
  });
});

it('rows in error are passed over where that is said', async () => {
  const owed = await owing(shop, 'LeaveOut', { termsDays: 30 });
  const { read, commit } = bankCalls(shop, owed.bea.token);
  const order = await owed.order(37, onAccount);
  const found = await read(`Date,Amount,Details\n${date},37.00,${order.invoiceNumber}\n${date},many,x\n`);
  expect((await commit(found)).status).toBe(409);
  expect((await commit(found, { leaveOut: false })).status).toBe(409);
  expect(await payments(owed)).toEqual([]);
  expect((await commit(found, { leaveOut: true })).status).toBe(200);
  expect(await payments(owed)).toHaveLength(1);
});

describe('balances that do not add up with the lines', () => {
  let token: string;
  beforeAll(async () => {
    ({ token } = await shop.person('Bal', 'bookkeeper'));
  });
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${date}</Dt></Dt></Bal>`;
  const camt = (closing: string) =>
    camtOf([
      { amount: 10, date, text: 'a' },
      { amount: 4, date, text: 'b', way: 'DBIT' },
      { amount: 1, date, text: 'c', status: 'PDNG' },
    ]).replace(/<Bal>.*?<\/Bal>/, balance('OPBD', '100.00') + balance('CLBD', closing));
  it.each([
    ['CAMT.053', camt('106.00'), camt('107.00')],
    [
      'CSV with a balance in each row, the newest last',
      `Date;Amount;Details;Balance\n${date};10,00;a;110,00\n${date};-4,00;b;106,00\n`,
      `Date;Amount;Details;Balance\n${date};10,00;a;110,00\n${date};-4,00;b;107,00\n`,
    ],
    [
      'CSV with a balance in each row, the newest first',
      `Date;Amount;Details;Saldo\n${date};-4,00;b;106,00\n${date};10,00;a;110,00\n`,
      `Date;Amount;Details;Saldo\n${date};-4,00;b;106,00\n${date};10,00;a;111,00\n`,
    ],
    [
      'CSV with rows for them',
      `Date;Amount;Details\n${date};100,00;Opening balance\n${date};6,00;a\n${date};106,00;Closing balance\n`,
      `Date;Amount;Details\n${date};100,00;Opening balance\n${date};6,00;a\n${date};105,00;Closing balance\n`,
    ],
  ])('are told of %s', async (_what, whole, wrong) => {
    const { read } = bankCalls(shop, token);
    expect((await read(whole)).problems).toEqual([]);
    const found = await read(wrong);
    expect(found.problems).toMatchObject([{ column: 'balance', message: expect.stringContaining('do not add up') }]);
    expect(found.errors).toEqual([]);
  });
});
