import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerToFile, MOST_SECONDS, secondsOf } from '#server/catalogue/imports/answer-to-file-for-tests.ts';
import { xlsxFile, xlsxRow } from '#server/catalogue/imports/xlsx-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { matchAgainst, type OpenSum } from './match-payments.ts';
import type { ReadPayment } from './read-bank-row.ts';

/** Files of a bank that nobody's bank made: each is answered by what is wrong with it, and the shop goes on. */
let shop: TestShop;
let token: string;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ({ token } = await shop.person('Bea', 'bookkeeper'));
});
afterAll(() => shop.close());

async function answer(body: string | Uint8Array): Promise<[number, string, string]> {
  let said: [number, string, string] = [0, '', ''];
  const seconds = await secondsOf(async () => (said = await answerToFile(shop, token, '/import/bank', body)));
  expect(seconds).toBeLessThan(MOST_SECONDS);
  expect((await shop.call('GET', '/healthz')).status).toBe(200);
  return said;
}

const camt = (inside: string) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${inside}</Stmt></BkToCstmrStmt></Document>`;
const booked = (inside: string) =>
  `<Ntry><Amt Ccy="USD">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-20</Dt></BookgDt>${inside}</Ntry>`;
/** Marks that take the longest to be brought into their order. */
const MARKS = '\u0301\u0316'.repeat(20_000);

describe('a hostile file of a bank is answered by what is wrong with it', () => {
  it.each<[string, string, number, string, RegExp]>([
    ['elements within each other', camt('<a>'.repeat(300_000)), 415, 'UNSUPPORTED_MEDIA_TYPE', /damaged/],
    ['a tag that nothing ends', camt(`<Ntry x="${'1'.repeat(5_000_000)}`), 415, 'UNSUPPORTED_MEDIA_TYPE', /damaged/],
    ['half of a statement', camt(booked('')).slice(0, -60), 415, 'UNSUPPORTED_MEDIA_TYPE', /damaged/],
    ['a statement without its end', camt(booked('')).slice(0, -1), 415, 'UNSUPPORTED_MEDIA_TYPE', /damaged/],
    ['one booking of 20,000 payments', camt(booked('<TxDtls></TxDtls>'.repeat(20_000))), 413, 'BODY_TOO_LARGE', /many/],
    ['20,000 bookings', camt(booked('').repeat(20_000)), 422, 'TOO_MANY_ROWS', /5,000/],
    ['a page', '<!doctype html><p>hello', 415, 'UNSUPPORTED_MEDIA_TYPE', /./],
    ['a paper', '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n', 415, 'UNSUPPORTED_MEDIA_TYPE', /not a sheet/],
  ])('%s', async (_what, file, status, code, message) => {
    expect(await answer(file)).toEqual([status, code, expect.stringMatching(message)]);
  });

  it.each<[string, () => string | Promise<Uint8Array>, string]>([
    ['a million references of one booking', () => camt(booked(`<AcctSvcrRef>1</AcctSvcrRef>`.repeat(300_000))), ''],
    ['a reference of a megabyte', () => camt(booked(`<AddtlNtryInf>${'2026-'.repeat(200_000)}</AddtlNtryInf>`)), ''],
    ['a payer of marks', () => camt(booked(`<RltdPties><Dbtr><Nm>a${MARKS}</Nm></Dbtr></RltdPties>`)), ''],
    ['headings of marks', () => `${`${`a${MARKS.slice(1)},`.repeat(20)}\n`.repeat(10)}x,1\n`, '1 '],
    ['a heading of marks beside others', () => `date,amount,${MARKS}\n2026-11-20,5,note 1\n`, ''],
    ['rows of dots', () => `date;amount\n${`${'.'.repeat(30_000)};${'1.'.repeat(4_000)}\n`.repeat(50)}`, '2 '],
    ['5,000 rows of 256 columns', () => `date,amount\n${`2026-11-20,5${',x'.repeat(254)}\n`.repeat(5_000)}`, ''],
    [
      'a sheet of merged cells',
      () => xlsxFile(`<sheetData>${xlsxRow(1, 'date', 'amount')}</sheetData>${'<mergeCell/>'.repeat(900)}`),
      '1 ',
    ],
  ])('%s', async (_what, file, errors) => {
    const [status, where, said] = await answer(await file());
    expect([status, where.slice(0, 2)], said).toEqual([201, errors]);
  });
});

it('5,000 payments of 5,000 open invoices are told apart at once, whatever their payers are called', async () => {
  const payments = Array.from({ length: 5_000 }, (_, at): ReadPayment => ({
    row: at + 2,
    key: `${at}`,
    date: '2026-11-20',
    amountCents: 1_000 + at,
    currency: 'EUR',
    reference: '10001 '.repeat(160),
    payer: `${'x.'.repeat(480)}${at}`,
    account: '',
    endToEnd: '',
    bankId: '',
    isReversal: false,
    pending: null,
  }));
  const likely = payments.map(({ payer, amountCents }, at): OpenSum => ({
    invoice: `2026-${String(at).padStart(6, '0')}`,
    orderId: `o${at}`,
    order: `${20_000 + at}`,
    companyId: `c${at}`,
    company: payer,
    cents: at % 2 === 0 ? amountCents : 1,
    placed: '2026-11-01',
    offers: [],
  }));
  let found: Awaited<ReturnType<typeof matchAgainst>> = [];
  const seconds = await secondsOf(async () => {
    found = await matchAgainst(payments, {
      named: [],
      likely,
      known: new Map(),
      shop: { currency: 'EUR', today: '2026-11-23' },
    });
  });
  expect(found.map(({ suggestions: [first] }) => first?.companyId)).toEqual(likely.map(({ companyId }) => companyId));
  expect(seconds).toBeLessThan(MOST_SECONDS);
});
