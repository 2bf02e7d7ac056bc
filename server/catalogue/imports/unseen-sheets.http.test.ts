import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import type { DryRun } from '#contract/catalogue/imports.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

/** Sheets as they come from programs and hands that nobody here has seen: each is understood, or refused by row and column. */
let shop: TestShop;
let token: string;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ({ token } = await shop.person('Sam', 'sales'));
  await shop.tool({ name: 'Claw hammer', sku: 'HAM-1', price: 10, availableQuantity: 100, category: 'Hammers' });
  await shop.tool({ name: 'Washer', sku: '00123', price: 2, availableQuantity: 5_000 });
});
afterAll(() => shop.close());

async function dryRun(body: string | Uint8Array): Promise<DryRun> {
  const answer = await shop.app.fetch(
    new Request('http://shop.test/import/tools', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    }),
  );
  expect(answer.status).toBe(201);
  return (await answer.json()) as DryRun;
}

/** What would change, as `row column value`, and what is refused, as `row column`. */
function said({ rows, errors }: DryRun): string[] {
  return [
    ...rows.flatMap(({ row, action, cells }) =>
      action === 'create' ? [`${row} new`] : cells.map(({ column, to }) => `${row} ${column} ${JSON.stringify(to)}`),
    ),
    ...errors.map(({ row, column }) => `refused ${row} ${column}`.trim()),
  ];
}

const cp1252 = (sheet: string) => Buffer.from(sheet, 'latin1');

