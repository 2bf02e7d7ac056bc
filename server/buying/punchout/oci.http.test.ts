import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHash } from 'node:crypto';
import type { Company } from '#contract/buying/companies.ts';
import { activate } from '#server/buying/companies/company-for-tests.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { type BuyersSystem, buyersSystem, fieldsOf, HOOK } from './buyer-for-tests.ts';

let database: Database;
let shop: TestShop;
let yard: BuyersSystem;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
  yard = await buyersSystem(shop, 'Yard', {
    units: { C62: 'ST', BX: 'KAR' },
    groups: { '2711': 'HANDTOOL' },
    vendor: '0000471100',
  });
});
afterAll(() => shop.close());

const credentials = () => ({
  USERNAME: yard.connection.username,
  PASSWORD: yard.connection.secret,
  HOOK_URL: HOOK,
});
const companyNow = async () =>
  (await (await shop.call('GET', `/company/${yard.company._id}`, { as: yard.ada.token })).json()) as Company;
const put = (visit: string, tool: string, quantity: number, unit = '') =>
  yard.open(`${visit}/basket`, { form: { tool, quantity: String(quantity), unit, back: '/products' } });

it('a call becomes a visit under an address without name or password, by POST and by GET (OCI 4/5)', async () => {
  const posted = await yard.open('/punchout/oci', { form: credentials() });
  const got = await yard.open(`/punchout/oci?${new URLSearchParams(credentials()).toString()}`);
  for (const { status, location, headers, text } of [posted, got]) {
    expect(status).toBe(303);
    expect(location).toMatch(/^\/punchout\/visit\/[\w-]{43}\/$/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('set-cookie')).toBeNull();
    expect(location + text).not.toContain(yard.connection.secret);
    expect(location + text).not.toContain(yard.connection.username);
  }
  expect(posted.location).not.toBe(got.location);
  const written = await database.raw<{ row: string }>(
    `select row_to_json(v)::text as row from punchout_visits v union all select row_to_json(l)::text from punchout_log l`,
  );
  const token = posted.location.split('/')[3]!;
  expect(written.filter(({ row }) => row.includes(token) || row.includes(yard.connection.secret))).toEqual([]);
});

it.each([
  ['a wrong password', { PASSWORD: 'tbp_wrong' }, 401],
  ['another name', { USERNAME: 'oci-000000000000' }, 401],
  ['no name', { USERNAME: '' }, 401],
  ['no HOOK_URL', { HOOK_URL: '' }, 400],
  ['HOOK_URL over http', { HOOK_URL: 'http://sap.buyer.example/return' }, 400],
  ['HOOK_URL that runs', { HOOK_URL: 'javascript:alert(1)' }, 400],
  ['HOOK_URL with a password', { HOOK_URL: 'https://a:b@sap.buyer.example/' }, 400],
  ['HOOK_URL whose host would end the policy', { HOOK_URL: 'https://x;script-src/' }, 400],
  ['HOOK_URL of any host', { HOOK_URL: 'https://*/' }, 400],
  ['an unknown FUNCTION', { FUNCTION: 'ORDER' }, 400],
  ['DETAIL of nothing', { FUNCTION: 'DETAIL', PRODUCTID: 'nothing' }, 400],
  ['VALIDATE without PRODUCTID', { FUNCTION: 'VALIDATE' }, 400],
  ['BACKGROUND_SEARCH for nothing', { FUNCTION: 'BACKGROUND_SEARCH', SEARCHSTRING: ' ' }, 400],
])('%s is refused in words, and begins nothing', async (_what, more, status) => {
  const count = () => database.raw('select count(*) from punchout_visits');
  const before = await count();
  const answer = await yard.open('/punchout/oci', { form: { ...credentials(), ...more } });
  expect(answer.status).toBe(status);
  expect(answer.text).toContain('role="alert"');
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(await count()).toEqual(before);
  const asJson = await yard.open('/punchout/oci', { form: { ...credentials(), ...more }, headers: { accept: '*/*' } });
  expect(JSON.parse(asJson.text)).toMatchObject({ code: status === 401 ? 'UNAUTHENTICATED' : 'VALIDATION_ERROR' });
});

