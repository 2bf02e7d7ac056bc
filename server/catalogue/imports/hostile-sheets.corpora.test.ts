import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { answerToFile, MOST_SECONDS, secondsOf } from './answer-to-file-for-tests.ts';
import { xlsxFile, xlsxRow } from './xlsx-for-tests.ts';

/** Files of some kB that ask for gigabytes or minutes: each is answered by what is wrong with it, and the shop goes on. */
let shop: TestShop;
let token: string;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ({ token } = await shop.person('Sam', 'sales'));
  await shop.tool({ name: 'Claw hammer', sku: 'HAM-1', price: 10 });
});
afterAll(() => shop.close());

/** Within the processor's time that a file may take. */
async function answer(body: string | Uint8Array, path = '/import/tools'): Promise<[number, string, string]> {
  let said: [number, string, string] = [0, '', ''];
  const seconds = await secondsOf(async () => (said = await answerToFile(shop, token, path, body)));
  expect(seconds).toBeLessThan(MOST_SECONDS);
  return said;
}

const rows = `<sheetData>${xlsxRow(1, 'sku', 'price')}${xlsxRow(2, 'HAM-1', '11')}</sheetData>`;
const styles = (formats: string, cells = '<xf numFmtId="0"/>') =>
  xlsxFile(rows, {
    'xl/styles.xml': `<styleSheet><numFmts>${formats}</numFmts><cellXfs>${cells}</cellXfs></styleSheet>`,
  });
const texts = (each: string, count: number) =>
  xlsxFile(rows, { 'xl/sharedStrings.xml': `<sst>${each.repeat(count)}</sst>` });

describe('a hostile XLSX file is refused by what is wrong with it', () => {
  it.each<[string, () => Promise<Uint8Array>, number, string, RegExp]>([
    [
      'two million merged cells',
      () => xlsxFile(`${rows}${'<mergeCell/>'.repeat(2_000_000)}`),
      413,
      'BODY_TOO_LARGE',
      /merged/,
    ],
    ['six million texts of nothing', () => texts('<si/>', 6_000_000), 413, 'BODY_TOO_LARGE', /more text/],
    [
      'sixty million characters of text',
      () => texts(`<si><t>${'x'.repeat(1_000)}</t></si>`, 60_000),
      413,
      'BODY_TOO_LARGE',
      /more text/,
    ],
    ['elements within each other', () => xlsxFile('<a>'.repeat(1_000_000)), 415, 'UNSUPPORTED_MEDIA_TYPE', /damaged/],
    [
      'styles of elements within each other',
      () => xlsxFile(rows, { 'xl/styles.xml': '<a>'.repeat(1_000_000) }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      /damaged/,
    ],
    [
      'six thousand formats',
      () => styles('<numFmt numFmtId="170" formatCode="0"/>'.repeat(6_000)),
      413,
      'BODY_TOO_LARGE',
      /styles/,
    ],
    ['seventy thousand styles', () => styles('', '<xf numFmtId="0"/>'.repeat(70_000)), 413, 'BODY_TOO_LARGE', /styles/],
    [
      'two thousand parts',
      () => xlsxFile(rows, Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`x${at}`, '']))),
      413,
      'BODY_TOO_LARGE',
      /parts/,
    ],
    [
      'a row beyond all',
      () => xlsxFile(`<sheetData>${xlsxRow(1e21, 'sku')}</sheetData>`),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      /damaged/,
    ],
    [
      'rows that go backwards',
      () => xlsxFile(`<sheetData>${xlsxRow(2, 'sku')}${xlsxRow(1, 'sku')}</sheetData>`),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      /damaged/,
    ],
    [
      'a tag that nothing ends',
      () => xlsxFile(`<sheetData><row r="${'1'.repeat(5_000_000)}`),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      /damaged/,
    ],
    [
      'a page of the web, as sites give it for a sheet',
      async () => new TextEncoder().encode('<!doctype html><table><tr><td>sku</td></tr></table>'),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      /not a sheet\. Send XLSX or CSV/,
    ],
  ])('%s', async (_what, file, status, code, message) => {
    expect(await answer(await file())).toEqual([status, code, expect.stringMatching(message)]);
    expect((await shop.call('GET', '/healthz')).status).toBe(200);
  });

  it.each<[string, () => Promise<Uint8Array>, string]>([
    [
      'a format of 100,000 brackets is one that shows nothing',
      () => styles(`<numFmt numFmtId="170" formatCode="${'['.repeat(100_000)}"/>`),
      '',
    ],
    [
      'a column beyond all is named with its row',
      () =>
        xlsxFile(
          `<sheetData>${xlsxRow(1, 'sku')}<row r="2"><c r="A2" t="str"><v>HAM-1</v></c><c r="ZZZZZZZZ2"><v>1</v></c></row></sheetData>`,
        ),
      '2 ',
    ],
    [
      'a text of a million characters is named with its cell',
      () =>
        xlsxFile(
          `<sheetData>${xlsxRow(1, 'sku', 'description')}${xlsxRow(2, 'HAM-1', 'x'.repeat(1_000_000))}</sheetData>`,
        ),
      '2 description',
    ],
    [
      'one long text in each of 200 cells is named with its row',
      () =>
        xlsxFile(`<sheetData>${xlsxRow(1, 'sku')}<row r="2">${'<c t="s"><v>0</v></c>'.repeat(200)}</row></sheetData>`, {
          'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(40_000)}</t></si></sst>`,
        }),
      '2 ',
    ],
  ])('%s', async (_what, file, errors) => {
    expect((await answer(await file())).slice(0, 2)).toEqual([201, errors]);
  });
});

