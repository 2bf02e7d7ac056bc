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

const dryRun = async (text: string) =>
  (await (
    await shop.call('POST', '/import/tools', { as: ada, body: text, headers: { 'content-type': 'text/csv' } })
  ).json()) as DryRun;
const commit = async ({ _id }: DryRun, body?: unknown) => {
  const answer = await shop.call('POST', `/import/${_id}/commit`, { as: ada, body });
  return [answer.status, ((await answer.json()) as { code?: string }).code];
};
const toolOf = async ({ _id }: Tool) => (await (await shop.call('GET', `/tool/${_id}`)).json()) as Tool;

it('writes the other rows where those in error are left out, and puts them back', async () => {
  const good = await shop.tool({ name: 'Left in', sku: 'LO-1', price: 10 });
  const bad = await shop.tool({ name: 'Left out', sku: 'LO-2', price: 10 });
  const found = await dryRun('sku,price\nLO-1,11\nLO-2,dear\n');
  expect(found).toMatchObject({ changed: 1, errorCount: 1 });
  expect(await commit(found)).toEqual([409, 'IMPORT_HAS_ERRORS']);
  expect(await commit(found, { leaveOut: false })).toEqual([409, 'IMPORT_HAS_ERRORS']);
  expect(await commit(found, { leaveOut: 'yes' })).toEqual([400, 'VALIDATION_ERROR']);
  expect(await commit(found, { leaveOut: true })).toEqual([200, undefined]);
  expect(await commit(found, { leaveOut: true })).toEqual([200, undefined]);
  expect([(await toolOf(good)).price, (await toolOf(bad)).price]).toEqual([11, 10]);
  expect((await shop.call('POST', `/import/${found._id}/undo`, { as: ada })).status).toBe(200);
  expect((await toolOf(good)).price).toBe(10);
});

it('never writes a part of a sheet whose columns nobody knows, or that could not be read to its end', async () => {
  const tool = await shop.tool({ name: 'Left alone', sku: 'LO-3', price: 10 });
  for (const text of ['sku,price,colour of it\nLO-3,11,red\n', 'sku,price,name\nLO-3,11,Left alone\nLO-4,"12,x\n']) {
    const found = await dryRun(text);
    expect(found).toMatchObject({ created: 0, changed: 0 });
    expect(await commit(found, { leaveOut: true })).toEqual([409, 'IMPORT_HAS_ERRORS']);
  }
  expect((await toolOf(tool)).price).toBe(10);
});
