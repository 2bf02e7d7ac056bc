import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DryRun, Import, ImportProgress } from '#contract/catalogue/imports.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { StockEntry } from '#contract/catalogue/stock-changes.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { xlsxFile } from './xlsx-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let sam: Person;
let alice: Person;
let counter = 0;
let hammer: Tool;
let saw: Tool;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  sam = await shop.person('Sam', 'sales');
  alice = await shop.person('Alice');
});
afterAll(() => shop.close());
beforeEach(async () => {
  counter++;
  hammer = await shop.tool({ name: `Hammer ${counter}`, sku: `HAM-${counter}`, category: 'Hammers', price: 10 });
  saw = await shop.tool({ name: `Saw ${counter}`, price: 20 });
});

const send = (body: string | Uint8Array, path = '/import/tools') =>
  shop.app.fetch(
    new Request(`http://shop.test${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sam.token}` },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    }),
  );
const dryRun = async (body: string | Uint8Array) => {
  const answer = await send(body);
  const text = await answer.text();
  expect(answer.status, text).toBe(201);
  return JSON.parse(text) as DryRun;
};
const post = async (path: string) => {
  const answer = await shop.call('POST', path, { as: sam.token });
  return {
    status: answer.status,
    body: (await answer.json()) as ImportProgress & { code?: string; issues?: { path: string }[] },
  };
};
const commit = ({ _id }: { _id: string }) => post(`/import/${_id}/commit`);
const undo = ({ _id }: { _id: string }) => post(`/import/${_id}/undo`);
const tool = async ({ _id }: { _id: string }) => (await (await shop.call('GET', `/tool/${_id}`)).json()) as Tool;
const edit = async (of: Tool, more: Partial<Tool>) => {
  const { _id, priceBreaks: _breaks, ...rest } = await tool(of);
  const answer = await shop.call('PUT', `/tool/${_id}`, { as: sam.token, body: { ...rest, ...more } });
  expect(answer.status).toBe(200);
};
const STYLES = `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="16"/></cellXfs></styleSheet>`;
const xlsx = (sheet: string, more: Record<string, string> = {}) =>
  xlsxFile(sheet, { 'xl/styles.xml': STYLES, ...more });
/** The archive with each part said to have so many bytes, where parts are listed. */
const claiming = (size: number, archive: Buffer) => {
  const LISTED = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
  for (let at = archive.indexOf(LISTED); at >= 0; at = archive.indexOf(LISTED, at + 1))
    archive.writeUInt32LE(size, at + 24);
  return archive;
};
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;

