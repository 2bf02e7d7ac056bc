import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DryRun } from '#contract/catalogue/imports.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let ada: string;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = (await shop.person('Ada', 'admin')).token;
  for (const sku of ['WN-1', 'WN-2', 'WN-3']) await shop.tool({ name: `Written ${sku}`, sku, price: 10 });
});
afterAll(() => shop.close());

const upload = (body: string | Uint8Array) =>
  shop.app.fetch(
    new Request('http://shop.test/import/tools', {
      method: 'POST',
      headers: { authorization: `Bearer ${ada}`, 'content-type': 'text/csv' },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    }),
  );
const dryRun = async (body: string | Uint8Array) => {
  const answer = await upload(body);
  const { errors, rows } = (await answer.json()) as DryRun;
  return {
    rows: rows.map(({ cells }) => cells.map(({ to }) => to)),
    wrong: errors.map(({ row, message }) => `${row}: ${message}`),
  };
};

it.each([
  ['with semicolons', 'sku;price\nWN-1;12,50\nWN-2;12,505\n', [3]],
  ['with semicolons, before any other', 'sku;price\nWN-1;3,999\n', [2]],
  ['with tabs', 'sku\tprice\nWN-1\t12,50\nWN-2\t12,505\n', [3]],
  ['with tabs, the other way round', 'sku\tprice\nWN-1\t12,505\nWN-2\t12,50\n', [2, 3]],
  ['of stock', 'sku;price;availableQuantity\nWN-1;12,50;24,000\n', [2]],
  ['beside 1.234,50', 'sku\tprice\nWN-1\t1.234,50\nWN-2\t12,505\n', [3]],
  ['beside 1.234,50, the other way round', 'sku\tprice\nWN-1\t12,505\nWN-2\t1.234,50\n', [2]],
  ['with commas between cells', 'sku,price\nWN-1,"12,505"\nWN-2,"12,50"\n', [2, 3]],
])('asks what 12,505 is in a sheet that writes 12,50, %s', async (_how, text, asked) => {
  const { rows, wrong } = await dryRun(text);
  expect(wrong).toEqual(asked.map((row) => expect.stringMatching(new RegExp(`^${row}: .*Write`))));
  expect(rows.flat()).not.toContain(12505);
});

it('asks what 3,999 is in a sheet that says nothing of its commas', async () => {
  expect(await dryRun('sku\tprice\tweight\nWN-1\t3,999\t1000\n')).toEqual({
    rows: [],
    wrong: [expect.stringMatching(/^2: 3,999 could mean 3999 or 3\.999/)],
  });
  expect(await dryRun('sku\tprice\nWN-1\t3,999\nWN-2\t12.50\n')).toEqual({ rows: [[3999], [12.5]], wrong: [] });
});

it('leaves out of a commit what may be a thousand, wherever the sheet says so', async () => {
  const { _id } = (await (await upload('sku\tprice\nWN-1\t12,505\nWN-2\t12,50\nWN-3\t7\n')).json()) as DryRun;
  const answer = await shop.call('POST', `/import/${_id}/commit`, { as: ada, body: { leaveOut: true } });
  expect(answer.status).toBe(200);
  const prices = async (sku: string) =>
    ((await (await shop.call('GET', `/tool?q=${sku}`)).json()) as { sku: string; price: number }[])
      .filter((tool) => tool.sku === sku)
      .map(({ price }) => price);
  expect([await prices('WN-1'), await prices('WN-2'), await prices('WN-3')]).toEqual([[10], [10], [7]]);
});

it('reads the decimals of an attribute as the whole sheet writes them', async () => {
  const made = { key: 'bore', name: 'Bore', kind: 'number', unit: 'mm', isFacet: false };
  const there = (await (await shop.call('GET', '/attributes', { as: ada })).json()) as object[];
  expect((await shop.call('PUT', '/attributes', { as: ada, body: [...there, made] })).status).toBe(200);
  const bores = async (text: string) => {
    const { rows, wrong } = await dryRun(text);
    return wrong.length > 0 ? wrong : rows.flat();
  };
  expect(await bores('sku\tBore\nWN-1\t0,125\n')).toEqual(['0.125 mm']);
  expect(await bores('sku\tprice\tBore\nWN-1\t10\t6,350\n')).toEqual([expect.stringMatching(/^2: 6,350 could/)]);
  expect(await bores('sku;Bore\nWN-1;6,350\n')).toEqual(['6.350 mm']);
  expect(await bores('sku;Bore\nWN-1;6.350\n')).toEqual([expect.stringMatching(/^2: 6\.350 could/)]);
  expect(await bores('sku,Bore\nWN-1,6.350\n')).toEqual(['6.350 mm']);
});

it('takes thousands as the whole sheet writes them', async () => {
  expect(await dryRun('sku,price\nWN-1,"1,234"\nWN-2,"1,234.50"\n')).toEqual({ rows: [[1234], [1234.5]], wrong: [] });
  expect(await dryRun('sku\tprice\nWN-1\t12,50\nWN-2\t1.234\n')).toEqual({ rows: [[12.5], [1234]], wrong: [] });
});

it('asks about letters that an old Mac may have written, and takes those of Windows', async () => {
  const mac = (bytes: number[]) =>
    Buffer.concat([Buffer.from('sku,description\nWN-1,H'), Buffer.from(bytes), Buffer.from('mmer\n')]);
  expect((await dryRun(mac([0x8a]))).wrong).toEqual([expect.stringMatching(/^2: .*UTF-8/)]);
  const capitals = Buffer.concat([Buffer.from('sku,description\nWN-1,GR'), Buffer.from([0x85]), Buffer.from('SSE\n')]);
  expect((await dryRun(capitals)).wrong).toEqual([expect.stringMatching(/^2: .*UTF-8/)]);
  expect(await dryRun(mac([0xe4]))).toEqual({ rows: [['Hämmer']], wrong: [] });
});

it('takes a stock number that looks like a date where a tool has it', async () => {
  await shop.tool({ name: 'Marker 10', sku: 'MAR-10', price: 10 });
  expect(await dryRun('sku,price\nMAR-10,11\nmar-10,12\n')).toMatchObject({ rows: [[11]] });
  expect(await dryRun('name,sku,price\nMarker 10,MAR-10,12\n')).toEqual({ rows: [[12]], wrong: [] });
});
