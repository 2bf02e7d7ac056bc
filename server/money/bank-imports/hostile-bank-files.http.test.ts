import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import type { BankImport } from '#contract/money/bank-imports.ts';
import { answerToFile } from '#server/catalogue/imports/answer-to-file-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

/** A sample of the files in hostile-bank-files.corpora.test.ts, small ones. */
let shop: TestShop;
let token: string;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ({ token } = await shop.person('Bea', 'bookkeeper'));
});
afterAll(() => shop.close());

const camt = (inside: string) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${inside}</Stmt></BkToCstmrStmt></Document>`;
const booked = (inside: string) =>
  `<Ntry><Amt Ccy="USD">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-20</Dt></BookgDt>${inside}</Ntry>`;

const zipped = (files: [string, string][]): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
};
/** One whose directory says that an entry has another size. */
const lying = async (size: number) => {
  const archive = await zipped([['a.xml', camt(booked(''))]]);
  archive.writeUInt32LE(size, archive.indexOf(Buffer.from('504b0102', 'hex')) + 24);
  return archive;
};
const MT940 = ':20:1\n:25:1\n:28C:1\n:60F:C261101USD0,00\n';

it.each<[string, () => Promise<Buffer>, number, string]>([
  [
    'of too many files',
    () => zipped(Array.from({ length: 401 }, (_, at) => [`${at}.xml`, 'x'])),
    413,
    'BODY_TOO_LARGE',
  ],
  ['that would unpack to gigabytes', () => lying(4_000_000_000), 413, 'BODY_TOO_LARGE'],
  ['that has more in it than it says', () => lying(10), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  [
    'of an archive',
    async () => zipped([['a.zip', (await zipped([['a.xml', 'x']])).toString('latin1')]]),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  ['without a statement', () => zipped([['a.pdf', '%PDF-']]), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  [
    'of elements within each other',
    () => zipped([['a.xml', camt('<a>'.repeat(20_000))]]),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'of MT940 of a line that does not end',
    () => zipped([['a.sta', `${MT940}:86:${'x'.repeat(400_000)}`]]),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'of MT940 that have too many bookings together',
    () => {
      const half = MT940 + ':61:261101C1,NTRFNONREF\n'.repeat(3_000);
      return zipped([
        ['a.sta', half],
        ['b.sta', half],
      ]);
    },
    422,
    'TOO_MANY_ROWS',
  ],
])('an archive %s is answered by what is wrong with it', async (_what, file, status, code) => {
  const [got, said] = await answerToFile(shop, token, '/import/bank', await file());
  expect([got, said]).toEqual([status, code]);
  expect((await shop.call('GET', '/healthz')).status).toBe(200);
});

it.each<[string, string, number, string]>([
  ['MT940 of a line that does not end', `${MT940}:86:${'x'.repeat(400_000)}`, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['MT940 of 6,000 bookings', MT940 + ':61:261101C1,NTRFNONREF\n'.repeat(6_000), 422, 'TOO_MANY_ROWS'],
  ['MT940 of bookings that are none', MT940 + ':61:x\n'.repeat(1_200), 413, 'BODY_TOO_LARGE'],
  ['elements within each other', camt('<a>'.repeat(20_000)), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['half of a statement', camt(booked('')).slice(0, -60), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['a page', '<!doctype html><p>hello', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['6,000 bookings', camt(booked('').repeat(6_000)), 422, 'TOO_MANY_ROWS'],
])('a bank file that is %s is answered by what is wrong with it', async (_what, file, status, code) => {
  const [got, said] = await answerToFile(shop, token, '/import/bank', file);
  expect([got, said]).toEqual([status, code]);
  expect((await shop.call('GET', '/healthz')).status).toBe(200);
});

it.each([
  ['without end', 'x', `<!ENTITY a "aaaaaaaaaa"><!ENTITY x "${'&a;'.repeat(1_000)}">`],
  ['for a file of this machine', 'y', '<!ENTITY y SYSTEM "file:///etc/passwd">'],
])('names that stand %s stay names', async (_what, name, declared) => {
  const statement = `<?xml version="1.0"?><!DOCTYPE a [${declared}]>${camt(booked(`<AddtlNtryInf>&${name};</AddtlNtryInf>`))}`;
  const response = await shop.app.fetch(
    new Request('http://shop.test/import/bank', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: statement,
    }),
  );
  expect(((await response.json()) as BankImport).rows.map(({ reference }) => reference)).toEqual([`&${name};`]);
});
