import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BankImport } from '#contract/money/bank-imports.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { type Owing, owing, today } from '#server/money/account/account-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { bankCalls } from './bank-files-for-tests.ts';

/** Files whose columns no heading names: which is which is asked, and until then none of them is money that came. */

let shop: TestShop;
let owed: Owing;
let invoice: string;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  owed = await owing(shop, 'Unheaded', { termsDays: 30 });
  invoice = (await owed.order(1234, { pay: 'account' })).invoiceNumber!;
});
afterAll(() => shop.close());

const DAY = `${Number(today().slice(0, 4)) - 1}-12-23`;
const bank = () => bankCalls(shop, owed.bea.token);
const saying = (answers: object) => `&answers=${encodeURIComponent(JSON.stringify(answers))}`;
const told = ({ rows }: BankImport) => rows.map(({ amount, outcome }) => [amount, outcome]);
const OUT_AND_IN = [
  [-1234, 'outgoing'],
  [1234, 'matched'],
];

describe('a bank file without headings', () => {
  const file = () => `${DAY};Rent;-1234,00;Landlord\n${DAY};${invoice};1234,00;Unheaded\n`;
  const columns = { date: 'Column A', amount: 'Column C', reference: ['Column B'], payer: 'Column D' };

  it('asks which column is which, and settles nothing until then', async () => {
    const found = await bank().read(file());
    expect(found).toMatchObject({ created: 0, rows: [], hasHeadings: false, errors: [{ row: 1 }] });
    // What imports of products say and clients of 1.0.0 may look at, and nothing that came to those since.
    expect(found).toMatchObject({ changed: 0, columns: [], missing: [] });
    expect(found).not.toHaveProperty('headingRow');
    expect(found.questions).toMatchObject([
      {
        ask: 'columns',
        open: true,
        columns: [
          { heading: 'Column A', words: [DAY] },
          { heading: 'Column B', words: ['Rent', invoice] },
          { heading: 'Column C', words: ['-1234,00', '1234,00'] },
          { heading: 'Column D', words: ['Landlord', 'Unheaded'] },
        ],
      },
    ]);
    expect((await bank().commit(found)).status).toBe(409);
  });

  it('is read as somebody says, and asked about each time, since another bank’s may look alike', async () => {
    const found = await bank().read(file(), saying({ columns }));
    expect(found).toMatchObject({ errors: [], questions: [{ ask: 'columns', open: false }] });
    expect(told(found)).toEqual(OUT_AND_IN);
    expect(found.rows[1]).toMatchObject({ reference: invoice, payer: 'Unheaded' });
    expect((await bank().read(file())).questions).toMatchObject([{ ask: 'columns', open: true }]);
  });

  it('is remembered once it was recorded, for files of the same shape alone', async () => {
    const other = await owing(shop, 'Remembered', { termsDays: 30 });
    const paid = await other.order(321, { pay: 'account' });
    const row = (...cells: string[]) => `${[today(), today(), ...cells].join(';')}\n`;
    const file = (rest: string) => row('Rent', '-5,00', rest) + row(paid.invoiceNumber!, '321,00', rest);
    const said = { date: 'Column A', reference: ['Column C'], amount: 'Column D' };
    const found = await bank().read(file('x'), saying({ columns: said }));
    expect((await bank().commit(found)).status).toBe(200);
    const next = await bank().read(file('other words'));
    expect(next.questions).toMatchObject([{ ask: 'columns', open: false }]);
    expect([next.answers.columns, next.rows.map(({ outcome }) => outcome)]).toEqual([said, ['outgoing', 'known']]);
    expect((await bank().read(file('12,50'))).questions).toMatchObject([{ ask: 'columns', open: true }]);
  });

  it('is asked again where an answer names no column of it, or too few', async () => {
    for (const wrong of [{ date: 'Column A' }, { date: 'Column Z', amount: 'Column C' }, { amount: 'Column C' }, {}])
      expect(await bank().read(file(), saying({ columns: wrong }))).toMatchObject({
        rows: [],
        questions: [{ ask: 'columns', open: true }],
      });
  });

  it('is asked which column says in or out where its amounts have no minus', async () => {
    const unsigned = `${DAY},Rent,1234.00,D,EUR\n${DAY},${invoice},1234.00,C,USD\n`;
    const { payer: _none, ...others } = columns;
    const found = await bank().read(unsigned, saying({ columns: others }));
    expect(found).toMatchObject({ created: 0, questions: [{ ask: 'columns' }, { ask: 'direction', open: true }] });
    const direction = { column: 'Column D', in: ['C'], out: ['D'] };
    expect(told(await bank().read(unsigned, saying({ columns: others, direction })))).toEqual(OUT_AND_IN);
  });

  it('of a Dutch bank is read by its own words once its columns are known', async () => {
    const [year, month, day] = DAY.split('-');
    const row = (way: string, name: string, text: string) =>
      `"${day}-${month}-${year}","NL30TRIO0123456789","1.234,00","${way}","${name}","NL20INGB0001234567","ET","${text}","5.000,00"\n`;
    const triodos = row('Debet', 'Landlord', 'Rent') + row('Credit', 'Unheaded', `Invoice ${invoice}`);
    const said = { date: 'Column A', amount: 'Column C', payer: 'Column E', reference: ['Column H'] };
    const found = await bank().read(triodos, saying({ columns: said }));
    expect(found.questions).toMatchObject([{ ask: 'columns', open: false }]);
    expect(told(found)).toEqual(OUT_AND_IN);
  });

  it('below a line that says so is not booked', async () => {
    const found = await bank().read(`Vorgemerkte Umsätze\n${file()}`, saying({ columns }));
    expect(told(found)).toEqual([
      [-1234, 'pending'],
      [1234, 'pending'],
    ]);
  });

  it('takes codes of currencies for what they are', async () => {
    const foreign = `${DAY},${invoice},1234.00,EUR\n`;
    const { payer: _none, ...others } = columns;
    expect(told(await bank().read(foreign, saying({ columns: others })))).toEqual([[1234, 'foreign']]);
  });

  it('with amounts that came and went in columns of their own is read so', async () => {
    const apart = `Statement of ${DAY}\n\n${DAY};Rent;1234,00;\n${DAY};${invoice};;1234,00\n`;
    const said = { date: 'Column A', reference: ['Column B'], debit: 'Column C', credit: 'Column D' };
    expect(told(await bank().read(apart, saying({ columns: said })))).toEqual(OUT_AND_IN);
  });
});

describe('a bank file with headings that nobody knows', () => {
  const file = () => `Päev;Selgitus;Väärtus;Väärtus\n${DAY};Rent;-1234,00;0\n${DAY};${invoice};1234,00;0\n`;

  it('is asked once, by its headings', async () => {
    const found = await bank().read(file());
    expect(found).toMatchObject({ created: 0, hasHeadings: true, errors: [{ row: 2 }] });
    expect(found.questions[0]?.columns.map(({ heading }) => heading)).toEqual([
      'Päev',
      'Selgitus',
      'Väärtus',
      'Väärtus (D)',
    ]);
    const columns = { date: 'Päev', amount: 'Väärtus', reference: ['Selgitus'] };
    expect(told(await bank().read(file(), saying({ columns })))).toEqual(OUT_AND_IN);
    expect(told(await bank().read(file()))).toEqual(OUT_AND_IN);
  });
});

it('a file in which no row has a day and an amount says so', async () => {
  expect(await bank().read('a note\nof two lines, 12\n')).toMatchObject({
    questions: [],
    errors: [{ row: 1, message: expect.stringMatching(/No row has headings/) }],
  });
});
