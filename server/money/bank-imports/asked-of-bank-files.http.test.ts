import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BankImport } from '#contract/money/bank-imports.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { type Owing, owing, today } from '#server/money/account/account-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { bankCalls } from './bank-files-for-tests.ts';

/** What a bank's file leaves open is asked once, and what is not understood never counts as money that came. */

let shop: TestShop;
let owed: Owing;
let invoice: string;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  owed = await owing(shop, 'Asked', { termsDays: 30 });
  invoice = (await owed.order(1234, { pay: 'account' })).invoiceNumber!;
});
afterAll(() => shop.close());

const YEAR = Number(today().slice(0, 4)) - 1;
const DAY = `${YEAR}-12-23`;
const bank = () => bankCalls(shop, owed.bea.token);
const saying = (answers: object, more = '') => `&answers=${encodeURIComponent(JSON.stringify(answers))}${more}`;
const told = ({ rows }: BankImport) => rows.map(({ amount, outcome }) => [amount, outcome]);
const OUT_AND_IN = [
  [-1234, 'outgoing'],
  [1234, 'matched'],
];

describe('which way an amount went', () => {
  it.each([
    ['Debet/Credit', 'Debet', 'Credit'],
    ['D/K', 'D', 'K'],
    ['Deebet/Kreedit', 'D', 'K'],
    ['Deebet/Kreedit (D/C)', 'Deebet', 'Kreedit'],
    ['Cargo/Abono', 'C', 'A'],
    ['Debe/Haber', 'D', 'H'],
    ['Dare/Avere', 'D', 'A'],
    ['Uttag/Insättning', 'Uttag', 'Insättning'],
    ['Lastschrift/Gutschrift', 'Lastschrift', 'Gutschrift'],
    ['Lastschrift oder Gutschrift', 'L', 'G'],
    ['Buchungstext', 'Lastschrift', 'Gutschrift'],
    ['Tipo', 'Cargo', 'Abono'],
    ['Segno', '-', '+'],
    ['Type', 'Debit', 'Credit'],
  ])('is what the column %s says with %s and %s', async (heading, went, came) => {
    const rows = [went, came].map((word) => `${DAY};${invoice};1234,00;${word}`).join('\n');
    const found = await bank().read(`Datum;Omschrijving;Bedrag;${heading}\n${rows}\n`);
    expect([found.errors, found.questions]).toEqual([[], []]);
    expect(told(found)).toEqual(OUT_AND_IN);
  });

  it.each([
    'Data;Mokėtojas;Paskirtis;Suma;D/K',
    'Kuupäev;Saaja/maksja nimi;Selgitus;Summa;Deebet/Kreedit (D/C)',
    'Data operacji;Nadawca;Tytuł;Kwota;Wn/Ma',
    'Kirjauspäivä;Saaja/Maksaja;Viesti;Määrä EUROA;D/K',
    'Datum zaúčtování;Protistrana;Zpráva;Částka;D/K',
  ])('is read of a file headed %s', async (heading) => {
    const [went, came] = heading.endsWith('Ma') ? ['Wn', 'Ma'] : ['D', heading.endsWith('C)') ? 'C' : 'K'];
    const rows = [went, came].map((word) => `${DAY};Asked;${invoice};1234,00;${word}`).join('\n');
    const found = await bank().read(`${heading}\n${rows}\n`);
    expect([found.errors, found.questions]).toEqual([[], []]);
    expect(told(found)).toEqual(OUT_AND_IN);
  });

  it.each([
    ['Mark', 'D', 'C'],
    ['Tunnus', 'X', 'Y'],
    ['Signo', '1', '2'],
    ['Direction', 'Hither', 'Thither'],
    ['Dr/Cr', '', 'Cr'],
  ])(
    'is asked where the column %s says %s and %s, once for all files with these headings',
    async (heading, went, came) => {
      const { read, commit } = bank();
      const file = (words: string[]) =>
        `Date,Reference,Amount,${heading}\n${words.map((word) => `${DAY},${invoice},1234.00,${word}`).join('\n')}\n`;
      const first = await read(file([went, came]));
      expect(first).toMatchObject({
        created: 0,
        rows: [],
        questions: [{ ask: 'direction', open: true, columns: [{ heading, words: [went, came] }] }],
      });
      expect(first.errors).toMatchObject([
        { row: 2, column: 'direction' },
        { row: 3, column: 'direction' },
      ]);
      expect((await commit(first)).status).toBe(409);
      const direction = { column: heading, in: [came], out: [went] };
      const second = await read(file([went, came]), saying({ direction }));
      expect(second).toMatchObject({ errors: [], answers: { direction }, questions: [{ open: false }] });
      expect(told(second)).toEqual(OUT_AND_IN);
      expect(told(await read(file([went, came])))).toEqual(OUT_AND_IN);
      // Another word is asked about again.
      const other = await read(file([came, 'Z']));
      expect([told(other), other.errors.map(({ row }) => row)]).toEqual([[[1234, 'matched']], [3]]);
      expect(other.questions).toMatchObject([{ ask: 'direction', open: true }]);
    },
  );

  it('may be said by no column, and is not kept where nobody wants it to be', async () => {
    const file = `Date,Reference,Amount,Desk\n${DAY},${invoice},1234.00,North\n`;
    const once = await bank().read(file, saying({ direction: { column: null, in: [], out: [] } }, '&remember=false'));
    expect(told(once)).toEqual([[1234, 'matched']]);
    expect((await bank().read(file)).questions).toMatchObject([{ open: true }]);
  });

  it('is what a minus says, whatever stands in other columns', async () => {
    const found = await bank().read(
      `Date,Reference,Amount,Desk\n${DAY},${invoice},1234.00,North\n${DAY},rent,-5.00,South\n`,
    );
    expect([found.questions, told(found)]).toEqual([
      [],
      [
        [1234, 'matched'],
        [-5, 'outgoing'],
      ],
    ]);
  });

  it('is what the columns of both say where there is one of amounts, too', async () => {
    const found = await bank().read(`Date,Reference,Amount,Debit,Credit\n${DAY},${invoice},1234.00,1234.00,\n`);
    expect(told(found)).toEqual([[-1234, 'outgoing']]);
  });
});

