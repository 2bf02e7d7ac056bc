import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DryRun } from '#contract/catalogue/imports.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Person } from '#server/buying/companies/company-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let ada: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
});
afterAll(() => shop.close());

const send = (body: string | Buffer, query = '') =>
  shop.app.fetch(
    new Request(`http://shop.test/import/tools${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'text/csv' },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    }),
  );
const dryRun = async (body: string | Buffer, query = '') => {
  const answer = await send(body, query);
  const text = await answer.text();
  expect([answer.status, text]).toEqual([201, expect.anything()]);
  return JSON.parse(text) as DryRun;
};
const commit = async ({ _id }: DryRun) =>
  expect((await shop.call('POST', `/import/${_id}/commit`, { as: ada.token, body: {} })).status).toBe(200);
const toolOf = async (sku: string) => {
  const [tool] = (await (await shop.call('GET', `/tool?q=${sku}`)).json()) as Tool[];
  return (await (await shop.call('GET', `/tool/${tool?._id}`)).json()) as Tool;
};

it('the catalogue that the shop gives is read again by its own import, and nothing in it has changed', async () => {
  const now = (await (await shop.call('GET', '/attributes', { as: ada.token })).json()) as object[];
  const reach = { key: 'reach', name: 'Reach of it', kind: 'number', unit: 'mm', isFacet: true };
  await shop.call('PUT', '/attributes', { as: ada.token, body: [...now, reach] });
  const made = await shop.tool({
    name: 'Screw <M8> & "nut"',
    description: 'Zinc plated, 100 ≠ "1,000".',
    sku: 'SCR-8',
    price: 1250.34,
    priceUnit: 100,
    minOrderQuantity: 50,
    quantityStep: 50,
    priceBreaks: [{ from: 1000, price: 1125.5 }],
    packs: [
      { code: 'BX', name: 'Box "small"', pieces: 250, gtin: '4006381333948' },
      { code: 'CT', name: 'Karton', pieces: 1000 },
    ],
    weight: 12,
    gtin: '4006381333931',
    hsCode: '7318.15',
    origin: 'DE',
    unspsc: '31161500',
    category: 'Screws & bolts',
    attributes: [{ key: 'reach', value: 4711, unit: 'mm' }],
  });
  const packed = await shop.tool({
    name: 'Nails',
    sku: 'NAIL-12',
    price: 1.99,
    priceUnit: 10,
    minOrderQuantity: 24,
    quantityStep: 12,
    priceBreaks: [{ from: 144, price: 1.5 }],
    packs: [{ code: 'PK', name: 'My pack', pieces: 12, gtin: '4006381333955' }],
  });
  const catalogue = await (await shop.call('GET', '/feeds/bmecat.xml', { as: ada.token })).text();
  const found = await dryRun(catalogue);
  expect(found.errors).toEqual([]);
  expect(found.rows.flatMap(({ name, cells }) => cells.map((cell) => [name, cell]))).toEqual([]);
  expect([found.created, found.changed, found.unchanged]).toEqual([0, 0, catalogue.split('<PRODUCT mode').length - 1]);
  const dearer = catalogue
    .replace('<PRICE_AMOUNT>1250.34<', '<PRICE_AMOUNT>1250.99<')
    .replace('<FVALUE>4711<', '<FVALUE>4712<');
  const changed = await dryRun(dearer);
  expect(changed.rows).toMatchObject([
    { action: 'change', toolId: made._id, cells: [{ from: 1250.34, to: 1250.99 }, { column: expect.anything() }] },
  ]);
  await commit(changed);
  expect(await toolOf('SCR-8')).toMatchObject({ price: 1250.99, attributes: [{ key: 'reach', value: '4712' }] });
  expect(await toolOf('NAIL-12')).toEqual(packed);
});

const OLD = `<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE BMECAT SYSTEM "bmecat_new_catalog_1_2.dtd">
<BMECAT version="1.2"><HEADER><GENERATOR_INFO>ERP</GENERATOR_INFO><CATALOG><LANGUAGE>deu</LANGUAGE></CATALOG></HEADER>
<T_NEW_CATALOG>
<CATALOG_GROUP_SYSTEM><CATALOG_STRUCTURE type="leaf"><GROUP_ID>7</GROUP_ID><GROUP_NAME>Schl\u00fcssel</GROUP_NAME></CATALOG_STRUCTURE></CATALOG_GROUP_SYSTEM>
<ARTICLE mode="new"><SUPPLIER_AID>RS-17</SUPPLIER_AID>
<ARTICLE_DETAILS><DESCRIPTION_SHORT>Ringschl\u00fcssel 17</DESCRIPTION_SHORT><EAN>4006381333962</EAN></ARTICLE_DETAILS>
<ARTICLE_FEATURES><FEATURE><FNAME>Schl\u00fcsselweite</FNAME><FVALUE>17</FVALUE><FUNIT>MMT</FUNIT></FEATURE></ARTICLE_FEATURES>
<ARTICLE_ORDER_DETAILS><ORDER_UNIT>BX</ORDER_UNIT><CONTENT_UNIT>PCE</CONTENT_UNIT><NO_CU_PER_OU>8.0</NO_CU_PER_OU><PRICE_QUANTITY>1</PRICE_QUANTITY></ARTICLE_ORDER_DETAILS>
<ARTICLE_PRICE_DETAILS>
<ARTICLE_PRICE price_type="gros_list"><PRICE_AMOUNT>99.99</PRICE_AMOUNT><PRICE_CURRENCY>USD</PRICE_CURRENCY></ARTICLE_PRICE>
<ARTICLE_PRICE price_type="net_list"><PRICE_AMOUNT>10.01</PRICE_AMOUNT><PRICE_CURRENCY>USD</PRICE_CURRENCY><LOWER_BOUND>1</LOWER_BOUND></ARTICLE_PRICE>
<ARTICLE_PRICE price_type="net_list"><PRICE_AMOUNT>8</PRICE_AMOUNT><PRICE_CURRENCY>USD</PRICE_CURRENCY><LOWER_BOUND>10</LOWER_BOUND></ARTICLE_PRICE>
</ARTICLE_PRICE_DETAILS>
<MIME_INFO><MIME><MIME_TYPE>image/jpeg</MIME_TYPE><MIME_SOURCE>img\\rs17.jpg</MIME_SOURCE><MIME_PURPOSE>normal</MIME_PURPOSE></MIME></MIME_INFO>
</ARTICLE>
<ARTICLE_TO_CATALOGGROUP_MAP><ART_ID>RS-17</ART_ID><CATALOG_GROUP_ID>7</CATALOG_GROUP_ID></ARTICLE_TO_CATALOGGROUP_MAP>
</T_NEW_CATALOG></BMECAT>`;

it("takes another program's BMEcat 1.2: packs as pieces, net prices to the cent, features as attributes", async () => {
  const columns = encodeURIComponent(JSON.stringify({ Schlüsselweite: 'attr.jaw' }));
  const found = await dryRun(Buffer.from(OLD, 'latin1'), `?columns=${columns}`);
  expect(found.errors).toEqual([]);
  expect([found.created, found.attributes.map(({ key, name }) => [key, name])]).toEqual([
    1,
    [['jaw', 'Schlüsselweite']],
  ]);
  await commit(found);
  // Eight cost 10.01: a thousand of them 1,251.25, which is whole cents.
  expect(await toolOf('RS-17')).toMatchObject({
    name: 'Ringschlüssel 17',
    category: 'Schlüssel',
    gtin: '4006381333962',
    price: 1251.25,
    priceUnit: 1000,
    priceBreaks: [{ from: 80, price: 1000 }],
    minOrderQuantity: 8,
    quantityStep: 8,
    packs: [{ code: 'BX', pieces: 8 }],
    attributes: [{ key: 'jaw', value: '17', unit: 'mm' }],
  });
});

it('says what is wrong in a catalogue, and takes nothing of one that is damaged or set as a trap', async () => {
  const row = (more: string) =>
    `<BMECAT version="2005.2"><T_NEW_CATALOG><PRODUCT><SUPPLIER_PID>W-1</SUPPLIER_PID><PRODUCT_DETAILS><DESCRIPTION_SHORT>Wrong</DESCRIPTION_SHORT></PRODUCT_DETAILS>${more}</PRODUCT></T_NEW_CATALOG></BMECAT>`;
  const price = (type: string, amount: string, currency = 'USD') =>
    `<PRODUCT_PRICE_DETAILS><PRODUCT_PRICE price_type="${type}"><PRICE_AMOUNT>${amount}</PRICE_AMOUNT><PRICE_CURRENCY>${currency}</PRICE_CURRENCY></PRODUCT_PRICE></PRODUCT_PRICE_DETAILS>`;
  for (const [more, said] of [
    [price('gros_list', '10'), 'without tax'],
    [price('net_list', '0.000001'), 'whole cents'],
    [price('net_list', '10', 'CHF'), 'CHF'],
    [price('net_list', 'ten'), 'such as 12.50'],
  ] as const) {
    const { errors } = await dryRun(row(more));
    expect(errors.map(({ message }) => message).join(' ')).toContain(said);
  }
  const bomb = `<?xml version="1.0"?><!DOCTYPE BMECAT [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "&a;&a;&a;">]>`;
  const safe = await dryRun(bomb + row(price('net_list', '10')).replace('Wrong', 'Wrong &b;'));
  expect(safe.rows[0]?.name.length).toBeLessThan(30);
  const refused = async (body: string) => {
    const answer = await send(body);
    return [answer.status, ((await answer.json()) as { message: string }).message];
  };
  const cut = row(price('net_list', '10')).slice(0, -30);
  expect(await refused(cut)).toEqual([415, 'This BMEcat file is damaged, or cut off before its end.']);
  expect(await refused(`<BMECAT>${'<a>'.repeat(100)}`)).toEqual([
    415,
    'This BMEcat file is damaged, or cut off before its end.',
  ]);
  expect(await refused('<BMECAT version="2005.2"><T_NEW_CATALOG/></BMECAT>')).toEqual([
    415,
    'There are no products in this BMEcat file.',
  ]);
});
