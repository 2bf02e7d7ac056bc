import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MadeBuyerKey } from '#contract/buying/buyer-keys.ts';
import type { Company } from '#contract/buying/companies.ts';
import type { PriceList } from '#contract/catalogue/price-lists.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { Settings } from '#contract/office/settings.ts';
import { activate, join as joinCompany, openCompany, type Person } from '#server/buying/companies/company-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { complaintsOf } from './valid-bmecat-for-tests.ts';

let folder: string;
let shop: TestShop;
let ada: Person;
let alice: Person;
let bob: Person;
let carl: Person;
let company: Company;
let list: PriceList;
let screw: Tool;
let boxed: Tool;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bmecat-'));
  shop = await openTestShop(await freshDatabase(), { DATA_DIR: folder });
  ada = await shop.person('Ada', 'admin');
  [alice, bob, carl] = [await shop.person('Alice'), await shop.person('Bob'), await shop.person('Carl')];
  const attributes = [
    { key: 'reach', name: 'Reach <mm>', kind: 'number', unit: 'mm', isFacet: true },
    { key: 'alloy', name: 'Alloy', kind: 'choice', unit: null, isFacet: true },
  ];
  const now = (await (await shop.call('GET', '/attributes', { as: ada.token })).json()) as object[];
  await shop.call('PUT', '/attributes', { as: ada.token, body: [...now, ...attributes] });
  screw = await shop.tool({
    name: 'Screw <M8> & "nut"',
    description: `Zinc plated. ]]> \u0008 ${'x'.repeat(100)}`,
    sku: 'SCR-8',
    price: 12.34,
    priceUnit: 100,
    minOrderQuantity: 50,
    quantityStep: 50,
    priceBreaks: [
      { from: 1000, price: 11.5 },
      { from: 5000, price: 10.05 },
    ],
    packs: [
      { code: 'BX', name: 'Box', pieces: 250, gtin: '4006381333948' },
      { code: 'XYZ', name: 'Tray', pieces: 120 },
    ],
    weight: 12,
    gtin: '4006381333931',
    hsCode: '7318.15',
    origin: 'DE',
    unspsc: '31161500',
    category: 'Screws & bolts',
    attributes: [
      { key: 'reach', value: 40, unit: 'mm' },
      { key: 'alloy', value: 'Steel <A2>' },
    ],
  });
  boxed = await shop.tool({
    name: `Nail ${'n'.repeat(190)}`,
    sku: 'N'.repeat(40),
    price: 1.99,
    priceUnit: 10,
    minOrderQuantity: 24,
    quantityStep: 12,
    priceBreaks: [{ from: 144, price: 1.5 }],
    packs: [
      { code: 'PK', name: 'Pack', pieces: 12 },
      { code: 'CT', name: 'Karton', pieces: 144 },
    ],
    origin: 'RS',
  });
  await shop.tool({ name: 'Off sale', onSale: false, sku: 'OFF-1' });
  await shop.app.fetch(
    new Request(`http://shop.test/tool/${screw._id}/document?kind=datasheet&name=Sheet%20%26%20more&language=en`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.token}` },
      body: '%PDF-1.7\n1 0 obj\n',
    }),
  );
  company = await openCompany(shop, alice);
  await joinCompany(shop, { company, manager: alice, person: bob, role: 'accounts' });
  const made = await shop.call('POST', '/price-list', { as: ada.token, body: { name: 'Nord', percentOff: 10 } });
  list = (await made.json()) as PriceList;
  const own = { price: 10, priceBreaks: [{ from: 500, price: 9 }] };
  await shop.call('PUT', `/price-list/${list._id}/item/${screw._id}`, { as: ada.token, body: own });
  await shop.call('PUT', `/company/${company._id}/part-number/${screw._id}`, {
    as: alice.token,
    body: { number: 'N<1>' },
  });
  company = await activate(shop, ada, company, { priceList: list._id });
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true, force: true });
});

const FEED = '/feeds/bmecat.xml';
const ask = (as?: string, query = '', headers: Record<string, string> = {}) =>
  shop.call('GET', FEED + query, { ...(as === undefined ? {} : { as }), headers });
const read = async (as?: string, query = '') => {
  const answer = await ask(as, query);
  expect(answer.status).toBe(200);
  return answer.text();
};
const refusal = async (answer: Response) => [answer.status, ((await answer.json()) as ErrorBody).code];
const productIn = (catalogue: string, pid: string) =>
  catalogue.split('<PRODUCT mode="new">').find((each) => each.startsWith(`<SUPPLIER_PID>${pid}<`)) ?? '';
const setPublic = async (bmecat: boolean) => {
  const now = (await (await shop.call('GET', '/settings', { as: ada.token })).json()) as Settings;
  const answer = await shop.call('PUT', '/settings', { as: ada.token, body: { ...now, feeds: { bmecat } } });
  expect(answer.status).toBe(200);
};

describe('GET /feeds/bmecat.xml', () => {
  it('is valid by the schema, with price basis, units, packs, features, documents and numbers', async () => {
    const catalogue = await read(carl.token);
    expect(await complaintsOf(catalogue)).toEqual([]);
    const product = productIn(catalogue, 'SCR-8');
    for (const said of [
      '<DESCRIPTION_SHORT>Screw &lt;M8&gt; &amp; "nut"</DESCRIPTION_SHORT>',
      '<INTERNATIONAL_PID type="gtin">4006381333931</INTERNATIONAL_PID>',
      '<FEATURE><FNAME>Reach &lt;mm&gt;</FNAME><FVALUE>40</FVALUE><FUNIT>mm</FUNIT></FEATURE>',
      '<FNAME>Alloy</FNAME><FVALUE>Steel &lt;A2&gt;</FVALUE>',
      '<REFERENCE_FEATURE_SYSTEM_NAME>UNSPSC</REFERENCE_FEATURE_SYSTEM_NAME><REFERENCE_FEATURE_GROUP_ID>31161500<',
      '<ORDER_UNIT>C62</ORDER_UNIT><CONTENT_UNIT>C62</CONTENT_UNIT><NO_CU_PER_OU>1</NO_CU_PER_OU><PRICE_QUANTITY>100</PRICE_QUANTITY><QUANTITY_MIN>50</QUANTITY_MIN><QUANTITY_INTERVAL>50</QUANTITY_INTERVAL>',
      '<PACKING_UNIT><QUANTITY_MIN>250</QUANTITY_MIN><QUANTITY_MAX>250</QUANTITY_MAX><PACKING_UNIT_CODE>BX</PACKING_UNIT_CODE><PACKING_UNIT_DESCR>Box</PACKING_UNIT_DESCR><SUPPLIER_PID type="gtin">4006381333948</SUPPLIER_PID></PACKING_UNIT>',
      '<PACKING_UNIT_CODE>ZZ</PACKING_UNIT_CODE><PACKING_UNIT_DESCR>Tray</PACKING_UNIT_DESCR>',
      '<PRODUCT_PRICE price_type="net_list"><PRICE_AMOUNT>12.34</PRICE_AMOUNT><PRICE_CURRENCY>USD</PRICE_CURRENCY><LOWER_BOUND>1</LOWER_BOUND></PRODUCT_PRICE>',
      '<PRICE_AMOUNT>10.05</PRICE_AMOUNT><PRICE_CURRENCY>USD</PRICE_CURRENCY><LOWER_BOUND>5000</LOWER_BOUND>',
      '<MIME><MIME_TYPE>image/webp</MIME_TYPE><MIME_SOURCE>http://shop.test/pictures/hammer-640.webp</MIME_SOURCE><MIME_PURPOSE>normal</MIME_PURPOSE></MIME>',
      '<MIME_DESCR>Sheet &amp; more</MIME_DESCR><MIME_PURPOSE>data_sheet</MIME_PURPOSE>',
      '<CUSTOMS_NUMBER>7318.15</CUSTOMS_NUMBER>',
      '<COUNTRY_OF_ORIGIN>DE</COUNTRY_OF_ORIGIN>',
      '<WEIGHT>0.012</WEIGHT>',
    ])
      expect(product).toContain(said);
    expect(catalogue).not.toContain('OFF-1');
    expect(catalogue).toContain('<GROUP_NAME>Screws &amp; bolts</GROUP_NAME>');
    expect(catalogue).toMatch(/<PROD_ID>SCR-8<\/PROD_ID><CATALOG_GROUP_ID>1\.\d+<\/CATALOG_GROUP_ID>/);
  });

  it('counts in packs what is sold in whole packs alone, at their price to the cent', async () => {
    const product = productIn(await read(carl.token), boxed._id);
    expect(product).toContain(
      '<ORDER_UNIT>PK</ORDER_UNIT><CONTENT_UNIT>C62</CONTENT_UNIT><NO_CU_PER_OU>12</NO_CU_PER_OU><PRICE_QUANTITY>10</PRICE_QUANTITY><QUANTITY_MIN>2</QUANTITY_MIN><QUANTITY_INTERVAL>1</QUANTITY_INTERVAL>',
    );
    expect(product).toContain('<QUANTITY_MAX>12</QUANTITY_MAX><PACKING_UNIT_CODE>CT</PACKING_UNIT_CODE>');
    // Ten packs of 12 at 1.99 for ten pieces.
    expect(product).toContain('<PRICE_AMOUNT>23.88</PRICE_AMOUNT>');
    expect(product).toMatch(/<PRICE_AMOUNT>18\.00<\/PRICE_AMOUNT>.{0,60}<LOWER_BOUND>12<\/LOWER_BOUND>/);
    // The schema's list of countries is older than Serbia.
    expect(product).not.toContain('COUNTRY_OF_ORIGIN');
  });

  it("has a company's prices and part numbers for its members and keys, valid too", async () => {
    for (const as of [alice, bob]) {
      const product = productIn(await read(as.token), 'SCR-8');
      expect(product).toContain('<PRODUCT_PRICE price_type="net_customer"><PRICE_AMOUNT>10.00</PRICE_AMOUNT>');
      expect(product).toMatch(/<PRICE_AMOUNT>9\.00<\/PRICE_AMOUNT>.{0,60}<LOWER_BOUND>500<\/LOWER_BOUND>/);
      expect(product).toContain('<BUYER_PID type="buyer_specific">N&lt;1&gt;</BUYER_PID>');
      expect(product).not.toContain('12.34');
    }
    const body = { name: 'SAP', scopes: ['basket'], companyId: company._id };
    const made = await shop.call('POST', '/my-api-key', { as: alice.token, body });
    const { key } = (await made.json()) as MadeBuyerKey;
    const catalogue = await read(key);
    expect(await complaintsOf(catalogue)).toEqual([]);
    expect(catalogue).toContain(`<BUYER_NAME>${company.name}</BUYER_NAME>`);
    expect(productIn(catalogue, boxed._id)).toContain('<PRICE_AMOUNT>21.48</PRICE_AMOUNT>');
    expect(await read(alice.token, `?companyId=${company._id}`)).toBe(catalogue);
    expect(await refusal(await ask(key, '?companyId=another'))).toEqual([404, 'COMPANY_NOT_FOUND']);
  });

  it("refuses strangers a company's prices, keys that are for something else, and what it does not know", async () => {
    for (const id of [company._id, '01aaaaaaaaaaaaaaaaaaaaaaaa'])
      expect(await refusal(await ask(carl.token, `?companyId=${id}`))).toEqual([404, 'COMPANY_NOT_FOUND']);
    const made = await shop.call('POST', '/api-key', {
      as: ada.token,
      body: { name: 'Figures', scopes: ['figures'] },
    });
    const { key } = (await made.json()) as MadeBuyerKey;
    expect(await refusal(await ask(key))).toEqual([403, 'FORBIDDEN']);
    expect(await refusal(await ask(alice.token, '?company=x'))).toEqual([400, 'VALIDATION_ERROR']);
    expect((await shop.call('POST', FEED, { as: alice.token })).status).toBe(405);
  });

  it('is for everybody, at list prices, only where the owner says so', async () => {
    expect(await refusal(await ask())).toEqual([401, 'UNAUTHENTICATED']);
    await setPublic(true);
    const everybodys = await ask();
    expect([everybodys.status, everybodys.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=0, must-revalidate',
    ]);
    expect(productIn(await everybodys.text(), 'SCR-8')).toContain('net_list"><PRICE_AMOUNT>12.34<');
    expect(await refusal(await ask(undefined, `?companyId=${company._id}`))).toEqual([401, 'UNAUTHENTICATED']);
    expect(await refusal(await ask('made-up'))).toEqual([401, 'INVALID_TOKEN']);
    await setPublic(false);
    expect(await refusal(await ask())).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('answers who has it already that nothing changed, until a tool, a price or a number of theirs does', async () => {
    const first = await ask(alice.token);
    await first.text();
    expect(first.headers.get('cache-control')).toBe('private, max-age=0, must-revalidate');
    const etag = first.headers.get('etag') ?? '';
    const again = async (as = alice) => {
      const answer = await ask(as.token, '', { 'if-none-match': etag });
      await answer.text();
      return answer.status;
    };
    expect(await again()).toBe(304);
    expect(await again(carl)).toBe(200);
    await shop.call('PUT', `/price-list/${list._id}/item/${boxed._id}`, {
      as: ada.token,
      body: { price: 1.5, priceBreaks: [] },
    });
    expect(await again()).toBe(200);
  });

  it('says each tool once, however many there are', async () => {
    await shop.parts.database.raw(
      `insert into tools (id, name, description, image, price_cents, available_quantity, min_order_quantity, category)
       select 'cat-' || n, 'Cat ' || n, '', '/pictures/hammer-640.webp', 100, 1, 1, 'Many' from generate_series(1, 1100) n`,
    );
    const catalogue = await read(carl.token);
    const ids = [...catalogue.matchAll(/<SUPPLIER_PID>(cat-\d+)</g)].map(([, id]) => id);
    const mapped = [...catalogue.matchAll(/<PROD_ID>(cat-\d+)</g)].map(([, id]) => id);
    expect([ids.length, new Set(ids).size]).toEqual([1100, 1100]);
    expect(mapped).toEqual(ids);
    expect(await complaintsOf(catalogue)).toEqual([]);
  });
});
