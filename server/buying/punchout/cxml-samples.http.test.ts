import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { PunchoutLogEntry, PunchoutTry } from '#contract/buying/punchout.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { type BuyersSystem, buyersSystem, fieldsOf, sendCxml } from './buyer-for-tests.ts';

/* Messages built as those of hubs and of public samples are: with comments, other cases, CDATA, attachments and what the shop does not read. */

let database: Database;
let shop: TestShop;
let hub: BuyersSystem;
let chair: Tool;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
  hub = await buyersSystem(shop, 'Hub', { kind: 'cxml', units: { C62: 'EA', BX: 'BOX' } });
  chair = await shop.tool({
    name: 'Desk chair',
    sku: '5555',
    price: 104.99,
    priceUnit: 10,
    packs: [{ code: 'BX', name: 'Box', pieces: 2 }],
    availableQuantity: 10_000,
  });
});
afterAll(() => shop.close());

const DOCTYPE = '<!DOCTYPE cXML SYSTEM "http://xml.cXML.org/schemas/cXML/1.2.050/cXML.dtd">';
interface Enveloped {
  payload: string;
  doctype?: string;
  /** What stands beside the header. */
  inner: string;
}
const envelope = ({ payload, doctype = DOCTYPE, inner }: Enveloped) => `<?xml version="1.0" encoding="UTF-8"?>
${doctype}
<cXML payloadID="${payload}"
      timestamp="2000-10-12T18:39:09-08:00">
    <Header>
        <From>
            <!-- The buying marketplace & its <member> organization. -->
            <Credential domain="NetworkId">
                <Identity>inbound@hub.example</Identity>
            </Credential>
            <Credential domain="DUNS"><Identity>83528721</Identity></Credential>
        </From>
        <To>
            <Credential domain="NetworkId">
                <Identity>supplier@supplier.example</Identity>
            </Credential>
        </To>
        <Sender>
            <Credential domain="NetworkId">
                <Identity>${hub.connection.username}</Identity>
                <SharedSecret>${hub.connection.secret}</SharedSecret>
            </Credential>
            <UserAgent>Supplier’s Super Order Processor</UserAgent>
        </Sender>
    </Header>
    ${inner}
</cXML>`;
const request = (inner: string) => `<Request deploymentMode="test">\n${inner}\n</Request>`;
const address = (role: string) => `<${role}><Address addressID="7" isoCountryCode="US">
  <Name xml:lang="en">Acme</Name>
  <PostalAddress name="default">
    <DeliverTo>Joe Smith</DeliverTo><DeliverTo>Mailstop M-543</DeliverTo>
    <Street>123 Anystreet</Street><City>Sunnyvale</City><State>CA</State><PostalCode>90489</PostalCode>
    <Country isoCountryCode="US">United States</Country>
  </PostalAddress>
  <Email name="default" preferredLang="en-US">joe@acme.example</Email>
  <Phone name="personal"><TelephoneNumber><CountryCode isoCountryCode="US">1</CountryCode><AreaOrCityCode>800</AreaOrCityCode><Number>5551212</Number></TelephoneNumber></Phone>
</Address></${role}>`;
const order = (id: string, { type = 'new', quantity = '10', price = '10.499', currency = 'USD', more = '' } = {}) =>
  request(`<OrderRequest>
  <OrderRequestHeader orderID="${id}" orderDate="2000-10-12T18:41:29-08:00" type="${type}" orderType="regular">
    <Total><Money currency="${currency}">104.99</Money></Total>
    ${address('ShipTo')}${address('BillTo')}
    <Tax><Money currency="${currency}">0.00</Money><Description xml:lang="en">none</Description></Tax>
    <PaymentTerm payInNumberOfDays="30"/>
    <Comments xml:lang="en-US">Ring the bell<Attachment><URL>delivery-note.pdf</URL></Attachment></Comments>
    <Extrinsic name="requester">7&#xA;8</Extrinsic>${more}
  </OrderRequestHeader>
  <ItemOut quantity="${quantity}" requestedDeliveryDate="2020-02-28T00:00:00+00:00" lineNumber="1">
    <ItemID><SupplierPartID>5555</SupplierPartID><BuyerPartID>KD5555</BuyerPartID></ItemID>
    <ItemDetail>
      <UnitPrice><Money currency="${currency}">${price}</Money></UnitPrice>
      <Description xml:lang="en"><ShortName><![CDATA[Excelsior <Desk> & Chair]]></ShortName></Description>
      <UnitOfMeasure>EA</UnitOfMeasure>
      <Classification domain="custom">0</Classification>
      <ManufacturerPartID/><Extrinsic name="x"><a b='1'/></Extrinsic>
    </ItemDetail>
    <Comments type="test" xml:lang="">Test comment</Comments>
    <Distribution><Accounting name="x"/><Charge><Money currency="USD">1</Money></Charge></Distribution>
  </ItemOut>
</OrderRequest>`);
const SETUP = request(`<PunchOutSetupRequest operation="create">
  <BuyerCookie>550bce3e592023b2e7b015307f965133</BuyerCookie>
  <Extrinsic name="UserEmail">john-doe@domain.example</Extrinsic>
  <BrowserFormPost><URL>https://hub.example/hook-url</URL></BrowserFormPost>
  <SupplierSetup><URL>http://workchairs.example/cxml</URL></SupplierSetup>
  ${address('ShipTo')}
  <SelectedItem><ItemID><SupplierPartID>4545321</SupplierPartID><BuyerPartID>II99825</BuyerPartID></ItemID></SelectedItem>
  <ItemOut quantity="2" requestedDeliveryDate="2023-01-23T16:00:06-01:00" lineNumber="10">
    <ItemID><SupplierPartID>unknown</SupplierPartID></ItemID>
    <ItemDetail><UnitPrice><Money currency="EUR">763.20</Money></UnitPrice><Description xml:lang="en"><ShortName>Chair</ShortName></Description><UnitOfMeasure>EA</UnitOfMeasure><Classification domain="UNSPSC">ean1234</Classification></ItemDetail>
  </ItemOut>
</PunchOutSetupRequest>`);
const FULFILL = DOCTYPE.replace('cXML.dtd', 'Fulfill.dtd');

