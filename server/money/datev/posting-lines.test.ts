import { describe, expect, it } from 'vitest';
import { DEFAULTS } from '#server/office/settings/defaults.ts';
import { COLUMNS } from './datev-columns.ts';
import {
  type Chart,
  debtorAccount,
  entryLine,
  headOf,
  type PaperPosting,
  paperLine,
  yearBegins,
} from './posting-lines.ts';
import { windows1252 } from './windows-1252.ts';

const chart: Chart = {
  company: { ...DEFAULTS.company, country: 'DE' },
  currency: 'EUR',
  tax: [
    { country: 'DE', percent: 19, name: 'USt' },
    { country: 'FR', percent: 20, name: 'TVA' },
  ],
  books: {
    chart: 'SKR03',
    consultant: 29098,
    client: 55003,
    yearStart: '07-01',
    accountLength: 4,
    closedUntil: null,
    accounts: {
      bank: 1200,
      card: 27,
      discount: null,
      fees: null,
      writeOff: 2400,
      private: 10000,
      revenue: [
        { category: 'S', percent: 19, account: 8400 },
        { category: 'S', percent: 20, country: 'FR', account: 8320 },
        { category: 'K', percent: 0, country: null, account: 8125 },
      ],
    },
  },
};
const paper: PaperPosting = {
  day: '2026-11-05',
  cents: 119_00,
  debtor: 10001,
  document: '2026-000001',
  order: '1234',
  text: 'Müller "Bau"; GmbH',
  due: '2026-12-05',
  suppliedOn: '2026-11-04',
  category: 'S',
  percent: 19,
  country: 'DE',
  vatId: '',
};
/** The fields that are filled, by their place from 1. */
const filled = (line: string) =>
  Object.fromEntries(
    [...line.trimEnd().matchAll(/(?:^|;)((?:"(?:[^"]|"")*")|[^;]*)/g)].flatMap(([, field = ''], index) =>
      field === '' ? [] : [[index + 1, field]],
    ),
  );

describe('a line of DATEV', () => {
  it('has 125 fields, the sum gross without a sign, and the accounts of debtor and revenue', () => {
    expect(COLUMNS).toHaveLength(125);
    const line = paperLine(chart, paper);
    expect(line.endsWith('\r\n')).toBe(true);
    expect(filled(line)).toEqual({
      1: '119,00',
      2: '"S"',
      3: '"EUR"',
      7: '10001',
      8: '8400',
      10: '0511',
      11: '"2026-000001"',
      12: '"051226"',
      14: '"Müller ""Bau""; GmbH"',
      95: '"1234"',
      114: '0',
      115: '04112026',
    });
  });

  it('says where goods went that are taxed there, and whose number makes them free of tax', () => {
    expect(filled(paperLine(chart, { ...paper, percent: 20, country: 'FR' }))).toMatchObject({
      8: '8320',
      40: '"FR"',
      41: '20,00',
    });
    const free = { ...paper, category: 'K', percent: 0, country: 'FR', vatId: 'FR40303265045' } as const;
    expect(filled(paperLine(chart, free))).toMatchObject({ 8: '8125', 40: '"FR40303265045"' });
  });

  it('leaves the field of an account that is missing empty', () => {
    const line = filled(paperLine(chart, { ...paper, percent: 7, debtor: 70_000, cents: -5 }));
    expect([line[1], line[2], line[7], line[8]]).toEqual(['0,05', '"H"', undefined, undefined]);
    const entry = { ...paper, against: 'fees' } as const;
    expect(filled(entryLine(chart, entry))[8]).toBeUndefined();
    expect(filled(entryLine(chart, { ...entry, against: 'card' }))[8]).toBe('0027');
  });

  it('gives debtors one digit more than accounts', () => {
    expect(debtorAccount({ ...chart.books, accountLength: 6 }, 10001)).toBe('1000100');
    expect(debtorAccount(chart.books, null)).toBe('10000');
  });
});

it('the head says the fiscal year that the days are of, and that nothing is fixed', () => {
  const [head = '', headings = ''] = headOf(chart, { from: '2026-11-01', to: '2026-11-30' }, '20261201080000000').split(
    '\r\n',
  );
  expect(head).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20261201080000000;;"RE";"";"";29098;55003;20260701;4;20261101;20261130;"Belege und Zahlungen";"";1;0;0;"EUR";;"";;;"03";;;"";""',
  );
  expect(headings.split(';')).toHaveLength(125);
  expect(yearBegins('2026-06-30', chart.books)).toBe('2025-07-01');
});

it('is written in Windows-1252, with what that lacks without its accents', () => {
  expect([...windows1252('Aä€Łé„ğ')]).toEqual([0x41, 0xe4, 0x80, 0x3f, 0xe9, 0x84, 0x67]);
});
