import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DryRun } from '#contract/catalogue/imports.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let token: string;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ({ token } = await shop.person('Ada', 'admin'));
});
afterAll(() => shop.close());

async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  return (await (await shop.call(method, path, { as: token, ...(body ? { body } : {}) })).json()) as Answer;
}
async function send(sheet: string, path = '/import/tools'): Promise<DryRun> {
  const headers = { authorization: `Bearer ${token}` };
  return (await (
    await shop.app.fetch(new Request(`http://shop.test${path}`, { method: 'POST', headers, body: sheet }))
  ).json()) as DryRun;
}
async function imported(sheet: string): Promise<{ run: DryRun; tools: Tool[] }> {
  const run = await send(sheet);
  expect(run.errors).toEqual([]);
  expect((await shop.call('POST', `/import/${run._id}/commit`, { as: token })).status).toBe(200);
  const tools = await Promise.all(run.rows.map(({ toolId }) => call<Tool>('GET', `/tool/${toolId}`)));
  return { run, tools };
}
const problems = async (sheet: string, path?: string) =>
  (await send(sheet, path)).errors.map(({ column, message }) => `${column}: ${message}`);

it('a sheet says price unit and packs in columns of their own, in words of several lists', async () => {
  const { tools } = await imported(
    [
      'sku;name;price;Preiseinheit;Packs;gtin',
      'SH-1;Screw;4,20;100;"BX=50|CT:""Big; carton""=600@4006381333931";96385074',
      'SH-2;Nail;30,00;per 1.000 Stk;BX=100;',
      'SH-3;Bolt;0,50;1;;',
    ].join('\n'),
  );
  const carton = { code: 'CT', name: 'Big; carton', pieces: 600, gtin: '4006381333931' };
  expect(tools).toMatchObject([
    { price: 4.2, priceUnit: 100, packs: [{ code: 'BX', name: 'Box', pieces: 50 }, carton] },
    { price: 30, priceUnit: 1000, packs: [{ code: 'BX', name: 'Box', pieces: 100 }] },
    { price: 0.5, priceUnit: 1, packs: [] },
  ]);
});

it.each(['PE', 'Price unit', 'priceUnit', 'per'])('the heading %s is that of the price unit', async (heading) => {
  const { tools } = await imported(`sku;name;price;${heading}\nPE-${heading};Pin;1;10\n`);
  expect(tools).toMatchObject([{ priceUnit: 10 }]);
});

it('VPE with a plain number is a pack of so many, beside the others, in which it is sold', async () => {
  const { tools } = await imported('sku;name;price;VPE\nVPE-1;Anchor;1;10\nVPE-2;Hook;1;1\n');
  expect(tools).toMatchObject([
    { packs: [{ code: 'PK', name: 'VPE', pieces: 10 }], quantityStep: 10 },
    { packs: [], quantityStep: 1 },
  ]);
  await imported('sku;Packs\nVPE-1;PK:Beutel=10|CT=100\n');
  const again = await imported('sku;VPE;minOrderQuantity\nVPE-1;20;20\n');
  expect(again.tools[0]?.packs).toEqual([
    { code: 'PK', name: 'Beutel', pieces: 20 },
    { code: 'CT', name: 'Carton', pieces: 100 },
  ]);
});

it('an export that is imported again changes nothing', async () => {
  const exported = await (await shop.call('GET', '/export/tools?format=csv', { as: token })).text();
  expect(exported).toContain('BX=50|CT:""Big; carton""=600@4006381333931');
  expect(await send(exported)).toMatchObject({ created: 0, changed: 0, errorCount: 0 });
});