describe('a CSV file', () => {
  it.each<[string, string | Uint8Array, string[]]>([
    ['UTF-16 big-endian with its mark', utf16be('\uFEFFsku\tprice\r\nHAM-1\t12,5\r\n'), ['2 price 12.5']],
    ['UTF-16 big-endian without', utf16be('sku;price\r\nHAM-1;12,5\r\n'), ['2 price 12.5']],
    ['UTF-8 with its mark and quoted headings', '\uFEFF"sku";"price"\n"HAM-1";"12,50"\n', ['2 price 12.5']],
    ['Windows-1252', cp1252('sku;category\r\nHAM-1;H\xe4mmer\r\n'), ['2 category "Hämmer"']],
    [
      'code page 850, whose letters nobody can guess',
      cp1252('sku;category\r\nHAM-1;Schl\x81ssel\r\n'),
      ['refused 2 category'],
    ],
    ['line ends of three kinds', 'sku,price\r\nHAM-1,11\n00123,3\r', ['2 price 11', '3 price 3']],
    ['line ends of an old Mac', 'sku,price\rHAM-1,11\r', ['2 price 11']],
    [
      'lines within a quoted cell',
      'sku,description,price\r\nHAM-1,"one\r\ntwo",11\r\n00123,,3\r\n',
      ['2 price 11', '2 description "one\\r\\ntwo"', '3 price 3'],
    ],
    ['bars between cells', 'sku|price\nHAM-1|11\n', ['2 price 11']],
    ['columns in another order and of no use', 'price,sku\n11,HAM-1\n', ['2 price 11']],
    [
      'German headings',
      'Artikelnummer;Bezeichnung;Preis;Lagerbestand\nHAM-1;Claw hammer;1.234,50;1.500\n',
      ['2 price 1234.5', '2 availableQuantity 1500'],
    ],
    [
      'German headings with numbers',
      'Art.-Nr.;Bezeichnung 1;VK-Preis netto;Staffel 1 ab;Staffel 1 Preis\nHAM-1;Claw hammer;12,50;100;11,00\n',
      ['2 price 12.5', '2 priceBreaks [{"from":100,"price":11}]'],
    ],
    ['French headings in letters with loose accents', 'Re\u0301fe\u0301rence;Prix\nHAM-1;11,00\n', ['2 price 11']],
    ['a heading that is only almost one', 'sku,price (net)\nHAM-1,11\n', ['refused 1 price (net)']],
    ['a title above the headings', 'Price list 2026,\nsku,price\nHAM-1,11\n', ['3 price 11']],
    ['empty lines', '\n\nsku,price\n\nHAM-1,11\n,\n', ['5 price 11']],
    ['cells beyond the headings', 'sku,price\nHAM-1,11,oops\n', ['refused 2 C']],
    ['the currency before and after', 'sku,price\nHAM-1,"$1,234.50"\n00123,3 USD\n', ['2 price 1234.5', '3 price 3']],
    ['the currency as Canadians name it', 'sku,price\nHAM-1,US$ 11\n00123,-$3\n', ['2 price 11', 'refused 3 price']],
    ['another currency by its sign', 'sku;price\nHAM-1;9,50 €\n00123;£8.00\n', ['refused 2 price', 'refused 3 price']],
    [
      'another currency by its code',
      'sku;price\nHAM-1;EUR 9,50\n00123;8.00chf\n',
      ['refused 2 price', 'refused 3 price'],
    ],
    ['another dollar', 'sku;price\nHAM-1;CA$9.50\n00123;9.50 A$\n', ['refused 2 price', 'refused 3 price']],
    [
      'another currency in a price break',
      'sku;priceBreaks\nHAM-1;10: 9 €\n00123;100: $1.50\n',
      ['3 priceBreaks [{"from":100,"price":1.5}]', 'refused 2 priceBreaks'],
    ],
    ['a currency beside pieces', 'sku,weight\nHAM-1,$5\n', ['refused 2 weight']],
    ['thousands of Switzerland', "sku;price\nHAM-1;1'234.50\n", ['2 price 1234.5']],
    ['thousands by a narrow blank', 'sku;availableQuantity\nHAM-1;12\u202F500\n', ['2 availableQuantity 12500']],
    ['thousands in the wrong places', 'sku;price\nHAM-1;12,34.50\n', ['refused 2 price']],
    ['a number with an apostrophe before it', "sku,price\nHAM-1,'11\n", ['2 price 11']],
    ['a number with its exponent', 'sku,availableQuantity\nHAM-1,1E+05\n', ['refused 2 availableQuantity']],
    ['a percentage', 'sku,price\nHAM-1,10%\n', ['refused 2 price']],
    ['a number in brackets, as bookkeepers write what is owed', 'sku,price\nHAM-1,(11.00)\n', ['refused 2 price']],
    ['a unit behind a number', 'sku,weight\nHAM-1,500 g\n', ['2 weight 500']],
    ['a formula', 'sku,price\nHAM-1,=5+6\n', ['refused 2 price']],
    ['a stock number kept by a formula', 'sku,price\n"=""00123""",3\n', ['2 price 3']],
    ['a stock number among blanks that nobody sees', 'sku,price\n\u00A0HAM-1\u200B ,11\n', ['2 price 11']],
    [
      'the same stock number twice, once among blanks',
      'sku,price\nHAM-1,11\nHAM-1 ,12\n',
      ['2 price 11', 'refused 3 sku'],
    ],
    [
      'a stock number that became a date',
      'sku,name,price,availableQuantity,minOrderQuantity,description,image\n3-Mar,Pin,1,1,1,x,/pictures/hook-640.webp\n',
      ['refused 2 sku'],
    ],
    ['yes and no of other countries', 'sku,onSale\nHAM-1,FALSCH\n00123,WAHR\n', ['2 onSale false']],
    ['an inch sign', 'sku,name\nHAM-1,Claw hammer 16"\n', ['2 name "Claw hammer 16\\""']],
    ['headings alone', 'sku,price\n', []],
  ])('%s', async (_what, sheet, expected) => {
    expect(said(await dryRun(sheet))).toEqual(expected);
  });
});

function utf16be(text: string): Uint8Array {
  return Buffer.from(text, 'utf16le').swap16();
}

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const head = (...columns: string[]) => `<row r="1">${columns.map(text).join('')}</row>`;
const STYLES = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="00000"/><numFmt numFmtId="171" formatCode="0.0%"/>
  <numFmt numFmtId="172" formatCode="dd/mm/yyyy"/><numFmt numFmtId="173" formatCode="#,##0.00\\ &quot;days&quot;"/>
  <numFmt numFmtId="174" formatCode="#,##0.00\\ [$€-407]"/><numFmt numFmtId="175" formatCode="_-* #,##0.00\\ &quot;£&quot;_-"/>
  <numFmt numFmtId="176" formatCode="&quot;CHF&quot; 0.00"/><numFmt numFmtId="177" formatCode="[$$-409]#,##0.00;[Red]-[$$-409]#,##0.00"/></numFmts>
  <cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/><xf numFmtId="173"/><xf numFmtId="10"/>
  <xf numFmtId="174"/><xf numFmtId="175"/><xf numFmtId="176"/><xf numFmtId="177"/></cellXfs></styleSheet>`;
const styled = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`;

