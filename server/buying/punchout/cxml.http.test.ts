import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { type BuyersSystem, buyersSystem, fieldsOf } from './buyer-for-tests.ts';
import { attributeOf, childrenOf, type Element, elementAt, readXml, textAt } from './cxml-read.ts';

let database: Database;
let shop: TestShop;
let hub: BuyersSystem;
let vice: Tool;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
  hub = await buyersSystem(shop, 'Hub', { kind: 'cxml', units: { C62: 'EA', BX: 'BOX' } });
  vice = await shop.tool({
    name: 'Vice',
    sku: 'VICE-9',
    price: 12.43,
    priceUnit: 100,
    packs: [{ code: 'BX', name: 'Box', pieces: 12 }],
    availableQuantity: 100_000,
  });
});
afterAll(() => shop.close());

interface Sent {
  secret?: string;
  payload?: string;
  doctype?: string;
}
let messages = 0;
const messageOf = (
  request: string,
  { secret = hub.connection.secret, payload = `p-${++messages}`, doctype = '' }: Sent = {},
) => `<?xml version="1.0" encoding="UTF-8"?>
${doctype === '' ? '<!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.050/cXML.dtd">' : doctype}
<cXML payloadID="${payload}" timestamp="2026-01-23T16:00:06-01:00" xml:lang="en-US"><Header>
<From><Credential domain="NetworkId"><Identity>AN0123</Identity></Credential></From>
<To><Credential domain="DUNS"><Identity>shop</Identity></Credential></To>
<Sender><Credential domain="NetworkId"><Identity>${hub.connection.username}</Identity><SharedSecret>${secret}</SharedSecret></Credential><UserAgent>Hub 1.1</UserAgent></Sender>
</Header><Request deploymentMode="test">${request}</Request></cXML>`;
const send = async (body: string, type = 'text/xml; charset=utf-8') => {
  const answer = await shop.app.fetch(
    new Request('http://shop.test/punchout/cxml', { method: 'POST', body, headers: { 'content-type': type } }),
  );
  const text = await answer.text();
  const root = readXml(text);
  const status = elementAt(root, 'Response/Status');
  return { http: answer.status, text, root, code: attributeOf(status, 'code'), says: status?.text ?? '' };
};
const setup = (operation = 'create', inner = '', url = 'https://hub.buyer.example/return') =>
  `<PunchOutSetupRequest operation="${operation}"><BuyerCookie>cookie &amp; 7</BuyerCookie><BrowserFormPost><URL>${url}</URL></BrowserFormPost>${inner}</PunchOutSetupRequest>`;
const item = (
  quantity: number | string,
  price: string,
  { unit = 'EA', sku = 'VICE-9', basis = '', currency = 'USD' } = {},
) =>
  `<ItemOut quantity="${quantity}" lineNumber="1"><ItemID><SupplierPartID>${sku}</SupplierPartID></ItemID><ItemDetail><UnitPrice><Money currency="${currency}">${price}</Money></UnitPrice><Description xml:lang="en">x</Description><UnitOfMeasure>${unit}</UnitOfMeasure>${basis}</ItemDetail></ItemOut>`;
const PER_100 =
  '<PriceBasisQuantity quantity="100" conversionFactor="1"><UnitOfMeasure>EA</UnitOfMeasure></PriceBasisQuantity>';
const orderRequest = (id: string, items: string, more = '') =>
  `<OrderRequest><OrderRequestHeader orderID="${id}" orderDate="2026-01-12T18:41:29-08:00" type="new"><Total><Money currency="USD">1.00</Money></Total>
<ShipTo><Address><Name xml:lang="en">Acme</Name><PostalAddress><DeliverTo>Joe Smith</DeliverTo><Street>1 Dock Road</Street><City>Bergen</City><PostalCode>5003</PostalCode><Country isoCountryCode="NO">Norway</Country></PostalAddress><Phone><TelephoneNumber><CountryCode isoCountryCode="NO">47</CountryCode><AreaOrCityCode>55</AreaOrCityCode><Number>123456</Number></TelephoneNumber></Phone></Address></ShipTo>${more}</OrderRequestHeader>${items}</OrderRequest>`;
const ordersOf = async () =>
  (await (await shop.call('GET', `/order?companyId=${hub.company._id}`, { as: hub.mia.token })).json()) as Order[];
const startOf = (root: Element) => textAt(root, 'Response/PunchOutSetupResponse/StartPage/URL');

it('a profile says what the shop answers; a wrong secret is status 401 in cXML', async () => {
  const { code, root, http } = await send(messageOf('<ProfileRequest/>'));
  expect([http, code]).toEqual([200, '200']);
  const transactions = childrenOf(elementAt(root, 'Response/ProfileResponse'), 'Transaction');
  expect(transactions.map((each) => attributeOf(each, 'requestName'))).toEqual([
    'ProfileRequest',
    'PunchOutSetupRequest',
    'OrderRequest',
  ]);
  expect(await send(messageOf('<ProfileRequest/>', { secret: 'wrong' }))).toMatchObject({ http: 200, code: '401' });
  expect(await send(messageOf(setup(), { secret: '' }))).toMatchObject({ code: '401' });
});