it.each([
  [
    'a profile without a document type',
    { payload: 's-1', doctype: '', inner: '<Request><ProfileRequest /></Request>' },
    '200',
  ],
  ['a setup with items of before and an unknown selected item', { payload: 's-2', inner: SETUP }, '200'],
  ['an order with attachments, CDATA, taxes and extrinsics', { payload: 's-3', inner: order('DO1234') }, '200'],
  ['an order in another currency', { payload: 's-4', inner: order('DO1235', { currency: 'EUR' }) }, '406'],
  [
    'a status update',
    {
      payload: 's-5',
      inner: request(
        '<StatusUpdateRequest><DocumentReference payloadID="0c30"/><Status code="200" text="OK" xml:lang="en-US">Forwarded</Status></StatusUpdateRequest>',
      ),
    },
    '450',
  ],
  [
    'a ship notice',
    {
      payload: 's-6',
      doctype: FULFILL,
      inner: request(
        '<ShipNoticeRequest><ShipNoticeHeader shipmentID="S2" noticeDate="2000-10-14T18:39:09-08:00"/></ShipNoticeRequest>',
      ),
    },
    '450',
  ],
  ['a catalogue', { payload: 's-7', inner: request('<CatalogUploadRequest operation="new"/>') }, '450'],
  ['a message that is no request', { payload: 's-8', inner: '<Message><PunchOutOrderMessage/></Message>' }, '406'],
] as [string, Enveloped, string][])('%s is answered as the standard has it', async (_what, sent, code) => {
  const answer = await sendCxml(shop, envelope(sent));
  expect([answer.code, answer.says.length > 5]).toEqual([code, true]);
});

describe('an order that is withdrawn (type delete)', () => {
  const orders = async () =>
    (await (await shop.call('GET', `/order?companyId=${hub.company._id}`, { as: hub.mia.token })).json()) as Order[];
  const orderOf = async (id: string) => (await orders()).find(({ purchaseOrder }) => purchaseOrder === id);
  const stock = async () => ((await (await shop.call('GET', `/tool/${chair._id}`)).json()) as Tool).availableQuantity;

  it('is closed while nothing of it left, and answered again', async () => {
    const before = await stock();
    expect((await sendCxml(shop, envelope({ payload: 'w-1', inner: order('PO-1') }))).code).toBe('200');
    expect(await stock()).toBe(before - 10);
    const more = '<DocumentReference payloadID="w-1"/>';
    const remove = (payload: string) =>
      sendCxml(shop, envelope({ payload, inner: order('PO-1', { type: 'delete', more }) }));
    const answers = [await remove('w-2'), await remove('w-2')];
    expect(answers.map(({ code }) => code)).toEqual(['200', '200']);
    expect(answers.map(({ says }) => says.replace(/\d+/, 'N'))).toEqual([
      'Order N was withdrawn',
      'Order N was withdrawn before',
    ]);
    expect(await stock()).toBe(before);
    expect(await orderOf('PO-1')).toMatchObject({ closed: { reason: 'Withdrawn by Hub in its own system' } });
    // Its number stays taken: the same message orders nothing anew.
    const again = await sendCxml(shop, envelope({ payload: 'w-1', inner: order('PO-1') }));
    expect(again.says).toContain('was placed before');
    expect(await stock()).toBe(before);
  });

  it('is refused once something of it left, and where no such order came', async () => {
    await sendCxml(shop, envelope({ payload: 'w-3', inner: order('PO-2') }));
    const placed = (await orderOf('PO-2'))!;
    const lines = [{ toolId: chair._id, quantity: 4 }];
    await shop.call('POST', `/order/${placed._id}/shipment`, { as: hub.ada.token, body: { lines, carrier: 'Post' } });
    const late = await sendCxml(shop, envelope({ payload: 'w-4', inner: order('PO-2', { type: 'delete' }) }));
    expect([late.code, late.says]).toEqual(['409', expect.stringContaining('has been shipped')]);
    const unknown = await sendCxml(shop, envelope({ payload: 'w-5', inner: order('PO-9', { type: 'delete' }) }));
    expect(unknown.code).toBe('406');
    const more = '<DocumentReference payloadID="other"/>';
    const other = await sendCxml(shop, envelope({ payload: 'w-6', inner: order('PO-2', { type: 'delete', more }) }));
    expect(other.code).toBe('409');
    expect(await orderOf('PO-2')).not.toHaveProperty('closed');
  });
});