describe('POST /import/tools', () => {
  it('says cell by cell what would change, and changes nothing', async () => {
    const before = await tool(hammer);
    const found = await dryRun(
      `sku,name,price,category\r\nHAM-${counter},Hammer ${counter},12.5,\r\n,Saw ${counter},20,\r\n`,
    );
    expect(found).toMatchObject({ created: 0, changed: 1, unchanged: 1, errorCount: 0, errors: [] });
    expect(found.rows).toEqual([
      {
        row: 2,
        action: 'change',
        toolId: hammer._id,
        name: hammer.name,
        cells: [
          { column: 'category', from: 'Hammers', to: null },
          { column: 'price', from: 10, to: 12.5 },
        ],
      },
    ]);
    expect(await tool(hammer)).toEqual(before);
  });

  it('takes back an export as it is, CSV and XLSX, with nothing to change', async () => {
    await shop.tool({
      name: `="evil" ${counter}`,
      sku: '00-12',
      description: 'Two\r\nlines, "quoted"; _x0041_ \u0007',
      family: "'=x",
      priceBreaks: [
        { from: 10, price: 9.5 },
        { from: 20, price: 8 },
      ],
      weight: 40,
      onSale: false,
    });
    await shop.tool({ name: `="evil" ${counter}`, sku: '00-13' });
    for (const format of ['csv', 'xlsx']) {
      const exported = await shop.call('GET', `/export/tools?format=${format}`, { as: sam.token });
      const found = await dryRun(new Uint8Array(await exported.arrayBuffer()));
      expect(found).toMatchObject({ created: 0, changed: 0, errors: [], errorCount: 0 });
      expect(found.unchanged).toBeGreaterThan(3);
    }
  });

  it.each([
    ['UTF-16 with its mark', (sheet: string) => Buffer.from(`\uFEFF${sheet}`, 'utf16le')],
    ['UTF-16 without', (sheet: string) => Buffer.from(sheet, 'utf16le')],
    ['Windows-1252', (sheet: string) => Buffer.from(sheet, 'latin1')],
    ['UTF-8 with a mark', (sheet: string) => Buffer.from(`\uFEFF${sheet}`)],
    ['tabs', (sheet: string) => Buffer.from(sheet.replaceAll(';', '\t'))],
    ['sep=', (sheet: string) => Buffer.from(`sep=;\r\n${sheet}`)],
  ])('understands %s, decimal commas and headings as people write them', async (_what, encode) => {
    const found = await dryRun(
      encode(`SKU;Price;Category;Available Quantity\r\nHAM-${counter};"1.012,50";Hämmer;+1 500\r\n`),
    );
    expect(found.errors).toEqual([]);
    expect(found.rows[0]?.cells).toEqual([
      { column: 'category', from: 'Hammers', to: 'Hämmer' },
      { column: 'price', from: 10, to: 1012.5 },
      { column: 'availableQuantity', from: 100, to: 1500 },
    ]);
  });

  it.each([
    ['an unknown column', 'sku,gossip\nX,1', 1, 'gossip'],
    ['a column twice', 'sku,price,Price\nX,1,2', 1, 'Price'],
    ['no heading', 'sku,price,\nHAM,1,5', 2, 'C'],
    ['no way to know the tool', 'price\n1', 1, ''],
    ['a price that is none', 'name,price\nSaw 1,12abc', 2, 'price'],
    ['a price that may mean two', 'name,price\nSaw 1,1.234', 2, 'price'],
    ['a price of three decimals', 'name,price\nSaw 1,1.2345', 2, 'price'],
    ['an _id of nothing', '_id,price\n01aaaaaaaaaaaaaaaaaaaaaaaa,1', 2, '_id'],
    ['a row twice', 'name,price\nSaw 1,1\nSaw 1,2', 3, 'name'],
    ['a new tool without a price', 'name\nNew', 2, 'price'],
    ['a date that was a stock number', 'name,sku\nSaw 1,10-Dec', 2, 'sku'],
    ['a rounded stock number', 'name,sku\nSaw 1,1.23457E+12', 2, 'sku'],
    ['a quotation mark that nothing closes', 'name,price\n"Saw 1,2', 2, ''],
    ['a picture from nowhere', 'name,image\nSaw 1,javascript:alert(1)', 2, 'image'],
    ['a step that does not fit', 'name,quantityStep\nSaw 1,7', 2, 'minOrderQuantity'],
    ['breaks that are none', 'name,priceBreaks\nSaw 1,many', 2, 'priceBreaks'],
    ['a stock below nothing', 'name,availableQuantity\nSaw 1,-5', 2, 'availableQuantity'],
    ['half a piece', 'name,availableQuantity\nSaw 1,1.5', 2, 'availableQuantity'],
    ['nothing but a heading that is none', 'hello', 1, 'hello'],
  ])('refuses %s with its row and column', async (_what, sheet, row, column) => {
    const found = await dryRun(sheet.replaceAll('Saw 1', saw.name));
    expect(found.errors).toContainEqual({ row, column, message: expect.any(String) });
    expect((await commit(found)).body.code).toBe('IMPORT_HAS_ERRORS');
  });

  it('complains of a column that nobody knows at its heading, and not again at its cells', async () => {
    const { errors } = await dryRun(`name,colour\n${saw.name},red\n${hammer.name},blue`);
    expect(errors.map(({ row, column }) => [row, column])).toEqual([[1, 'colour']]);
  });

  it('refuses merged cells, formulas without results, errors and dates of XLSX with row and column', async () => {
    const head = `<row r="1">${['sku', 'name', 'price', 'weight'].map(text).join('')}</row>`;
    const row = `<row r="2"><c r="A2" s="1"><v>46000</v></c>${text(hammer.name)}<c r="C2"><f>1/0</f></c><c r="D2" t="e"><v>#REF!</v></c></row>`;
    const sheet = `<sheetData>${head}${row}</sheetData><mergeCells><mergeCell ref="B4:C5"/></mergeCells>`;
    const { errors } = await dryRun(await xlsx(sheet));
    expect(errors.map((each) => [each.row, each.column])).toEqual([
      [2, 'sku'],
      [2, 'price'],
      [2, 'weight'],
      [4, 'name'],
    ]);
  });

  it('reads a day as it is counted from 1900, from 1904, or written', async () => {
    const styles = { 'xl/styles.xml': '<styleSheet><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>' };
    const sheet = `<workbookPr date1904="1"/><sheets><sheet name="A" sheetId="1" xmlns:r="r" r:id="r1"/></sheets>`;
    const mac = { 'xl/workbook.xml': `<workbook>${sheet}</workbook>` };
    for (const [cell, more] of [
      ['<c r="B2" s="1"><v>46380</v></c>', styles],
      ['<c r="B2" s="1"><v>44918</v></c>', { ...styles, ...mac }],
      ['<c r="B2" t="d"><v>2026-12-24T00:00:00</v></c>', {}],
    ] as const) {
      const rows = `<row r="1">${text('name')}${text('onSaleFrom')}</row><row r="2">${text(hammer.name)}${cell}</row>`;
      const found = await dryRun(await xlsx(`<sheetData>${rows}</sheetData>`, more));
      expect(found.errors).toEqual([]);
      expect(found.rows[0]?.cells).toEqual([{ column: 'onSaleFrom', from: null, to: '2026-12-24' }]);
    }
  });

  it('reads shared texts, results of formulas and numbers that were computed', async () => {
    const strings = `<sst><si><t>sku</t></si><si><r><t>pri</t></r><r><t>ce</t></r><rPh><t>x</t></rPh></si><si><t>HAM-${counter}</t></si></sst>`;
    const sheet = `<sheetData><row r="3"><c r="A3" t="s"><v>0</v></c><c r="C3" t="s"><v>1</v></c></row>
      <row r="4"><c r="A4" t="s"><v>2</v></c><c r="C4"><f>0.1+0.2</f><v>0.30000000000000004</v></c></row></sheetData>`;
    const found = await dryRun(await xlsx(sheet, { 'xl/sharedStrings.xml': strings }));
    expect(found).toMatchObject({ errors: [], changed: 1 });
    expect(found.rows[0]?.cells).toEqual([{ column: 'price', from: 10, to: 0.3 }]);
    expect(found.rows[0]?.row).toBe(4);
  });

  it('refuses what is no sheet, is empty, or is too large to unpack', async () => {
    expect((await send('')).status).toBe(400);
    expect((await send(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]))).status).toBe(415);
    expect((await send(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]))).status).toBe(415);
    expect((await send(Buffer.from('PK\u0003\u0004 is no archive'))).status).toBe(415);
    // What an archive says of its parts is believed first, and none may have more in it than it says.
    const sheet = `<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c></row>`;
    const answer = await send(claiming(200_000_000, await xlsx(sheet)));
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, 'BODY_TOO_LARGE']);
    expect((await send(claiming(10, await xlsx(sheet)))).status).toBe(415);
  });

  it('is for those who may write tools', async () => {
    const wes = await shop.person(`Wes${counter}`, 'warehouse');
    expect((await shop.call('POST', '/import/tools', { as: wes.token })).status).toBe(403);
  });
});