it('a setup leads to one visit within ten minutes, and the basket comes back as an order message', async () => {
  const { code, root } = await send(messageOf(setup()));
  expect(code).toBe('200');
  const start = new URL(startOf(root));
  expect(start.origin).toBe('http://shop.test');
  const head = await shop.app.fetch(new Request(start, { method: 'HEAD' }));
  expect(head.status).toBe(405);
  const opened = await Promise.all([1, 2, 3].map(() => hub.open(start.pathname)));
  expect(opened.map(({ status }) => status).toSorted()).toEqual([303, 410, 410]);
  const visit = opened.find(({ status }) => status === 303)!.location.replace(/\/$/, '');
  await hub.open(`${visit}/basket`, { form: { tool: vice._id, quantity: '3', unit: 'BX' } });
  const given = await hub.open(`${visit}/give-back`, { form: {} });
  expect(given.text).toContain('action="https://hub.buyer.example/return"');
  const message = readXml(fieldsOf(given.text)['cXML-urlencoded'] ?? '');
  expect(textAt(message, 'Header/From/Credential/Identity')).toBe('shop');
  expect(textAt(message, 'Header/To/Credential/Identity')).toBe('AN0123');
  const order = elementAt(message, 'Message/PunchOutOrderMessage');
  expect(textAt(order, 'BuyerCookie')).toBe('cookie & 7');
  expect(attributeOf(elementAt(order, 'PunchOutOrderMessageHeader'), 'operationAllowed')).toBe('edit');
  // 36 pieces at 12.43 for 100.
  expect(textAt(order, 'PunchOutOrderMessageHeader/Total/Money')).toBe('4.47');
  const line = elementAt(order, 'ItemIn');
  expect(attributeOf(line, 'quantity')).toBe('3');
  expect(textAt(line, 'ItemID/SupplierPartID')).toBe('VICE-9');
  expect(textAt(line, 'ItemDetail/UnitPrice/Money')).toBe('149.16');
  expect(textAt(line, 'ItemDetail/UnitOfMeasure')).toBe('BOX');
  expect(attributeOf(elementAt(line, 'ItemDetail/PriceBasisQuantity'), 'quantity')).toBe('100');
  expect(
    elementAt(line, 'ItemDetail')
      ?.children.map(({ name }) => name)
      .slice(0, 5),
  ).toEqual(['UnitPrice', 'Description', 'UnitOfMeasure', 'PriceBasisQuantity', 'Classification']);
});

it('an address that begins a visit is too old after ten minutes', async () => {
  const { root } = await send(messageOf(setup()));
  await database.raw(`update punchout_visits set start_until = now() - interval '1 second' where token_hash is null`);
  expect((await hub.open(new URL(startOf(root)).pathname)).status).toBe(410);
});

it('edit opens the basket as it was, inspect only shows it', async () => {
  const items = item('2', '149.16', { unit: 'BOX', basis: PER_100.replaceAll('EA', 'BOX') });
  for (const [operation, allowed] of [
    ['edit', 'edit'],
    ['inspect', 'inspect'],
  ]) {
    const { root } = await send(messageOf(setup(operation, items)));
    const { location } = await hub.open(new URL(startOf(root)).pathname);
    expect(location).toMatch(/\/basket$/);
    const visit = location.replace(/\/basket$/, '');
    const page = await hub.open(location);
    expect(page.text).toContain('value="2"');
    expect(page.text.includes('Update quantities')).toBe(operation === 'edit');
    const given = await hub.open(`${visit}/give-back`, { form: {} });
    const message = readXml(fieldsOf(given.text)['cXML-urlencoded'] ?? '');
    const header = elementAt(message, 'Message/PunchOutOrderMessage/PunchOutOrderMessageHeader');
    expect(attributeOf(header, 'operationAllowed')).toBe(allowed);
  }
});