it.each<[string, () => string | Promise<Uint8Array>, number, string]>([
  ['elements within each other', () => xlsxFile('<a>'.repeat(300_000)), 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['a million merged cells', () => xlsxFile(`${rows}${'<mergeCell/>'.repeat(1_000_000)}`), 413, 'BODY_TOO_LARGE'],
  ['breaks without end', () => `sku;price;priceBreaks\nHAM-1;1;${'1: '.repeat(13_000)}\n`, 201, '2 priceBreaks'],
  ['breaks of marks', () => `sku;price;priceBreaks\nHAM-1;1;${'\u0301\u0316'.repeat(19_000)}\n`, 201, '2 priceBreaks'],
  ['prices of blanks', () => `sku;price\nHAM-1;1${' '.repeat(39_000)}x\n`, 201, '2 price'],
])('a sheet of prices with %s is refused by what is wrong with it', async (_what, file, status, code) => {
  const as = await shop.signIn('ada@tradebench.test');
  const name = `List ${code} ${Math.random()}`;
  const made = await shop.call('POST', '/price-list', { as: as.token, body: { name } });
  const { _id } = (await made.json()) as { _id: string };
  expect((await answer(await file(), `/import/prices?list=${_id}`)).slice(0, 2)).toEqual([status, code]);
});

it.each([
  ['256 columns of attributes that nobody knows', `sku,${'attr.x,'.repeat(254)}\nHAM-1${',1'.repeat(254)}\n`],
  ['attributes of marks', `sku,attr.finish\nHAM-1,${'\u0301\u0316'.repeat(19_000)}\n`],
  ['headings of marks', `sku,${`a${'\u0301\u0316'.repeat(19_000)},`.repeat(24)}\nHAM-1\n`],
])('a sheet of %s keeps nobody waiting', async (_what, file) => {
  expect((await answer(file))[0]).toBe(201);
});

describe('a hostile CSV file', () => {
  it('names the row of too many columns once', async () => {
    const [status, errors] = await answer(`sku,price\nHAM-1,11${',x'.repeat(400_000)}`);
    expect([status, errors.split(',').filter((each) => each === '2 ')]).toEqual([201, ['2 ']]);
    expect(errors.split(',').length).toBeLessThan(300);
  });

  it('names the row that no mark ends', async () => {
    expect((await answer(`sku,price\n"${'x'.repeat(2_000_000)}`)).slice(0, 2)).toEqual([201, '2 ']);
  });
});

describe('a number of a cell', () => {
  it.each(['1'.repeat(40_000), '1,'.repeat(20_000), ' '.repeat(39_999) + '1', '€'.repeat(40_000), '('.repeat(40_000)])(
    'of 40,000 signs is none',
    async (cell) => {
      expect((await answer(`sku;price;quantityStep\nHAM-1;${cell}x;${cell}x\n`)).slice(0, 2)).toEqual([
        201,
        '2 price,2 quantityStep',
      ]);
    },
  );
});