describe('an XLSX file', () => {
  it.each<[string, string, string[]]>([
    [
      'numbers that show zeros before them',
      head('sku', 'price') + `<row r="2">${styled(1, '123')}${styled(0, '3')}</row>`,
      ['2 price 3'],
    ],
    [
      'percentages',
      head('sku', 'price', 'weight') + `<row r="2">${text('HAM-1')}${styled(2, '0.1')}${styled(5, '0.5')}</row>`,
      ['refused 2 price', 'refused 2 weight'],
    ],
    [
      'a stock number that became a day',
      head('sku', 'price') + `<row r="2">${styled(3, '46000')}${styled(0, '3')}</row>`,
      ['refused 2 sku'],
    ],
    [
      'a number with words in its format',
      head('sku', 'price') + `<row r="2">${text('HAM-1')}${styled(4, '11')}</row>`,
      ['2 price 11'],
    ],
    [
      'a hundred thousand as 1E5',
      head('sku', 'availableQuantity') + `<row r="2">${text('HAM-1')}${styled(0, '1E5')}</row>`,
      ['2 availableQuantity 100000'],
    ],
    [
      'a stock number of more digits than a spreadsheet keeps',
      head('sku', 'price') + `<row r="2">${styled(0, '1.2345678901234568E+18')}${styled(0, '3')}</row>`,
      ['refused 2 sku'],
    ],
    [
      'numbers as text',
      head('sku', 'price') + `<row r="2">${text('HAM-1')}${text('1,234.50')}</row>`,
      ['2 price 1234.5'],
    ],
    [
      'a hidden column, which counts',
      `<cols><col min="2" max="2" hidden="1"/></cols>${head('sku', 'price')}<row r="2">${text('HAM-1')}${styled(0, '11')}</row>`,
      ['2 price 11'],
    ],
    [
      'a formula with its result',
      head('sku', 'price') + `<row r="2">${text('HAM-1')}<c t="n"><f>5+6</f><v>11</v></c></row>`,
      ['2 price 11'],
    ],
    [
      'merged cells',
      `${head('sku', 'price')}<row r="2">${text('HAM-1')}${styled(0, '11')}</row></sheetData><mergeCells><mergeCell ref="A2:A3"/></mergeCells><sheetData>`,
      ['refused 2 sku'],
    ],
    [
      'another currency in the format of a number',
      head('sku', 'price') +
        `<row r="2">${text('HAM-1')}${styled(6, '9.5')}</row><row r="3">${text('00123')}${styled(7, '8')}</row>`,
      ['refused 2 price', 'refused 3 price'],
    ],
    [
      'a currency in words in the format of a number',
      head('sku', 'price') + `<row r="2">${text('HAM-1')}${styled(8, '9.5')}</row>`,
      ['refused 2 price'],
    ],
    [
      'the own currency in the format of a number',
      head('sku', 'price') + `<row r="2">${text('HAM-1')}${styled(9, '9.5')}</row>`,
      ['2 price 9.5'],
    ],
    ['no row at all', '', ['refused 1']],
  ])('%s', async (_what, rows, expected) => {
    const sheets = rows.startsWith('<cols>') ? rows.replace('</cols>', '</cols><sheetData>') : `<sheetData>${rows}`;
    expect(said(await dryRun(await xlsx({ A: `<worksheet>${sheets}</sheetData></worksheet>` })))).toEqual(expected);
  });

  it('several sheets: the first that can be seen is read', async () => {
    const sheet = (price: number) =>
      `<worksheet><sheetData>${head('sku', 'price')}<row r="2">${text('HAM-1')}${styled(0, String(price))}</row></sheetData></worksheet>`;
    expect(said(await dryRun(await xlsx({ '-Hidden': sheet(1), Prices: sheet(11), Other: sheet(12) })))).toEqual([
      '2 price 11',
    ]);
  });
});

/** @param sheets their XML by their names; a name that begins with - is hidden */
async function xlsx(sheets: Record<string, string>): Promise<Uint8Array> {
  const named = Object.entries(sheets);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`;
  const files: Record<string, string> = {
    '_rels/.rels': `<Relationships>${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook><sheets>${named
      .map(
        ([name], at) =>
          `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at}"${name.startsWith('-') ? ' state="hidden"' : ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${named.map((_, at) => relation(`r${at}`, 'worksheet', `worksheets/sheet${at}.xml`)).join('')}</Relationships>`,
    'xl/styles.xml': STYLES,
  };
  named.forEach(([, xml], at) => (files[`xl/worksheets/sheet${at}.xml`] = xml));
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path);
  zip.end();
  return buffer(zip.outputStream);
}