describe('an OrderRequest', () => {
  it('is an order on account of the company, once for its number and message, however often it is sent at once', async () => {
    const body = messageOf(orderRequest('PO-1', item('200', '12.43', { basis: PER_100 })), { payload: 'first' });
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(body)));
    expect(answers.map(({ code, says }) => (code === '200' ? code : says))).toEqual(['200', '200', '200', '200']);
    const placed = await ordersOf();
    expect(placed).toHaveLength(1);
    expect(placed[0]).toMatchObject({
      purchaseOrder: 'PO-1',
      onAccount: true,
      state: 'open',
      goods: 24.86,
      name: 'Joe Smith',
      phone: '+47 55 123456',
      country: 'NO',
      deliveryAddress: { street: '1 Dock Road', town: 'Bergen', extra: 'Acme' },
    });
    expect(answers[0]?.says).toContain(placed[0]?.number);
    const other = await send(
      messageOf(orderRequest('PO-1', item('1', '12.43', { basis: PER_100 })), { payload: 'other' }),
    );
    expect(other.code).toBe('409');
    expect(await ordersOf()).toHaveLength(1);
  });

  it('takes the price of a piece and of a box as it takes that of a hundred', async () => {
    const before = (await ordersOf()).length;
    expect(await send(messageOf(orderRequest('PO-2', item('100', '0.1243'))))).toMatchObject({ code: '200' });
    expect(await send(messageOf(orderRequest('PO-3', item('2', '1.4916', { unit: 'BOX' }))))).toMatchObject({
      code: '200',
    });
    expect((await ordersOf()).length).toBe(before + 2);
  });

  it.each([
    ['another price', orderRequest('PO-X', item('100', '0.12')), '409'],
    ['the price of a piece for a box', orderRequest('PO-X', item('2', '0.1243', { unit: 'BOX' })), '409'],
    ['another currency', orderRequest('PO-X', item('100', '0.1243', { currency: 'EUR' })), '406'],
    ['an unknown product', orderRequest('PO-X', item('1', '1', { sku: 'NONE' })), '406'],
    ['an unknown unit', orderRequest('PO-X', item('1', '1', { unit: 'PAL' })), '406'],
    ['half a piece', orderRequest('PO-X', item('1.5', '0.1243')), '406'],
    ['more than there is', orderRequest('PO-X', item('900000', '0.1243')), '409'],
    ['no number', orderRequest('', item('100', '0.1243')), '406'],
    ['a change of an order', orderRequest('PO-1', item('1', '1')).replace('type="new"', 'type="update"'), '450'],
    ['a request of another kind', '<CatalogUploadRequest operation="new"/>', '450'],
    ['no request', '', '406'],
    ['no https address to give back to', setup('create', '', 'javascript:alert(1)'), '406'],
  ])('with %s is refused and places nothing', async (_what, request, code) => {
    const before = await database.raw('select count(*) from orders');
    const answer = await send(messageOf(request));
    expect(answer.code).toBe(code);
    expect(answer.says.trim().length).toBeGreaterThan(10);
    expect(await database.raw('select count(*) from orders')).toEqual(before);
  });

  it('of a company that has no terms is refused', async () => {
    const poor = await buyersSystem(shop, 'Poor', { kind: 'cxml' }, { termsDays: null });
    const body = messageOf(orderRequest('PO-9', item('100', '0.1243')))
      .replace(hub.connection.username, poor.connection.username)
      .replace(hub.connection.secret, poor.connection.secret);
    expect(await send(body)).toMatchObject({ code: '409' });
  });
});

describe('a document', () => {
  const LAUGHS = '<!DOCTYPE cXML [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
  it.each([
    [
      'with entities of its own',
      () => messageOf('<ProfileRequest/>', { doctype: LAUGHS }).replace('Hub 1.1', '&b;'),
      '406',
    ],
    [
      'that fetches a file',
      () => messageOf('<ProfileRequest/>', { doctype: '<!DOCTYPE cXML [<!ENTITY x SYSTEM "file:///etc/passwd">]>' }),
      '406',
    ],
    ['that refers to an entity', () => messageOf('<ProfileRequest/>').replace('Hub 1.1', '&hub;'), '406'],
    ['that is cut off', () => messageOf('<ProfileRequest/>').slice(0, -9), '400'],
    ['whose elements cross', () => messageOf('<ProfileRequest></Request></ProfileRequest>'), '400'],
    ['too deep', () => messageOf(`${'<a>'.repeat(40)}${'</a>'.repeat(40)}`), '400'],
    ['of text alone', () => 'USERNAME=a', '400'],
  ])('%s is refused', async (_what, body, code) => {
    const answer = await send(body());
    expect([answer.http === 200 || answer.http === 413, answer.code]).toEqual([true, code]);
  });

  it('that is no XML, or too large, is refused by HTTP, too', async () => {
    expect(await send('{}', 'application/json')).toMatchObject({ http: 415 });
    expect(await send(`<cXML>${' '.repeat(2_200_000)}</cXML>`)).toMatchObject({ http: 413 });
    expect((await shop.app.fetch(new Request('http://shop.test/punchout/cxml'))).status).toBe(405);
  });
});

it('no secret and nothing that was sent stands in the log', async () => {
  const log = await shop.call('GET', `/punchout/${hub.connection._id}/log`, { as: hub.ada.token });
  const text = await log.text();
  expect(text).toContain('"what":"order"');
  expect(text).not.toContain(hub.connection.secret);
  expect(text).not.toContain('SharedSecret');
});
