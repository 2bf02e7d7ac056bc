import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import type { Database } from '#server/engine/db/client.ts';

let database: Database;
let shop: TestShop;
let ada: string;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
  ada = (await shop.person('Ada', 'admin')).token;
});
afterAll(() => shop.close());

const edit = async (tool: Tool, gtin: string) => {
  const { _id, documents: _documents, ...now } = (await (await shop.call('GET', `/tool/${tool._id}`)).json()) as Tool;
  return shop.call('PUT', `/tool/${_id}`, { as: ada, body: { ...now, gtin } });
};
const said = async (answer: Response) => {
  const body = (await answer.json()) as { code?: string; issues?: { path: string }[] };
  return [answer.status, body.code, body.issues?.[0]?.path];
};

it('takes a GTIN with its check digit, and one of another tool never, whatever zeros stand before it', async () => {
  const tool = await shop.tool({ name: 'Scanned rasp', sku: 'GT-1', gtin: '036000291452' });
  const other = await shop.tool({ name: 'Other rasp', sku: 'GT-2' });
  expect(await said(await edit(other, '036000291453'))).toEqual([400, 'VALIDATION_ERROR', 'gtin']);
  expect(await said(await edit(other, '12345'))).toEqual([400, 'VALIDATION_ERROR', 'gtin']);
  for (const gtin of ['036000291452', '0036000291452', '00036000291452'])
    expect(await said(await edit(other, gtin))).toEqual([409, 'GTIN_TAKEN', 'gtin']);
  expect((await edit(tool, '00036000291452')).status).toBe(200);
  expect((await edit(other, '96385074')).status).toBe(200);
  const both = await Promise.all([
    edit(await shop.tool({ name: 'Racer A', sku: 'GT-3' }), '4006381333931'),
    edit(await shop.tool({ name: 'Racer B', sku: 'GT-4' }), '04006381333931'),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

it('lists, suggestions, pasted rows and the count find a tool by it', async () => {
  const tool = await shop.tool({ name: 'Found file', sku: 'GT-5', gtin: '10614141000415' });
  for (const q of ['10614141000415', '106-14141-00041-5'])
    expect(await (await shop.call('GET', `/tool?q=${q}`)).json()).toMatchObject([{ _id: tool._id }]);
  const rows = await shop.call('POST', '/order-lines', { body: { text: '10614141000415\t24' } });
  expect(await rows.json()).toMatchObject({ rows: [{ toolId: tool._id, quantity: 24, problem: null }] });
  const both = await shop.call('POST', '/order-lines', { body: { text: 'GT-5\t4006381333931\t24' } });
  expect(await both.json()).toMatchObject({ rows: [{ toolId: tool._id, quantity: 24 }] });
  expect((await shop.call('GET', '/tool?q=10614141000422')).headers.get('x-total-count')).toBe('0');
});

it('a wrong or double number from before stays, and breaks nothing', async () => {
  const [old, twin] = [
    await shop.tool({ name: 'Old saw', sku: 'GT-6' }),
    await shop.tool({ name: 'Twin saw', sku: 'GT-7' }),
  ];
  await database.raw(`update tools set gtin = '40063813339' || '99' where id = any($1)`, [[old._id, twin._id]]);
  expect((await edit(old, '4006381333999')).status).toBe(200);
  const found = await (await shop.call('GET', '/tool?q=4006381333999')).json();
  expect((found as Tool[]).map(({ sku }) => sku).toSorted()).toEqual(['GT-6', 'GT-7']);
  const sheet = (text: string) =>
    shop.call('POST', '/import/tools', { as: ada, body: text, headers: { 'content-type': 'text/csv' } });
  expect(await (await sheet('sku,name,gtin\nGT-6,Old saw 2,4006381333999\n')).json()).toMatchObject({
    changed: 1,
    errorCount: 0,
  });
});

it('a sheet says at its cell what is wrong with a GTIN, and that it is another tool’s or row’s', async () => {
  await shop.tool({ name: 'Sheet owner', sku: 'GT-8', gtin: '5901234123457' });
  await shop.tool({ name: 'Sheet other', sku: 'GT-9' });
  const text =
    'sku,name,price,gtin\nGT-9,Sheet other,5,05901234123457\nGT-10,New,5,5901234123458\nGT-11,New 2,5,9780201379624\nGT-12,New 3,5,9780201379624\n';
  const answer = await shop.call('POST', '/import/tools', {
    as: ada,
    body: text,
    headers: { 'content-type': 'text/csv' },
  });
  const { errors } = (await answer.json()) as { errors: { row: number; column: string }[] };
  expect(errors.map(({ row, column }) => [row, column])).toEqual([
    [2, 'gtin'],
    [3, 'gtin'],
    [5, 'gtin'],
  ]);
});

it('a commit gives no tool a GTIN that another one was given since the dry run, and undoing takes none back from it', async () => {
  const sheet = async (text: string) =>
    (await (
      await shop.call('POST', '/import/tools', { as: ada, body: text, headers: { 'content-type': 'text/csv' } })
    ).json()) as { _id: string; errorCount: number };
  const commit = ({ _id }: { _id: string }) => shop.call('POST', `/import/${_id}/commit`, { as: ada });
  const gtin = '4012345678901';
  await shop.tool({ name: 'Twice one', sku: 'GT-20', gtin });
  await shop.tool({ name: 'Twice two', sku: 'GT-21' });
  const away = await sheet('sku,gtin\nGT-20,9780201379624\n');
  expect((await commit(away)).status).toBe(200);
  const [one, two] = [
    await sheet(`sku,gtin\nGT-21,${gtin}\n`),
    await sheet(`sku,name,price,gtin\nGT-22,Twice,5,0${gtin}\n`),
  ];
  expect([one.errorCount, two.errorCount]).toEqual([0, 0]);
  expect((await commit(one)).status).toBe(200);
  const refused = await commit(two);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    code: 'STALE_IMPORT',
    issues: [{ path: expect.stringContaining('gtin') }],
  });
  const undone = await shop.call('POST', `/import/${away._id}/undo`, { as: ada });
  expect(await undone.json()).toMatchObject({ kept: [{ row: 2, column: 'gtin' }] });
  const found = (await (await shop.call('GET', `/tool?q=${gtin}`)).json()) as Tool[];
  expect(found.map(({ sku }) => sku)).toEqual(['GT-21']);
});