describe('POST /import/{id}/commit and undo', () => {
  it('writes all, is in the audit log once, shows at once, and is put back', async () => {
    const found = await dryRun(
      `_id,name,price,availableQuantity,minOrderQuantity,description,image\n${hammer._id},,11,90,,,\n,Drill ${counter},99,5,1,Drills.,/pictures/hammer-640.webp\n`,
    );
    expect(found).toMatchObject({ created: 1, changed: 1 });
    await tool(hammer);
    const done = await commit(found);
    expect([done.status, done.body]).toMatchObject([200, { state: 'done', step: 'committed', done: 2, rows: 2 }]);
    expect((await commit(found)).body.step).toBe('committed');
    expect(await tool(hammer)).toMatchObject({ price: 11, availableQuantity: 90 });
    const drill = found.rows.find(({ action }) => action === 'create')!;
    expect(await tool({ _id: drill.toolId })).toMatchObject({ name: `Drill ${counter}`, availableQuantity: 5 });
    await shop.atRest();
    // A word of its name with a letter too few, since what a new tool is called is taught as well.
    const searched = await shop.call('GET', `/tool?q=${encodeURIComponent(`Dril ${counter}`)}`);
    expect(((await searched.json()) as Tool[]).map(({ name }) => name)).toContain(`Drill ${counter}`);
    const history = await shop.call('GET', `/tool/${hammer._id}/stock-history`, { as: sam.token });
    expect(((await history.json()) as StockEntry[])[0]).toMatchObject({ kind: 'imported', change: -10, balance: 90 });
    const entries = await shop.parts.database.raw(
      `select action, details->>'changed' as changed from audit_log where subject = $1`,
      [found._id],
    );
    expect(entries).toEqual([{ action: 'import.committed', changed: '1' }]);
    expect(await undo(found)).toMatchObject({ status: 200, body: { step: 'undone', kept: [] } });
    expect(await tool(hammer)).toMatchObject({ price: 10, availableQuantity: 100 });
    expect((await shop.call('GET', `/tool/${drill.toolId}`)).status).toBe(404);
    expect([(await commit(found)).body.code, (await undo(found)).body.step]).toEqual(['STALE_IMPORT', 'undone']);
  });

  it('writes a stock as the difference, so that a sale meanwhile makes nothing stale and is not undone', async () => {
    const found = await dryRun(`_id,availableQuantity\n${hammer._id},150\n`);
    await shop.order(alice.token, hammer, 30);
    expect((await commit(found)).status).toBe(200);
    expect((await tool(hammer)).availableQuantity).toBe(120);
    await shop.order(alice.token, await tool(hammer), 5);
    await undo(found);
    expect((await tool(hammer)).availableQuantity).toBe(65);
  });

  it('takes a difference of the stock, never below nothing, and not beside the stock itself', async () => {
    const found = await dryRun(`_id,stockChange\n${hammer._id},-3\n${saw._id},+500\n`);
    await shop.order(alice.token, hammer, 30);
    await commit(found);
    expect([(await tool(hammer)).availableQuantity, (await tool(saw)).availableQuantity]).toEqual([67, 600]);
    const { errors } = await dryRun(`_id,stockChange,availableQuantity\n${hammer._id},-68,\n${saw._id},1,1\n`);
    expect(errors.map(({ row, column }) => [row, column])).toEqual([
      [2, 'stockChange'],
      [3, 'stockChange'],
    ]);
  });

  it('is stale where a cell that it writes was changed, and then changes nothing', async () => {
    const found = await dryRun(`_id,price\n${saw._id},21\n${hammer._id},11\n`);
    await edit(hammer, { price: 10.5 });
    const answer = await commit(found);
    expect([answer.status, answer.body.code]).toEqual([409, 'STALE_IMPORT']);
    expect(answer.body.issues).toMatchObject([{ path: 'row 3, price' }]);
    expect(await tool(saw)).toMatchObject({ price: 20, version: saw.version });
    const shown = (await (await shop.call('GET', `/import/${found._id}`, { as: sam.token })).json()) as Import;
    expect(shown).toMatchObject({ state: 'failed', step: 'checked', problem: { code: 'STALE_IMPORT' } });
  });

  it('is not stale where other cells were changed, but where a counted stock was, or the tool is gone', async () => {
    const prices = await dryRun(`_id,price\n${saw._id},21\n`);
    await edit(saw, { description: 'Sharp.' });
    expect((await commit(prices)).status).toBe(200);
    expect(await tool(saw)).toMatchObject({ price: 21, description: 'Sharp.' });
    const stock = await dryRun(`_id,availableQuantity\n${hammer._id},50\n`);
    await shop.call('POST', `/tool/${hammer._id}/stock`, { as: sam.token, body: { change: 7, reason: 'Counted' } });
    expect((await commit(stock)).body.code).toBe('STALE_IMPORT');
    const twice = await dryRun(
      `sku,name,price,availableQuantity,minOrderQuantity,description,image\nNEW-${counter},New,1,1,1,x,/pictures/a.webp\n`,
    );
    await shop.tool({ name: 'Other', sku: `NEW-${counter}` });
    expect((await commit(twice)).body.code).toBe('STALE_IMPORT');
  });

  it('puts back what nothing else has changed since, and says what not', async () => {
    const found = await dryRun(`_id,price,category\n${hammer._id},11,Tools\n${saw._id},22,\n`);
    await commit(found);
    await edit(hammer, { price: 12 });
    const { body } = await undo(found);
    expect(body.kept).toEqual([{ row: 2, column: 'price', message: 'Somebody has changed this since' }]);
    expect(await tool(hammer)).toMatchObject({ price: 12, category: 'Hammers' });
    expect((await tool(saw)).price).toBe(20);
  });

  it('answers 404 to an import that is not there, and 409 to undoing what was not committed', async () => {
    expect((await commit({ _id: 'nobody' })).status).toBe(404);
    const found = await dryRun(`_id,price\n${saw._id},21\n`);
    expect((await undo(found)).body.code).toBe('IMPORT_NOT_COMMITTED');
  });
});
