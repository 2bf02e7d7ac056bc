import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { DryRun, Import, ImportProgress } from '#contract/catalogue/imports.ts';
import type { PriceList, PriceListItem } from '#contract/catalogue/price-lists.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { PORTION } from './rows-of-import.ts';
import { xlsxFile, xlsxRow } from './xlsx-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let sam: Person;
let list: PriceList;
let hammer: Tool;
let saw: Tool;
let counter = 0;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  sam = await shop.person('Sam', 'sales');
});
afterAll(() => shop.close());
beforeEach(async () => {
  counter++;
  hammer = await shop.tool({ name: `Listed hammer ${counter}`, sku: `LH-${counter}`, price: 10 });
  saw = await shop.tool({ name: `Listed saw ${counter}`, sku: `LS-${counter}`, price: 20 });
  const made = await call('POST', '/price-list', { name: `Prices ${counter}` });
  list = (await made.json()) as PriceList;
});

const call = (method: string, path: string, body?: object) =>
  shop.call(method, path, { as: sam.token, ...(body ? { body } : {}) });
const send = (body: string | Uint8Array, as = sam.token, id = list._id) =>
  shop.app.fetch(
    new Request(`http://shop.test/import/prices?list=${id}&name=prices.csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as}` },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    }),
  );
const dryRun = async (body: string | Uint8Array) => {
  const answer = await send(body);
  const text = await answer.text();
  expect(answer.status, text).toBe(201);
  return JSON.parse(text) as DryRun;
};
const post = async ({ _id }: { _id: string }, what: 'commit' | 'undo') => {
  const answer = await call('POST', `/import/${_id}/${what}`);
  return { status: answer.status, body: (await answer.json()) as ImportProgress & { code?: string } };
};
const items = async () => {
  const answer = await call('GET', `/price-list/${list._id}/items`);
  const rows = (await answer.json()) as PriceListItem[];
  return Object.fromEntries(rows.map(({ toolId, price, priceBreaks }) => [toolId, { price, priceBreaks }]));
};
const set = (tool: Tool, body: object) => call('PUT', `/price-list/${list._id}/item/${tool._id}`, body);

it('a sheet of prices is shown, written and put back, and the tools keep their own', async () => {
  await set(saw, { price: 18, priceBreaks: [{ from: 50, price: 17 }] });
  const sheet = `sku,name,price,price breaks\r\nLH-${counter},anything,9.5,100: 9; 500: 8.75\r\nLS-${counter},,17.5,\r\n`;
  const found = await dryRun(sheet);
  expect(found).toMatchObject({ created: 1, changed: 1, unchanged: 0, errorCount: 0 });
  expect(found.rows).toEqual([
    {
      row: 2,
      action: 'create',
      toolId: hammer._id,
      name: hammer.name,
      cells: [
        { column: 'price', from: null, to: 9.5 },
        {
          column: 'priceBreaks',
          from: null,
          to: [
            { from: 100, price: 9 },
            { from: 500, price: 8.75 },
          ],
        },
      ],
    },
    {
      row: 3,
      action: 'change',
      toolId: saw._id,
      name: saw.name,
      cells: [
        { column: 'price', from: 18, to: 17.5 },
        { column: 'priceBreaks', from: [{ from: 50, price: 17 }], to: [] },
      ],
    },
  ]);
  const before = { [saw._id]: { price: 18, priceBreaks: [{ from: 50, price: 17 }] } };
  expect(await items()).toEqual(before);
  expect(await post(found, 'commit')).toMatchObject({ status: 200, body: { state: 'done', priceList: list._id } });
  const prices = [
    { from: 100, price: 9 },
    { from: 500, price: 8.75 },
  ];
  const after = { [hammer._id]: { price: 9.5, priceBreaks: prices }, [saw._id]: { price: 17.5, priceBreaks: [] } };
  expect(await items()).toEqual(after);
  expect(await dryRun(sheet)).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
  expect(await (await shop.call('GET', `/tool/${hammer._id}`)).json()).toMatchObject({ price: 10 });
  expect(await post(found, 'undo')).toMatchObject({ status: 200, body: { state: 'done', step: 'undone', kept: [] } });
  expect(await items()).toEqual(before);
});

it('a list that was exported as XLSX is imported without a change', async () => {
  await set(hammer, { price: 9.99, priceBreaks: [{ from: 10, price: 9 }] });
  const exported = await call('GET', `/export/price-list/${list._id}?format=xlsx`);
  const found = await dryRun(new Uint8Array(await exported.arrayBuffer()));
  expect(found).toMatchObject({ created: 0, changed: 0, unchanged: 1, errorCount: 0 });
  const other = await xlsxFile(
    `<sheetData>${xlsxRow(1, 'Artikelnummer', 'Preis')}${xlsxRow(2, `LH-${counter}`, '9.49')}</sheetData>`,
  );
  // A sheet without the column of the breaks leaves them.
  expect((await dryRun(other)).rows).toMatchObject([{ cells: [{ column: 'price', from: 9.99, to: 9.49 }] }]);
});