describe('a comma with three decimals', () => {
  it.each([
    ['12,50', '12,505', [], [2]],
    ['12,50', '24,000', [[24, 'unmatched']], []],
    ['12.50', '3,999', [[3999, 'unmatched']], []],
    ['1.234.567,00', '3.999', [[3999, 'unmatched']], []],
    ['0,5', '1.999', [[1999, 'unmatched']], []],
  ])('is read as %s of its file is: %s', async (other, written, rows, errors) => {
    const found = await bank().read(`Datum;Verwendungszweck;Betrag\n${DAY};x;"${written}"\n${DAY};y;"${other}"\n`);
    expect(found.questions).toEqual([]);
    expect(told(found).slice(0, rows.length)).toEqual(rows);
    expect(found.errors.map(({ row }) => row)).toEqual(errors);
  });

  it('is asked where the file leaves it open, and the answer is kept for its headings', async () => {
    const file = `Buchungstag;Zweck;Betrag\n23.12.${YEAR};x;3,999\n23.12.${YEAR};y;12\n`;
    const asked = await bank().read(file);
    expect(asked.questions).toMatchObject([
      { ask: 'decimal', open: true, columns: [{ heading: 'Betrag', words: ['3,999'] }] },
    ]);
    expect([told(asked), asked.errors.map(({ column }) => column)]).toEqual([[[12, 'unmatched']], ['amount']]);
    const answered = await bank().read(file, saying({ decimal: '.' }));
    expect(told(answered)).toEqual([
      [3999, 'unmatched'],
      [12, 'unmatched'],
    ]);
    expect(told(await bank().read(file))).toEqual(told(answered));
  });
});

it('days that may begin with the month are asked about once', async () => {
  const file = `Date,Zweck,Amount\n01/02/${YEAR},x,1.00\n`;
  expect((await bank().read(file)).questions).toMatchObject([
    { ask: 'first', open: true, columns: [{ heading: 'Date', words: [`01/02/${YEAR}`] }] },
  ]);
  const days = async (query = '') => (await bank().read(file, query)).rows.map(({ date }) => date);
  expect(await days(saying({ first: 'month' }))).toEqual([`${YEAR}-01-02`]);
  expect(await days()).toEqual([`${YEAR}-01-02`]);
  expect(await days(saying({ first: 'day' }))).toEqual([`${YEAR}-02-01`]);
});

it('words of a status that nobody knows are asked about, and wait', async () => {
  const file = `Date,Zweck,Amount,Status\n${DAY},x,1.00,Ready\n${DAY},y,2.00,Steady\n`;
  const asked = await bank().read(file);
  expect(asked.questions).toMatchObject([
    { ask: 'booked', open: true, columns: [{ heading: 'Status', words: ['Ready', 'Steady'] }] },
  ]);
  const answered = await bank().read(file, saying({ booked: ['Ready'], pending: ['Steady'] }));
  expect(answered.questions).toMatchObject([{ open: false }]);
  expect(told(answered)).toEqual([
    [1, 'unmatched'],
    [2, 'pending'],
  ]);
});

it('an answer that is none is refused', async () => {
  for (const answers of ['{', '{"first":"week"}', '{"direction":{}}', '{"more":1}'])
    expect((await bank().send('Date,Amount\n', `&answers=${encodeURIComponent(answers)}`)).status).toBe(400);
});