it('gives back every field in its length and form', async () => {
  const tool = await shop.tool({
    name: `Cabinet screws with a name that is longer than forty characters ${'x'.repeat(20)}`,
    description: 'Steel.\n"Zinc" & <blue>',
    sku: 'SCREW-4',
    price: 12.43,
    priceUnit: 100,
    packs: [{ code: 'BX', name: 'Karton', pieces: 12 }],
    availableQuantity: 10_000,
    unspsc: '27111500',
    category: 'Screws',
  });
  await shop.call('POST', `/company/${yard.company._id}/part-numbers`, {
    as: yard.mia.token,
    body: { text: 'SCREW-4\tM-0815' },
  });
  const plain = await shop.tool({ name: 'Mallet', price: 10.5 });
  const visit = await yard.visit();
  await put(visit, tool._id, 3, 'BX');
  await put(visit, plain._id, 7);
  const { status, text } = await yard.open(`${visit}/give-back`, { form: {} });
  expect(status).toBe(200);
  const { 'NEW_ITEM-LEADTIME[1]': days, 'NEW_ITEM-LEADTIME[2]': more, ...fields } = fieldsOf(text);
  expect(fields).toEqual({
    'NEW_ITEM-DESCRIPTION[1]': 'Cabinet screws with a name that is longe',
    'NEW_ITEM-MATNR[1]': 'M-0815',
    'NEW_ITEM-QUANTITY[1]': '3.000',
    'NEW_ITEM-UNIT[1]': 'KAR',
    // 100 boxes of twelve at 12.43 for 100 pieces: no cent is lost.
    'NEW_ITEM-PRICE[1]': '149.160',
    'NEW_ITEM-CURRENCY[1]': 'USD',
    'NEW_ITEM-PRICEUNIT[1]': '100',
    'NEW_ITEM-VENDOR[1]': '0000471100',
    'NEW_ITEM-VENDORMAT[1]': 'SCREW-4',
    'NEW_ITEM-MANUFACTMAT[1]': 'SCREW-4',
    'NEW_ITEM-MATGROUP[1]': 'HANDTOOL',
    'NEW_ITEM-EXT_PRODUCT_ID[1]': `${tool._id}:BX`,
    'NEW_ITEM-EXT_SCHEMA_TYPE[1]': 'UNSPSC',
    'NEW_ITEM-EXT_CATEGORY_ID[1]': '27111500',
    'NEW_ITEM-EXT_CATEGORY[1]': 'Screws',
    'NEW_ITEM-LONGTEXT_1:132[]': `${tool.name}\n${tool.description}`,
    'NEW_ITEM-DESCRIPTION[2]': 'Mallet',
    'NEW_ITEM-QUANTITY[2]': '7.000',
    'NEW_ITEM-UNIT[2]': 'ST',
    'NEW_ITEM-PRICE[2]': '10.500',
    'NEW_ITEM-CURRENCY[2]': 'USD',
    'NEW_ITEM-PRICEUNIT[2]': '1',
    'NEW_ITEM-VENDOR[2]': '0000471100',
    'NEW_ITEM-VENDORMAT[2]': plain._id,
    'NEW_ITEM-MANUFACTMAT[2]': plain._id,
    'NEW_ITEM-EXT_PRODUCT_ID[2]': plain._id,
    'NEW_ITEM-LONGTEXT_2:132[]': 'Mallet\nForged.',
  });
  expect([days, more].every((each) => /^\d{1,5}$/.test(each ?? ''))).toBe(true);
  expect(text).toContain(`<form method="post" action="${HOOK}" accept-charset="utf-8">`);
});

it("a visit shows the company's prices and part numbers, and its own basket", async () => {
  const list = await shop.call('POST', '/price-list', { as: yard.ada.token, body: { name: 'Yard', percentOff: 20 } });
  const { _id } = (await list.json()) as { _id: string };
  await activate(shop, yard.ada, await companyNow(), { priceList: _id });
  const tool = await shop.tool({ name: 'Priced plane', sku: 'PLANE-P', price: 50 });
  const [one, other] = [await yard.visit(), await yard.visit()];
  const found = await yard.open(`${one}/products?q=Priced+plane`);
  expect(found.status).toBe(200);
  expect(found.text).toContain('$40.00 each');
  expect(found.text).not.toContain('$50.00');
  expect((await yard.open(`${one}/products/${tool._id}`)).text).toContain('$40.00 each');
  expect(await put(one, tool._id, 2)).toMatchObject({
    status: 303,
    location: `${one}/products?added=Priced+plane`,
  });
  expect((await yard.open(`${one}/basket`)).text).toContain('$80.00');
  expect((await yard.open(`${other}/basket`)).text).toContain('The basket is empty');
  expect((await (await shop.call('GET', '/my-basket', { as: yard.mia.token })).json()) as object).toMatchObject({
    lines: [],
  });
});

