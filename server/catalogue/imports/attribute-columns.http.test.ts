import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Attribute } from '#contract/catalogue/attributes.ts';
import type { Facets } from '#contract/catalogue/facets.ts';
import type { DryRun, Import } from '#contract/catalogue/imports.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let database: Database;
let shop: TestShop;
let ada: Awaited<ReturnType<TestShop['person']>>;
const ATTRIBUTES: Attribute[] = [
  { key: 'size', name: 'Size', kind: 'number', unit: 'mm', isFacet: true },
  { key: 'finish', name: 'Finish', kind: 'choice', unit: null, isFacet: true },
  { key: 'insulated', name: 'Insulated', kind: 'flag', unit: null, isFacet: true },
  { key: 'mass', name: 'Weight', kind: 'number', unit: 'kg', isFacet: false },
];
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
  ada = await shop.person('Ada', 'admin');
});
afterAll(() => shop.close());
beforeEach(async () => {
  await database.raw('update tools set removed_at = now() where removed_at is null');
  await database.raw('delete from attributes');
  await shop.call('PUT', '/attributes', { as: ada.token, body: ATTRIBUTES });
});

const send = async (csv: string) => {
  const answer = await shop.app.fetch(
    new Request('http://shop.test/import/tools', {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'text/csv' },
      body: csv,
    }),
  );
  expect(answer.status).toBe(201);
  return (await answer.json()) as DryRun;
};
const step = async ({ _id }: DryRun, what: 'commit' | 'undo') => {
  const answer = await shop.call('POST', `/import/${_id}/${what}`, { as: ada.token });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Import;
};
const bySku = async (sku: string) =>
  ((await (await shop.call('GET', `/tool?q=${sku}`)).json()) as Tool[]).find((tool) => tool.sku === sku)!;
const exported = async () => (await shop.call('GET', '/export/tools', { as: ada.token })).text();
const lengths = async () => {
  const { facets } = (await (await shop.call('GET', '/facets')).json()) as Facets;
  return facets.find(({ key }) => key === 'size')?.values.map(({ value, count }) => [value, count]);
};

it('new tools get what their columns say, by which they are found', async () => {
  const dry = await send(
    'sku,name,price,Size,Finish,Insulated,Weight\nA-1,Sheet bolt one,2,1/2 in,Zinc,yes,1.5 kg\nA-2,Sheet bolt two,2,13,,no,900 g\n',
  );
  expect([dry.errors, dry.created]).toEqual([[], 2]);
  expect(dry.rows[0]?.cells).toEqual(
    expect.arrayContaining([
      { column: 'size', from: null, to: '1/2 in' },
      { column: 'insulated', from: null, to: 'yes' },
    ]),
  );
  await step(dry, 'commit');
  expect((await bySku('A-1')).attributes).toEqual([
    { key: 'size', value: '1/2', unit: 'in' },
    { key: 'finish', value: 'Zinc' },
    { key: 'insulated', value: true },
    { key: 'mass', value: '1.5', unit: 'kg' },
  ]);
  expect((await bySku('A-2')).attributes).toEqual([
    { key: 'size', value: '13', unit: 'mm' },
    { key: 'insulated', value: false },
    { key: 'mass', value: '900', unit: 'g' },
  ]);
  expect(await lengths()).toEqual([
    ['12.7', 1],
    ['13', 1],
  ]);
  await step(dry, 'undo');
  expect(await lengths()).toBeUndefined();
});

it('an export has a column for each attribute by its name, and coming back changes nothing', async () => {
  const attributes = [
    { key: 'size', value: '1/2 in' },
    { key: 'finish', value: '=1+1 °C' },
    { key: 'insulated', value: 'true' },
    { key: 'mass', value: 2 },
  ];
  await shop.tool({ name: 'Round trip', sku: 'RT-1', attributes, weight: 500, gtin: '4006381333931', origin: 'DE' });
  const sheet = await exported();
  const [head = '', row = ''] = sheet.replace('\uFEFF', '').split('\r\n');
  expect(head.split(',').slice(-4)).toEqual(['Size', 'Finish', 'Insulated', 'Weight']);
  expect(row).toContain('1/2 in,');
  expect(row.endsWith(',true,2 kg')).toBe(true);
  const back = await send(sheet);
  expect([back.errors, back.changed, back.unchanged]).toEqual([[], 0, 1]);
});

it.each(['½ in', '1½ in', '1/2"', '-3', '1-1/2 in', ' 12.7  '])(
  'what was written as %s comes back from a sheet as it is',
  async (value) => {
    await shop.tool({ sku: 'A-9', attributes: [{ key: 'size', value }] });
    const dry = await send(await exported());
    expect([dry.errors, dry.changed, dry.unchanged]).toEqual([[], 0, 1]);
  },
);

