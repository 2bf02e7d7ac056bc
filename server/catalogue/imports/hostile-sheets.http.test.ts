import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { answerToFile } from './answer-to-file-for-tests.ts';
import { readSheet } from './read-sheet.ts';
import { xlsxFile, xlsxRow } from './xlsx-for-tests.ts';

/** A sample of the files in hostile-sheets.corpora.test.ts, small ones. */
let shop: TestShop;
let token: string;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ({ token } = await shop.person('Sam', 'sales'));
  await shop.tool({ name: 'Claw hammer', sku: 'HAM-1', price: 10 });
});
afterAll(() => shop.close());

const rows = `<sheetData>${xlsxRow(1, 'sku', 'price')}${xlsxRow(2, 'HAM-1', '11')}</sheetData>`;

it.each<[string, () => string | Promise<Uint8Array>, number, string]>([
  ['elements within each other', () => xlsxFile('<a>'.repeat(20_000)), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['a row beyond all', () => xlsxFile(`<sheetData>${xlsxRow(1e21, 'sku')}</sheetData>`), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  [
    'rows that go backwards',
    () => xlsxFile(`<sheetData>${xlsxRow(2, 'sku')}${xlsxRow(1, 'sku')}</sheetData>`),
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  ['a row that no mark ends', () => `sku,price\n"${'x'.repeat(50_000)}`, 201, '2 '],
  ['a number of 40,000 signs', () => `sku;price\nHAM-1;${'1,'.repeat(20_000)}x\n`, 201, '2 price'],
])('a sheet with %s is refused by what is wrong with it', async (_what, file, status, code) => {
  const [got, where] = await answerToFile(shop, token, '/import/tools', await file());
  expect([got, where]).toEqual([status, code]);
  expect((await shop.call('GET', '/healthz')).status).toBe(200);
});

describe('a thread that reads a sheet', () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'tradebench-hostile-'))));
  afterAll(() => rm(folder, { recursive: true }));

  it('is ended where it takes more memory than it may, and the process goes on', async () => {
    const path = join(folder, 'large.xlsx');
    const text = `<si><t>${'x'.repeat(1_000)}</t></si>`;
    await writeFile(path, await xlsxFile(rows, { 'xl/sharedStrings.xml': `<sst>${text.repeat(45_000)}</sst>` }));
    await expect(readSheet(path, { megabytes: 16, ms: 60_000 })).rejects.toMatchObject({
      code: 'BODY_TOO_LARGE',
      message: expect.stringMatching(/memory/),
    });
  });

  it('is ended where it takes longer than it may', async () => {
    const path = join(folder, 'late.csv');
    await writeFile(path, 'sku\nHAM-1\n');
    await expect(readSheet(path, { megabytes: 64, ms: 0 })).rejects.toMatchObject({
      code: 'BODY_TOO_LARGE',
      message: expect.stringMatching(/too long/),
    });
  });
});
