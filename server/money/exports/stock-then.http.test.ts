import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DryRun } from '#contract/catalogue/imports.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let ada: string;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = (await shop.person('Ada', 'admin')).token;
});
afterAll(() => shop.close());

/** The export of one tool with some of its cells changed. */
async function exported(
  tool: Tool,
  change: (cells: string[], at: (column: string) => number) => void,
): Promise<string> {
  const text = await (await shop.call('GET', '/export/tools', { as: ada })).text();
  const [head = '', ...rows] = text.replace('\ufeff', '').split('\r\n');
  const cells = rows.find((row) => row.startsWith(tool._id))!.split(',');
  change(cells, (column) => head.split(',').indexOf(column));
  return `${head}\n${cells.join(',')}\n`;
}
const sell = (tool: Tool, pieces: number) =>
  shop.call('POST', `/tool/${tool._id}/stock`, { as: ada, body: { change: -pieces, reason: 'damaged' } });
const dryRun = async (text: string) =>
  (await (
    await shop.call('POST', '/import/tools', { as: ada, body: text, headers: { 'content-type': 'text/csv' } })
  ).json()) as DryRun;
const committed = async (text: string, tool: Tool) => {
  const { _id, errors } = await dryRun(text);
  expect(errors).toEqual([]);
  expect((await shop.call('POST', `/import/${_id}/commit`, { as: ada })).status).toBe(200);
  return (await (await shop.call('GET', `/tool/${tool._id}`)).json()) as Tool;
};

it('brings nothing back that went while an export was out, whether its stock was edited or not', async () => {
  const tool = await shop.tool({ name: 'Gone and back', sku: 'ST-1', price: 10, availableQuantity: 100 });
  const prices = await exported(tool, (cells, at) => (cells[at('price')] = '11'));
  const stock = await exported(tool, (cells, at) => (cells[at('availableQuantity')] = '130'));
  expect((await sell(tool, 30)).status).toBeLessThan(300);
  expect(await committed(prices, tool)).toMatchObject({ price: 11, availableQuantity: 70 });
  expect(await committed(stock, tool)).toMatchObject({ availableQuantity: 100 });
});

it('says at the stock that there are too few to take from, and takes a stock alone for what there is', async () => {
  const tool = await shop.tool({ name: 'Too few', sku: 'ST-2', price: 10, availableQuantity: 100 });
  const less = await exported(tool, (cells, at) => (cells[at('availableQuantity')] = '20'));
  await sell(tool, 30);
  expect((await dryRun(less)).errors).toMatchObject([{ column: 'availableQuantity' }]);
  expect(await committed('sku,availableQuantity\nST-2,55\n', tool)).toMatchObject({ availableQuantity: 55 });
});

it('answers at once that a sheet of nothing but blank lines has no rows', async () => {
  for (const blank of ['\n', '\r\n', ' \n', '\t\n']) {
    const { errors } = await dryRun(blank.repeat(200_000 / blank.length));
    expect(errors).toMatchObject([{ message: 'This sheet has no rows' }]);
  }
});