it('a list without the tools that were removed since is counted, shown, exported and taken back', async () => {
  await set(hammer, { price: 9 });
  await set(saw, { price: 18 });
  const { token } = await shop.signIn('ada@tradebench.test');
  expect((await shop.call('DELETE', `/tool/${saw._id}`, { as: token })).status).toBe(200);
  const rows = await call('GET', `/price-list/${list._id}/items`);
  expect(rows.headers.get('x-total-count')).toBe('1');
  expect(await rows.json()).toMatchObject([{ toolId: hammer._id }]);
  const { name, percentOff } = list;
  expect(await (await call('PUT', `/price-list/${list._id}`, { name, percentOff })).json()).toMatchObject({ items: 1 });
  const lists = (await (await call('GET', '/price-lists')).json()) as PriceList[];
  expect(lists.find(({ _id }) => _id === list._id)).toMatchObject({ items: 1 });
  const exported = await call('GET', `/export/price-list/${list._id}`);
  expect(await dryRun(await exported.text())).toMatchObject({ created: 0, changed: 0, unchanged: 1, errorCount: 0 });
});

it('what a row cannot mean is said at its cell, and nothing is written', async () => {
  const sheet = [
    'sku;price;price breaks;stock',
    'none;5;;1',
    `LH-${counter};;;1`,
    `LS-${counter};15;10: 16;1`,
    `LS-${counter};15;;1`,
    `LH-${counter};-3;;1`,
  ].join('\r\n');
  const found = await dryRun(sheet);
  expect(found.errors.map(({ row, column }) => [row, column])).toEqual([
    [2, 'sku'],
    [3, 'price'],
    [4, 'priceBreaks'],
    [5, 'sku'],
    [6, 'price'],
    [6, 'sku'],
  ]);
  expect(found.columns).toEqual([{ heading: 'stock', column: '' }]);
  const refused = await post(found, 'commit');
  expect([refused.status, refused.body.code]).toEqual([409, 'IMPORT_HAS_ERRORS']);
  expect(await items()).toEqual({});
});

it('prices that somebody changed since the dry run come to nothing, and an undo leaves what was changed since', async () => {
  const found = await dryRun(`sku,price\r\nLH-${counter},9\r\nLS-${counter},18\r\n`);
  await set(saw, { price: 19 });
  const stale = await post(found, 'commit');
  expect([stale.status, stale.body.code]).toEqual([409, 'STALE_IMPORT']);
  expect(await items()).toEqual({ [saw._id]: { price: 19, priceBreaks: [] } });
  const again = await dryRun(`sku,price\r\nLH-${counter},9\r\nLS-${counter},18\r\n`);
  expect((await post(again, 'commit')).status).toBe(200);
  await set(hammer, { price: 8 });
  const undone = await post(again, 'undo');
  expect(undone.body.kept).toEqual([{ row: 2, column: 'price', message: 'Somebody has changed this since' }]);
  expect(await items()).toEqual({
    [hammer._id]: { price: 8, priceBreaks: [] },
    [saw._id]: { price: 19, priceBreaks: [] },
  });
});

it('an import of many portions whose last is stale leaves nothing, and one that is not writes all', async () => {
  const count = PORTION + 20;
  await shop.parts.database.raw(
    `insert into tools (id, name, description, image, price_cents, available_quantity, min_order_quantity, sku)
     select 'many-${counter}-' || lpad(i::text, 4, '0'), 'Many ' || i, 'x', '/pictures/x.webp', 1000, 1, 1,
       'MANY-${counter}-' || i
     from generate_series(1, ${count}) i`,
  );
  const sheet = `sku,price\r\n${Array.from({ length: count }, (_, index) => `MANY-${counter}-${index + 1},9\r\n`).join('')}`;
  const last = { _id: `many-${counter}-${String(count).padStart(4, '0')}` } as Tool;
  const found = await dryRun(sheet);
  expect(found.created).toBe(count);
  await set(last, { price: 8 });
  expect((await post(found, 'commit')).body.code).toBe('STALE_IMPORT');
  expect(Object.keys(await items())).toEqual([last._id]);
  const again = await dryRun(sheet);
  expect((await post(again, 'commit')).status).toBe(200);
  const [{ n } = { n: 0 }] = await shop.parts.database.raw<{ n: number }>(
    'select count(*)::int as n from price_list_items where list_id = $1 and price_cents = 900',
    [list._id],
  );
  expect(n).toBe(count);
});

it('is for a list that is there, sent by who may write tools, and goes with its list', async () => {
  const alice = await shop.person(`Alice${counter}`);
  expect((await send('sku,price\r\n', alice.token)).status).toBe(403);
  const unknown = await send('sku,price\r\n', sam.token, 'none');
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'PRICE_LIST_NOT_FOUND' }]);
  const nameless = new Request('http://shop.test/import/prices', {
    method: 'POST',
    headers: { authorization: `Bearer ${sam.token}` },
    body: 'sku,price',
  });
  expect((await shop.app.fetch(nameless)).status).toBe(400);
  const found = await dryRun(`sku,price\r\nLH-${counter},9\r\n`);
  expect(((await (await call('GET', `/import/${found._id}`)).json()) as Import).priceList).toBe(list._id);
  expect((await call('DELETE', `/price-list/${list._id}`)).status).toBe(200);
  expect((await call('GET', `/import/${found._id}`)).status).toBe(404);
});
