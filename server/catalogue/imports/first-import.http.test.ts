import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DryRun, Import, TaughtHeading } from '#contract/catalogue/imports.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

/** A maker's own price list, as it lies in their office, on the first day of the shop. */
let shop: TestShop;
let token: string;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ({ token } = await shop.person('Sam', 'sales'));
});
afterAll(() => shop.close());

const LIST = [
  'Artikelnummer;Bezeichnung;Warengruppe;VK netto;Staffelpreise;Mindestmenge;VPE;Lieferant',
  'HAM-9;Schlosserhammer 300 g;Hammers;9,50;100: 9,00;10;10;Picard',
  'UNT-9;Unterlegscheibe M8;Scheiben;0,05;;;;Bossard',
].join('\n');

async function send(body: string, query = ''): Promise<Response> {
  return shop.app.fetch(
    new Request(`http://shop.test/import/tools${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    }),
  );
}
const dryRun = async (body: string, columns?: Record<string, string>, more = '') => {
  const query = columns ? `?columns=${encodeURIComponent(JSON.stringify(columns))}${more}` : '';
  return (await (await send(body, query)).json()) as DryRun;
};

it('a German price list becomes tools, with something plain for what it does not have, and says what', async () => {
  const found = await dryRun(LIST);
  expect(found).toMatchObject({ created: 2, errorCount: 0, columns: [{ heading: 'Lieferant', column: '' }] });
  expect(found.missing).toEqual([
    { column: 'image', count: 2 },
    { column: 'description', count: 2 },
    { column: 'availableQuantity', count: 2 },
    { column: 'minOrderQuantity', count: 1 },
  ]);
  expect((await shop.call('POST', `/import/${found._id}/commit`, { as: token })).status).toBe(200);
  const made = await Promise.all(
    found.rows.map(async ({ toolId }) => (await (await shop.call('GET', `/tool/${toolId}`)).json()) as Tool),
  );
  expect(made).toMatchObject([
    {
      sku: 'HAM-9',
      price: 9.5,
      image: '/pictures/hammer-640.webp',
      description: 'Schlosserhammer 300 g',
      quantityStep: 10,
      priceBreaks: [{ from: 100, price: 9 }],
    },
    { sku: 'UNT-9', price: 0.05, image: '/pictures/not-found-640.webp', availableQuantity: 0, minOrderQuantity: 1 },
  ]);
});

it('a heading that nobody knows is an error, until it is left out or taken for a field, and then for all sheets', async () => {
  const sheet = 'sku;Ihr Preis;Farbe\nHAM-9;9,75;rot\n';
  const plain = await dryRun(sheet);
  expect(plain.errors.map(({ column }) => column)).toEqual(['Ihr Preis', 'Farbe']);
  const asked = [
    { heading: 'Ihr Preis', column: null },
    { heading: 'Farbe', column: null },
  ];
  expect(plain.columns).toEqual(asked);
  const said = { 'Ihr Preis': 'price', Farbe: '' };
  const once = await dryRun(sheet, said);
  expect(once).toMatchObject({ errorCount: 0, changed: 1 });
  expect((await dryRun(sheet)).columns).toEqual(asked);
  const remembered = await dryRun(sheet, said, '&remember=true');
  // What was not imported teaches nothing.
  expect((await dryRun(sheet)).columns).toEqual(asked);
  await shop.call('POST', `/import/${remembered._id}/commit`, { as: token });
  const taught = await dryRun(sheet.replace('9,75', '9,80'));
  expect(taught).toMatchObject({ errorCount: 0, changed: 1 });
  expect(taught.rows[0]?.cells).toEqual([{ column: 'price', from: 9.75, to: 9.8 }]);
});

it('a heading too long to be kept that is cut within a sign is an error like any other', async () => {
  const long = `${'h'.repeat(99)}🔨 and more`;
  const answer = await send(`sku;${long}\nHAM-9;1\n`);
  expect(answer.status).toBe(201);
  const { errors, columns } = (await answer.json()) as DryRun;
  expect(errors.map(({ column }) => column)).toEqual([long]);
  expect(columns).toEqual([{ heading: `${'h'.repeat(99)}\uFFFD`, column: null }]);
});

it('what the shop was taught is seen and forgotten by those who may write tools, and then asked for anew', async () => {
  const sheet = 'sku;Unser Netto €;#\nHAM-9;9,85;1\n';
  const said = { 'Unser Netto €': 'price', '#': '' };
  const found = await dryRun(sheet, said, '&remember=true');
  expect(found).toMatchObject({ errorCount: 0, changed: 1 });
  await shop.call('POST', `/import/${found._id}/commit`, { as: token });
  const list = async () =>
    (await (await shop.call('GET', '/taught-headings', { as: token })).json()) as TaughtHeading[];
  const taught = await list();
  // A heading of signs alone is taught to nobody.
  expect(taught.map(({ heading }) => heading)).not.toContain('');
  expect(taught.find(({ heading }) => heading === 'unsernetto')).toMatchObject({ column: 'price' });
  expect((await dryRun('sku;Unser Netto €\nHAM-9;9,85\n')).errorCount).toBe(0);
  const forget = async (as: string) => {
    const answer = await shop.call('DELETE', `/taught-heading/${encodeURIComponent('UNSER Netto')}`, { as });
    return [answer.status, ((await answer.json()) as { deletedCount?: number }).deletedCount];
  };
  const { token: warehouse } = await shop.person('Wanda', 'warehouse');
  expect([await forget(warehouse), await forget(token), await forget(token)]).toEqual([
    [403, undefined],
    [200, 1],
    [200, 0],
  ]);
  expect((await list()).map(({ heading }) => heading)).toEqual(
    taught.map(({ heading }) => heading).filter((heading) => heading !== 'unsernetto'),
  );
  expect((await dryRun('sku;Unser Netto €\nHAM-9;9,85\n')).columns).toEqual([
    { heading: 'Unser Netto €', column: null },
  ]);
});

it('columns that are no JSON, no field or far too many are refused', async () => {
  for (const columns of ['{', '[]', '"x"', '{"a":"secret"}', `{"${'x'.repeat(200)}":""}`, 'x'.repeat(5_000)])
    expect((await send('sku\nA', `?columns=${encodeURIComponent(columns)}`)).status, columns.slice(0, 20)).toBe(400);
  expect((await send('sku\nA', '?remember=perhaps')).status).toBe(400);
});

it('equal errors come as one with their count and the first of their rows, each also by itself', async () => {
  const rows = Array.from({ length: 30 }, (_, at) => `NEW-${at},Tool ${at},free`);
  const found = await dryRun(['sku,name,price', ...rows].join('\n'));
  expect([found.errorCount, found.errors.length]).toEqual([30, 30]);
  expect(found.problems).toMatchObject([{ column: 'price', count: 30, rows: [2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }]);
  const shown = (await (await shop.call('GET', `/import/${found._id}`, { as: token })).json()) as Import;
  expect(shown.problems).toEqual(found.problems);
});