it.each(['name', '_id', 'gtin', 'certificate'])(
  'an attribute that is called %s, like a column of every sheet, comes back from a sheet as it is',
  async (name) => {
    const body = [...ATTRIBUTES, { key: 'alike', name, kind: 'choice', unit: null, isFacet: false }];
    expect((await shop.call('PUT', '/attributes', { as: ada.token, body })).status).toBe(200);
    const tool = await shop.tool({ sku: 'A-10', attributes: [{ key: 'alike', value: 'Own' }] });
    const query = 'kind=certificate&name=EN%20131&language=en';
    const headers = { authorization: `Bearer ${ada.token}` };
    const url = `http://shop.test/tool/${tool._id}/document?${query}`;
    await shop.app.fetch(new Request(url, { method: 'POST', headers, body: '%PDF-1.7' }));
    const dry = await send(await exported());
    expect([dry.errors, dry.changed, dry.unchanged]).toEqual([[], 0, 1]);
  },
);

it('a sheet changes what it names, takes away where a cell is empty, and what it leaves out stays; undone it is as before', async () => {
  const attributes = [
    { key: 'size', value: '13' },
    { key: 'finish', value: 'Black' },
    { key: 'insulated', value: true },
  ];
  const tool = await shop.tool({ name: 'Changed', sku: 'CH-1', attributes });
  const dry = await send('sku;size;Finish\nCH-1;12,7 mm;\n');
  expect(dry.rows[0]?.cells).toEqual([
    { column: 'size', from: '13 mm', to: '12.7 mm' },
    { column: 'finish', from: 'Black', to: null },
  ]);
  await step(dry, 'commit');
  const changed = await bySku('CH-1');
  expect(changed.attributes).toEqual([
    { key: 'size', value: '12.7', unit: 'mm' },
    { key: 'insulated', value: true },
  ]);
  expect(await lengths()).toEqual([['12.7', 1]]);
  await step(dry, 'undo');
  expect((await bySku('CH-1')).attributes).toEqual(tool.attributes);
  expect(await lengths()).toEqual([['13', 1]]);
});

it('where somebody has changed what a tool is meanwhile, the sheet is stale', async () => {
  const tool = await shop.tool({ name: 'Stale', sku: 'ST-1', attributes: [{ key: 'size', value: '13' }] });
  const dry = await send('sku,Finish\nST-1,Zinc\n');
  const body = { ...tool, attributes: [{ key: 'size', value: '14' }] };
  expect((await shop.call('PUT', `/tool/${tool._id}`, { as: ada.token, body })).status).toBe(200);
  const answer = await shop.call('POST', `/import/${dry._id}/commit`, { as: ada.token });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, 'STALE_IMPORT']);
});

const setAttributes = async (body: Attribute[]) =>
  expect((await shop.call('PUT', '/attributes', { as: ada.token, body })).status).toBe(200);
const MATERIAL: Attribute = { key: 'material', name: 'Material', kind: 'choice', unit: null, isFacet: true };

it.each([
  ['removed', ATTRIBUTES],
  ['made a number', [...ATTRIBUTES, { ...MATERIAL, kind: 'number' as const }]],
])('an attribute that is %s after the dry run makes it stale, and no tool has it', async (_what, list) => {
  await setAttributes([...ATTRIBUTES, MATERIAL]);
  await shop.tool({ name: 'Chisel', sku: 'GO-1' });
  const dry = await send('sku,name,price,description,Material\nGO-1,Chisel,1,d,Steel\nGO-2,Gouge,1,d,Steel\n');
  expect(dry.errors).toEqual([]);
  await setAttributes(list);
  const answer = await shop.call('POST', `/import/${dry._id}/commit`, { as: ada.token });
  expect([answer.status, await answer.json()]).toMatchObject([
    409,
    { code: 'STALE_IMPORT', issues: [{ path: 'row 2, material' }, { path: 'row 3, material' }] },
  ]);
  expect((await bySku('GO-1')).attributes).toEqual([]);
});

it('undone where an attribute has gone since, all else is put back, and it is said', async () => {
  await setAttributes([...ATTRIBUTES, MATERIAL]);
  const attributes = [{ key: 'material', value: 'Steel' }];
  const tool = await shop.tool({ name: 'Rasp', sku: 'GO-3', price: 5, attributes });
  const dry = await send('sku,price,Material\nGO-3,6,\n');
  await step(dry, 'commit');
  await setAttributes(ATTRIBUTES);
  const { kept } = await step(dry, 'undo');
  expect(kept).toEqual([
    { row: 2, column: 'material', message: 'The old value is no longer valid: There is no such attribute' },
  ]);
  expect(await bySku('GO-3')).toMatchObject({ price: 5, attributes: [], version: tool.version + 2 });
});

it.each([
  ['a size that is not a number', 'Size', 'large'],
  ['a size by weight', 'Size', '13 kg'],
  ['a flag that is neither', 'Insulated', 'perhaps'],
  ['a choice that is too long', 'Finish', 'x'.repeat(81)],
])('refuses %s at its column', async (_what, column, cell) => {
  await shop.tool({ name: 'Refused', sku: 'RF-1' });
  const dry = await send(`sku,${column}\nRF-1,"${cell}"\n`);
  expect(dry.errors.map((error) => [error.row, error.column])).toEqual([[2, column]]);
});