it('a visit needs no cookie, heeds none, and may be framed by its buyer alone', async () => {
  const framed = await buyersSystem(shop, 'Framed', { hosts: ['portal.buyer.example', 'sap.buyer.example'] });
  const visit = await framed.visit();
  const cookie = await shop.sessionCookie(yard.ada.sessionId);
  const { headers, text, status } = await framed.open(`${visit}/`, { headers: { cookie } });
  expect(status).toBe(200);
  expect(text).toContain('Buying for Framed');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("frame-ancestors 'self' https://sap.buyer.example https://portal.buyer.example");
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  expect(headers.get('set-cookie')).toBeNull();
  expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
  expect((await framed.open('/docs')).headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  const elsewhere = await framed.open('/punchout/oci', {
    form: {
      USERNAME: framed.connection.username,
      PASSWORD: framed.connection.secret,
      HOOK_URL: 'https://other.example/',
    },
  });
  expect(elsewhere.status).toBe(400);
});

it('what a form of another site sends is refused, and changes nothing', async () => {
  const tool = await shop.tool({ name: 'Forged by others' });
  const visit = await yard.visit();
  const form = { tool: tool._id, quantity: '1' };
  for (const headers of [
    { 'sec-fetch-site': 'cross-site', origin: 'http://shop.test' },
    { origin: 'https://sap.buyer.example' },
    { origin: 'null' },
  ] as Record<string, string>[])
    for (const path of ['basket', 'give-back', 'leave'])
      expect((await yard.open(`${visit}/${path}`, { form, headers })).status).toBe(403);
  expect((await yard.open(`${visit}/basket`)).text).toContain('The basket is empty');
});

it('a visit ends after 60 minutes, with its connection, and with the rights of its person', async () => {
  const gone = await buyersSystem(shop, 'Gone');
  const [late, stopped, held, removed] = [
    await gone.visit(),
    await gone.visit(),
    await gone.visit(),
    await gone.visit(),
  ];
  await database.raw(
    `update punchout_visits set expires_at = expires_at - interval '61 minutes'
     where id = (select id from punchout_visits where connection_id = $1 order by created_at limit 1)`,
    [gone.connection._id],
  );
  const over = await gone.open(`${late}/basket`);
  expect(over.status).toBe(410);
  expect(over.text).toContain('This visit is over');
  expect(over.headers.get('content-security-policy')).toContain('https://sap.buyer.example');
  await database.raw('update users set banned = true where id = $1', [gone.mia.userId]);
  expect((await gone.open(`${stopped}/`)).status).toBe(403);
  await database.raw('update users set banned = false where id = $1', [gone.mia.userId]);
  await database.raw(`update companies set status = 'on-hold' where id = $1`, [gone.company._id]);
  expect((await gone.open(`${held}/give-back`, { form: {} })).status).toBe(409);
  await database.raw(`update companies set status = 'active' where id = $1`, [gone.company._id]);
  expect((await gone.open(`${removed}/`)).status).toBe(200);
  await shop.call('DELETE', `/punchout/${gone.connection._id}`, { as: gone.ada.token });
  expect((await gone.open(`${removed}/`)).status).toBe(410);
});

it('what cannot be ordered is said at its line and not given back', async () => {
  const tool = await shop.tool({ name: 'By fives', quantityStep: 5, minOrderQuantity: 10, availableQuantity: 20 });
  const visit = await yard.visit();
  await put(visit, tool._id, 12);
  const refused = await yard.open(`${visit}/give-back`, { form: {} });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain('It is sold in steps of 5 pieces. The nearest quantity is 10.');
  const wrong = await yard.open(`${visit}/basket`, { form: { all: 'yes', [`quantity.${tool._id}`]: '1.5' } });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain('Enter a whole number as the quantity of By fives.');
  // The button of the basket saves what was typed beside it.
  const given = await yard.open(`${visit}/give-back`, { form: { all: 'yes', [`quantity.${tool._id}`]: '15' } });
  expect(fieldsOf(given.text)).toMatchObject({ 'NEW_ITEM-QUANTITY[1]': '15.000' });
  await yard.open(`${visit}/basket`, { form: { tool: tool._id, remove: 'yes' } });
  expect((await yard.open(`${visit}/basket`)).text).toContain('The basket is empty');
  expect(fieldsOf((await yard.open(`${visit}/leave`, { form: {} })).text)).toEqual({});
});

it('DETAIL shows one product and changes nothing, VALIDATE and BACKGROUND_SEARCH answer at once', async () => {
  const tool = await shop.tool({
    name: 'Validated vice',
    sku: 'VAL-1',
    price: 30,
    packs: [{ code: 'BX', name: 'Box', pieces: 4 }],
  });
  const detail = await yard.open('/punchout/oci', {
    form: { ...credentials(), FUNCTION: 'DETAIL', PRODUCTID: tool._id },
  });
  expect(detail.location).toMatch(new RegExp(`/products/${tool._id}$`));
  const page = await yard.open(detail.location);
  expect(page.text).toContain('Validated vice');
  expect(page.text).not.toContain('Add to basket');
  const base = detail.location.replace(/\/products.*/, '');
  expect((await put(base, tool._id, 1)).status).toBe(422);
  const validated = await yard.open('/punchout/oci', {
    form: { ...credentials(), FUNCTION: 'VALIDATE', PRODUCTID: `${tool._id}:BX`, QUANTITY: '2.000' },
  });
  expect(fieldsOf(validated.text)).toMatchObject({
    'NEW_ITEM-QUANTITY[1]': '2.000',
    'NEW_ITEM-UNIT[1]': 'KAR',
    'NEW_ITEM-PRICE[1]': '96.000',
    'NEW_ITEM-EXT_PRODUCT_ID[1]': `${tool._id}:BX`,
  });
  const unknown = await yard.open('/punchout/oci', {
    form: { ...credentials(), FUNCTION: 'VALIDATE', PRODUCTID: 'gone' },
  });
  expect([unknown.status, fieldsOf(unknown.text)]).toEqual([200, {}]);
  const search = await yard.open('/punchout/oci', {
    form: { ...credentials(), FUNCTION: 'BACKGROUND_SEARCH', SEARCHSTRING: 'Validated vice' },
  });
  expect(fieldsOf(search.text)).toMatchObject({ 'NEW_ITEM-VENDORMAT[1]': 'VAL-1', 'NEW_ITEM-PRICE[1]': '24.000' });
});

it('a page may run and style only what it was made with', async () => {
  const visit = await yard.visit();
  for (const { text, headers } of [await yard.open(`${visit}/`), await yard.open(`${visit}/leave`, { form: {} })]) {
    const policy = headers.get('content-security-policy') ?? '';
    const inline = [...text.matchAll(/<(style|script)>([^]*?)<\/\1>/g)];
    expect(inline.length).toBeGreaterThan(0);
    for (const [, tag, content = ''] of inline)
      expect(policy).toContain(`${tag}-src 'sha256-${createHash('sha256').update(content).digest('base64')}'`);
  }
});

it('hostile texts stand in a visit as text', async () => {
  const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
  const tool = await shop.tool({ name: `Nasty ${hostile}`, sku: `S${hostile}`.slice(0, 60), description: hostile });
  const visit = await yard.visit();
  await put(visit, tool._id, 1);
  const pages = [
    await yard.open(`${visit}/products?q=${encodeURIComponent(hostile)}&added=${encodeURIComponent(hostile)}`),
    await yard.open(`${visit}/products/${tool._id}`),
    await yard.open(`${visit}/basket`),
    await yard.open(`${visit}/give-back`, { form: {} }),
  ];
  for (const { text } of pages) {
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img src=x');
  }
  const back = await yard.open(`${visit}/basket`, {
    form: { tool: tool._id, quantity: '1', back: '//evil.example/products' },
  });
  expect(back.location).toContain(`${visit}/basket?`);
});

it('the log says what came, without what was sent', async () => {
  const logged = await shop.call('GET', `/punchout/${yard.connection._id}/log`, { as: yard.ada.token });
  const entries = (await logged.json()) as { what: string; ok: boolean; said: string }[];
  expect(new Set(entries.map(({ what }) => what))).toEqual(
    new Set(['visit', 'detail', 'validate', 'search', 'give-back', 'other']),
  );
  expect(entries.find(({ what }) => what === 'other')).toMatchObject({ ok: false });
  expect(JSON.stringify(entries)).not.toContain('tbp_');
  const listed = await shop.call('GET', '/punchout', { as: yard.ada.token });
  expect(
    ((await listed.json()) as { _id: string; last: object }[]).find(({ _id }) => _id === yard.connection._id),
  ).toMatchObject({
    last: { ok: true },
  });
});