it('prices of breaks and lists follow another price unit, or it is said at the cell what cannot', async () => {
  const tool = await shop.tool({ name: 'Rivet', sku: 'RIV-1', price: 0.05, priceBreaks: [{ from: 100, price: 0.04 }] });
  const { _id } = await call<{ _id: string }>('POST', '/price-list', { name: 'Rivets' });
  await call('PUT', `/price-list/${_id}/item/${tool._id}`, { price: 0.03 });
  expect(await problems('sku;PE\nRIV-1;100\n')).toEqual(['priceUnit: Enter the price for so many pieces, too']);
  const { run, tools } = await imported('sku;price;PE\nRIV-1;4,20;100\n');
  expect(tools).toMatchObject([{ price: 4.2, priceUnit: 100, priceBreaks: [{ from: 100, price: 4 }] }]);
  expect(await call('GET', `/price-list/${_id}/items`)).toMatchObject([{ price: 3 }]);
  await call('PUT', `/price-list/${_id}/item/${tool._id}`, { price: 3.01 });
  const said = 'priceUnit: The prices in the list Rivets cannot be said in whole cents for 1 piece. Change that first';
  expect(await problems('sku;price;PE\nRIV-1;0,05;1\n')).toContain(said);
  await call('PUT', `/price-list/${_id}/item/${tool._id}`, { price: 3 });
  expect((await shop.call('POST', `/import/${run._id}/undo`, { as: token })).status).toBe(200);
  expect(await call('GET', `/tool/${tool._id}`)).toMatchObject({
    price: 0.05,
    priceUnit: 1,
    priceBreaks: [{ price: 0.04 }],
  });
  expect(await call('GET', `/price-list/${_id}/items`)).toMatchObject([{ price: 0.03 }]);
  const other = 'priceUnit: The prices of this tool are for 1, not for so many';
  expect(await problems('sku;price;PE\nRIV-1;2,90;100\n', `/import/prices?list=${_id}`)).toEqual([other]);
});

it.each([
  ['Packs', 'BX', 'packs: Enter packs as BX=12|CT=144, each with its code and its pieces'],
  ['Packs', 'BX=1', 'packs: Pieces must be a whole number from 2 to 1,000,000'],
  ['Packs', 'BX=12|BX=24', 'packs: Another pack has this code'],
  ['Packs', 'BX=12@4006381333930', 'packs: The check digit of this GTIN is wrong: one of the digits is mistyped'],
  ['Packs', 'BX=12@4006381333931', 'packs: Another tool has this GTIN'],
  ['gtin', '4006381333931', 'gtin: Another tool has this GTIN'],
  ['PE', '50', 'priceUnit: Price unit must be 1, 10, 100 or 1,000'],
  ['PE', 'C', 'priceUnit: Enter a whole number'],
  ['Preis je 100', '4,20', 'Preis je 100: There is no column with this name'],
])('%s with %s is refused at its cell', async (heading, cell, said) => {
  const found = await problems(`sku,name,price,${heading}\nNEW-1,New,1,"${cell}"\n`);
  expect(found[0]?.startsWith(said)).toBe(true);
});

it.each([
  ['Preis je 100', '100'],
  ['EUR/100 Stk.', '100'],
  ['Price per 1,000', '1000'],
  ['Prix pour 10', '10'],
  ['Preisbezug', null],
  ['Part no. A/1000X', null],
])('the heading “%s”, which nobody knows, is told of a price unit of %j', async (heading, pieces) => {
  const found = await problems(`sku;name;price;${heading}\nNEW-1;New;1;"4,20"\n`);
  const told = /add a column priceUnit with (\d+) in each row/.exec(found[0] ?? '')?.[1] ?? null;
  expect([found[0]?.startsWith(`${heading}: There is no column with this name.`), told]).toEqual([true, pieces]);
});

it('a row of nothing but a number under a bar code is about the tool that has it, and about none by that of a pack', async () => {
  const [row] = (await send('EAN;Mindestmenge\n96385074;100\n')).rows;
  expect(row).toMatchObject({ action: 'change', name: 'Screw', cells: [{ column: 'minOrderQuantity', to: 100 }] });
  expect(await problems('EAN;Mindestmenge\n4006381333931;100\n')).toEqual([
    'gtin: This is the number of a pack. Use the number of the piece',
  ]);
  expect(await problems('EAN;Mindestmenge\n4006381333948;100\n')).toEqual([
    ': This row has no _id, sku or name to say which tool it is',
  ]);
});