describe('a try-out', () => {
  const tryIt = async ({ connection, ada }: BuyersSystem) => {
    const answer = await shop.call('POST', `/punchout/${connection._id}/try`, { as: ada.token });
    expect(answer.status).toBe(201);
    const { address: begin } = (await answer.json()) as PunchoutTry;
    return new URL(begin).pathname;
  };

  it.each(['oci', 'cxml'])(
    'by %s shows what would come back as a table, and says nothing of the buyer',
    async (kind) => {
      const yard = kind === 'cxml' ? hub : await buyersSystem(shop, 'Yard');
      const before = (await (await shop.call('GET', '/punchout', { as: yard.ada.token })).json()) as {
        last: unknown;
      }[];
      const begin = await tryIt(yard);
      const { location } = await yard.open(begin);
      expect((await yard.open(begin)).status).toBe(410);
      const visit = location.replace(/\/$/, '');
      await yard.open(`${visit}/basket`, { form: { tool: chair._id, quantity: '3', unit: 'BX' } });
      const given = await yard.open(`${visit}/give-back`, { form: {} });
      expect(given.text).toContain('action="http://shop.test/punchout/tried"');
      const shown = await yard.open('/punchout/tried', { form: fieldsOf(given.text) });
      expect(shown.status).toBe(200);
      const text = shown.text.replaceAll(/\s+/g, ' ');
      for (const row of kind === 'oci'
        ? ['NEW_ITEM-QUANTITY[1]</th> <td class="text">3.000', 'NEW_ITEM-PRICE[1]</th> <td class="text">209.980']
        : [
            'PunchOutOrderMessage/BuyerCookie</th> <td class="text">try-out',
            'UnitPrice/Money</th> <td class="text">209.98',
          ])
        expect(text).toContain(row);
      const after = (await (await shop.call('GET', '/punchout', { as: yard.ada.token })).json()) as { last: unknown }[];
      expect(after.map(({ last }) => last)).toEqual(before.map(({ last }) => last));
      const log = await shop.call('GET', `/punchout/${yard.connection._id}/log`, { as: yard.ada.token });
      expect(((await log.json()) as PunchoutLogEntry[]).slice(0, 2).map(({ what }) => what)).toEqual(['try', 'try']);
    },
  );

  it('shows nothing that a page of another site sends', async () => {
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
      string,
      string
    >[]) {
      const { status, text } = await hub.open('/punchout/tried', { form: { a: 'Call this number' }, headers });
      expect(status).toBe(403);
      expect(text).not.toContain('Call this number');
    }
    expect((await hub.open('/punchout/tried')).status).toBe(405);
  });
});

it('the log keeps the last 100 calls', async () => {
  await database.raw(
    `insert into punchout_log (id, connection_id, what, ok, said, created_at)
     select 'old-' || n, $1, 'visit', true, 'old', now() - make_interval(mins => n) from generate_series(1, 150) n`,
    [hub.connection._id],
  );
  await sendCxml(shop, envelope({ payload: 'l-1', inner: request('<ProfileRequest/>') }));
  const kept = await database.raw<{ id: string; what: string }>(
    'select id, what from punchout_log where connection_id = $1 order by created_at desc',
    [hub.connection._id],
  );
  expect(kept).toHaveLength(100);
  expect(kept[0]?.what).toBe('profile');
});
