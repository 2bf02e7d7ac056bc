import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Punchout, PunchoutLogEntry } from '#contract/buying/punchout.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { type BuyersSystem, buyersSystem } from '#server/buying/punchout/buyer-for-tests.ts';
import {
  attributeOf,
  childrenOf,
  type Element,
  elementAt,
  readXml,
  textAt,
} from '#server/buying/punchout/cxml-read.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { createWebhookSender, type WebhookSender } from '#server/office/webhooks/webhook-sender.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { againstTheModels } from './content-models-for-tests.ts';
import { cxmlDocuments } from './document-form.ts';
import { openTakingSystem, type TakingSystem } from './system-for-tests.ts';

const SECRET = 'the-hub-knows-us & <this>';
let database: Database;
let shop: TestShop;
let hub: BuyersSystem;
let system: TakingSystem;
let sender: WebhookSender;
let vice: Tool;
let mallet: Tool;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database, { WEBHOOK_HOSTS: '127.0.0.1' });
  system = await openTakingSystem();
  const documents = { url: system.url, kinds: ['confirmation', 'shipment', 'invoice'], secret: SECRET };
  hub = await buyersSystem(shop, 'Hub', { kind: 'cxml', units: { C62: 'EA', BX: 'BOX' }, documents });
  const { config, mail, log } = shop.parts;
  sender = createWebhookSender({ config, database, mail, log, documents: cxmlDocuments(database) });
  vice = await shop.tool({
    name: 'Vice',
    sku: 'VICE-9',
    price: 12.43,
    priceUnit: 100,
    packs: [{ code: 'BX', name: 'Box', pieces: 12 }],
    availableQuantity: 100_000,
  });
  mallet = await shop.tool({ name: 'Mallet', sku: 'MAL-1', price: 10.5, availableQuantity: 1_000 });
});
beforeEach(() => void system.got.splice(0));
afterAll(async () => {
  await sender.stop();
  await system.close();
  await shop.close();
});

const ask = async <T>(method: string, path: string, body: object | undefined, as = hub.ada) => {
  const answer = await shop.call(method, path, { as: as.token, ...(body ? { body } : {}) });
  return { status: answer.status, body: (await answer.json()) as T };
};
/** An order of two boxes of vices (the buyer's line 10) and five mallets (line 20). */
async function order(id: string, prices = { vice: '1.4916', mallet: '10.5' }): Promise<Order> {
  const item = (line: number, sku: string, quantity: number, unit: string, price: string) =>
    `<ItemOut quantity="${quantity}" lineNumber="${line}"><ItemID><SupplierPartID>${sku}</SupplierPartID></ItemID><ItemDetail><UnitPrice><Money currency="USD">${price}</Money></UnitPrice><Description xml:lang="en">x</Description><UnitOfMeasure>${unit}</UnitOfMeasure></ItemDetail></ItemOut>`;
  const { username, secret } = hub.connection;
  const body = `<?xml version="1.0" encoding="UTF-8"?><cXML payloadID="p-${id}" timestamp="2026-01-23T16:00:06-01:00"><Header><From><Credential domain="NetworkId"><Identity>AN0123</Identity></Credential></From><To><Credential domain="DUNS"><Identity>shop-7</Identity></Credential></To><Sender><Credential domain="NetworkId"><Identity>${username}</Identity><SharedSecret>${secret}</SharedSecret></Credential><UserAgent>Hub</UserAgent></Sender></Header><Request><OrderRequest><OrderRequestHeader orderID="${id}" orderDate="2026-01-12T18:41:29-08:00" type="new"><Total><Money currency="USD">1</Money></Total></OrderRequestHeader>${item(10, 'VICE-9', 2, 'BOX', prices.vice)}${item(20, 'MAL-1', 5, 'EA', prices.mallet)}</OrderRequest></Request></cXML>`;
  const headers = { 'content-type': 'text/xml' };
  const answer = await shop.app.fetch(new Request('http://shop.test/punchout/cxml', { method: 'POST', body, headers }));
  expect(await answer.text()).toContain('code="200"');
  const { body: found } = await ask<Order[]>('GET', `/order?companyId=${hub.company._id}`, undefined, hub.mia);
  return found.find(({ purchaseOrder }) => purchaseOrder === id)!;
}
/** What the buyer's system has got once all news is read, by kind. */
async function received(count: number): Promise<Map<string, Element>> {
  await shop.atRest();
  await sender.sendDue();
  await expect.poll(() => system.got.length, { timeout: 15_000 }).toBe(count);
  for (const { body, type } of system.got) {
    expect(type).toBe('text/xml; charset=utf-8');
    expect(againstTheModels(readXml(body))).toEqual([]);
  }
  return new Map(system.got.map(({ request }) => [request.name, request]));
}
const logOf = async () => (await ask<PunchoutLogEntry[]>('GET', `/punchout/${hub.connection._id}/log`, undefined)).body;
const again = (document: string | null) =>
  ask<object>('POST', `/punchout/${hub.connection._id}/document/${document ?? ''}/again`, undefined);

it('an order is confirmed, its shipment announced and its invoice sent, by the numbers and units of the buyer', async () => {
  const { _id, number } = await order('PO-1');
  const first = await received(2);
  const accepted = first.get('ConfirmationRequest');
  expect(attributeOf(elementAt(accepted, 'ConfirmationHeader'), 'type')).toBe('accept');
  expect(attributeOf(elementAt(accepted, 'ConfirmationHeader'), 'confirmID')).toBe(number);
  expect(attributeOf(elementAt(accepted, 'OrderReference'), 'orderID')).toBe('PO-1');
  expect(attributeOf(elementAt(accepted, 'OrderReference/DocumentReference'), 'payloadID')).toBe('p-PO-1');
  const message = readXml(system.got[0]!.body);
  expect(textAt(message, 'Header/From/Credential/Identity')).toBe('shop-7');
  expect(textAt(message, 'Header/To/Credential/Identity')).toBe('AN0123');
  expect(textAt(message, 'Header/Sender/Credential/SharedSecret')).toBe(SECRET);

  const invoice = first.get('InvoiceDetailRequest');
  const lines = childrenOf(elementAt(invoice, 'InvoiceDetailOrder'), 'InvoiceDetailItem');
  expect(
    lines.map((line) => [
      attributeOf(line, 'quantity'),
      textAt(line, 'UnitOfMeasure'),
      textAt(line, 'UnitPrice/Money'),
      attributeOf(elementAt(line, 'PriceBasisQuantity'), 'quantity'),
      attributeOf(elementAt(line, 'InvoiceDetailItemReference'), 'lineNumber'),
      textAt(line, 'SubtotalAmount/Money'),
    ]),
  ).toEqual([
    // 24 pieces at 12.43 for 100: two boxes at 149.16 for 100 boxes.
    ['2', 'BOX', '149.16', '100', '10', '2.98'],
    ['5', 'EA', '10.50', '', '20', '52.50'],
  ]);
  const summary = elementAt(invoice, 'InvoiceDetailSummary');
  expect(textAt(summary, 'SubtotalAmount/Money')).toBe('55.48');
  const owed = (await ask<Order>('GET', `/order/${_id}`, undefined, hub.mia)).body;
  expect(textAt(summary, 'DueAmount/Money')).toBe(owed.price.toFixed(2));

  system.got.splice(0);
  const part = {
    lines: [
      { toolId: vice._id, quantity: 12 },
      { toolId: mallet._id, quantity: 2 },
    ],
  };
  const sent = await ask('POST', `/order/${_id}/shipment`, { ...part, carrier: 'Parcel & Co', trackingNumber: 'T 1' });
  expect(sent.status).toBe(201);
  const notice = (await received(1)).get('ShipNoticeRequest');
  expect(textAt(notice, 'ShipControl/ShipmentIdentifier')).toBe('T 1');
  expect(
    childrenOf(elementAt(notice, 'ShipNoticePortion'), 'ShipNoticeItem').map((line) => [
      attributeOf(line, 'lineNumber'),
      attributeOf(line, 'quantity'),
      textAt(line, 'UnitOfMeasure'),
    ]),
  ).toEqual([
    ['10', '1', 'BOX'],
    ['20', '2', 'EA'],
  ]);

  system.got.splice(0);
  const closed = await ask('POST', `/order/${_id}/close`, { reason: 'No longer made' });
  expect(closed.status, JSON.stringify(closed.body)).toBe(200);
  const last = await received(2);
  const changed = last.get('ConfirmationRequest');
  const header = elementAt(changed, 'ConfirmationHeader');
  expect([attributeOf(header, 'type'), attributeOf(header, 'operation')]).toEqual(['except', 'update']);
  expect(attributeOf(elementAt(header, 'DocumentReference'), 'payloadID')).toBe(attributeOf(message, 'payloadID'));
  const statuses = childrenOf(changed, 'ConfirmationItem').map((each) =>
    childrenOf(each, 'ConfirmationStatus').map((status) => [
      attributeOf(status, 'type'),
      attributeOf(status, 'quantity'),
    ]),
  );
  expect(statuses).toEqual([
    [
      ['accept', '1'],
      ['reject', '1'],
    ],
    [
      ['accept', '2'],
      ['reject', '3'],
    ],
  ]);
  const credit = last.get('InvoiceDetailRequest');
  const creditHeader = elementAt(credit, 'InvoiceDetailRequestHeader');
  expect(attributeOf(creditHeader, 'purpose')).toBe('lineLevelCreditMemo');
  expect(attributeOf(elementAt(creditHeader, 'InvoiceIDInfo'), 'invoiceID')).toBe(
    attributeOf(elementAt(invoice, 'InvoiceDetailRequestHeader'), 'invoiceID'),
  );
  expect(
    childrenOf(elementAt(credit, 'InvoiceDetailOrder'), 'InvoiceDetailItem').map((line) =>
      attributeOf(line, 'quantity'),
    ),
  ).toEqual(['-1', '-3']);
  expect(textAt(elementAt(credit, 'InvoiceDetailSummary'), 'SubtotalAmount/Money')).toBe('-32.99');
  expect((await logOf()).map(({ what, ok }) => [what, ok])).toContainEqual(['shipment', true]);
});

it('what a system refuses is sent again with the same bytes, and the log says so without the secret', async () => {
  system.answerWith(500);
  await order('PO-2');
  await received(2);
  await expect.poll(async () => (await logOf()).filter(({ ok }) => !ok).length).toBe(2);
  const bodies = system.got.map(({ body }) => body).toSorted();
  system.got.splice(0);
  system.answerWith(200);
  await database.raw(
    `update webhook_deliveries set next_attempt_at = now() - interval '1 second' where state = 'pending'`,
  );
  await received(2);
  expect(system.got.map(({ body }) => body).toSorted()).toEqual(bodies);
  await expect.poll(async () => (await logOf()).filter(({ said }) => said.endsWith('taken')).length).toBeGreaterThan(1);
  const said = await logOf();
  expect(said.map((entry) => entry.said)).toContain('Confirmation of PO-2: answered 500; it is sent again later');
  const kept = await database.raw<{ row: string }>(
    `select row_to_json(m)::text as row from webhook_messages m union all select row_to_json(w)::text from webhooks w
     union all select row_to_json(a)::text from webhook_answers a union all select row_to_json(l)::text from punchout_log l`,
  );
  expect(kept.filter(({ row }) => row.includes('the-hub-knows-us'))).toEqual([]);
});

it('an endpoint that is gone is stopped, said, and told all of it once it is saved again', async () => {
  system.answerWith(410, 410);
  await order('PO-3');
  await received(1).catch(() => undefined);
  const stopped = async () =>
    (await ask<Punchout[]>('GET', '/punchout', undefined)).body.find(({ _id }) => _id === hub.connection._id)?.documents
      ?.stopped;
  await expect.poll(stopped).toBe('Its receiver answered 410 Gone');
  const letters = await shop.lettersTo(hub.ada.email);
  const stoppedLetter = letters.find(({ subject }) => subject === "Documents no longer go to a company's system");
  expect(stoppedLetter?.text).toContain(`${new URL(system.url).origin}/…. Its receiver answered 410 Gone.`);
  expect(stoppedLetter?.text).toContain('http://shop.test/dashboard/punchOut');
  expect(letters.filter(({ subject }) => subject === stoppedLetter?.subject)).toHaveLength(1);
  const { document } = (await logOf()).find(({ said }) => said.includes('answered 410'))!;
  expect(await again(document)).toMatchObject({ status: 409, body: { code: 'WEBHOOK_DISABLED' } });
  system.got.splice(0);
  system.answerWith(200);
  // What is ordered while nothing is sent is told afterwards.
  await order('PO-3b');
  await received(0);
  const documents = { url: system.url, kinds: ['confirmation', 'shipment', 'invoice'] };
  const saved = await ask<Punchout>('PUT', `/punchout/${hub.connection._id}`, { documents });
  expect(saved).toMatchObject({ status: 200, body: { documents: { ...documents, stopped: null } } });
  await received(4);
  expect(system.got.map(({ request }) => request.name).toSorted()).toEqual([
    'ConfirmationRequest',
    'ConfirmationRequest',
    'InvoiceDetailRequest',
    'InvoiceDetailRequest',
  ]);
});

it('a single document is sent again from the log, the same bytes, whether it was given up or taken', async () => {
  await order('PO-6');
  await received(2);
  const [first, other] = system.got.map(({ body }) => body);
  await expect.poll(async () => (await logOf()).filter(({ said }) => said.includes('PO-6: taken')).length).toBe(1);
  const entry = (await logOf()).find(({ said }) => said === 'Confirmation of PO-6: taken')!;
  system.got.splice(0);
  expect(await again(entry.document)).toEqual({ status: 200, body: { _id: entry.document, what: 'confirmation' } });
  await received(1);
  expect([first, other]).toContain(system.got[0]?.body);
  system.got.splice(0);
  await database.raw(`update webhook_deliveries set state = 'failed', attempts = 10 where id = $1`, [entry.document]);
  await again(entry.document);
  expect([...(await received(1)).keys()]).toEqual(['ConfirmationRequest']);
  const unknown = { status: 404, body: { code: 'DELIVERY_NOT_FOUND' } };
  expect(await again('dlv_unknown')).toMatchObject(unknown);
  expect(await ask('POST', `/punchout/unknown/document/${entry.document}/again`, undefined)).toMatchObject(unknown);
  expect((await logOf()).find(({ what }) => what === 'order')?.document).toBeNull();
  await database.raw(
    `delete from webhook_messages where id = (select message_id from webhook_deliveries where id = $1)`,
    [entry.document],
  );
  expect((await logOf()).find(({ _id }) => _id === entry._id)?.document).toBeNull();
});

it('sends only what was asked for, and nothing once that is nothing', async () => {
  const only = { documents: { url: system.url, kinds: ['invoice'] } };
  await ask('PUT', `/punchout/${hub.connection._id}`, only);
  await order('PO-4');
  expect([...(await received(1)).keys()]).toEqual(['InvoiceDetailRequest']);
  system.got.splice(0);
  await ask('PUT', `/punchout/${hub.connection._id}`, { documents: null });
  await order('PO-5');
  expect((await received(0)).size).toBe(0);
});

it.each([
  ['an address inside', { url: 'https://192.168.0.1/cxml', kinds: ['invoice'], secret: 'x' }, 'documents.url'],
  [
    'an address without encryption',
    { url: 'http://hub.example/cxml', kinds: ['invoice'], secret: 'x' },
    'documents.url',
  ],
  ['no kinds', { url: 'https://hub.example/cxml', kinds: [], secret: 'x' }, 'documents.kinds'],
  ['a kind twice', { url: 'https://hub.example/cxml', kinds: ['invoice', 'invoice'], secret: 'x' }, 'documents.kinds'],
  ['no secret', { url: 'https://hub.example/cxml', kinds: ['invoice'] }, 'documents.secret'],
])('%s is refused at its field', async (_what, documents, path) => {
  const { status, body } = await ask<{ issues: { path: string }[] }>('PUT', `/punchout/${hub.connection._id}`, {
    documents,
  });
  expect([status, body.issues.map((issue) => issue.path)]).toEqual([400, [path]]);
});

it('sends its secret to another address only where it was entered again', async () => {
  const kinds = ['invoice'];
  const save = (documents: object) => ask('PUT', `/punchout/${hub.connection._id}`, { documents });
  expect((await save({ url: system.url, kinds, secret: SECRET })).status).toBe(200);
  expect(await save({ url: 'https://other.example/cxml', kinds })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'documents.secret' }] },
  });
  expect((await save({ url: `${system.url}?to=orders`, kinds })).status).toBe(200);
  expect((await save({ url: 'https://other.example/cxml', kinds, secret: SECRET })).status).toBe(200);
  await save({ url: system.url, kinds, secret: SECRET });
});

it('is no webhook: it is in no list of them, and cannot be changed or read as one', async () => {
  const documents = { url: system.url, kinds: ['invoice'], secret: SECRET };
  await ask('PUT', `/punchout/${hub.connection._id}`, { documents });
  const [row] = await database.raw<{ id: string }>('select id from webhooks where connection_id is not null');
  expect((await ask<object[]>('GET', '/webhook', undefined)).body).toEqual([]);
  for (const [method, path, body] of [
    ['PUT', `/webhook/${row!.id}`, { enabled: false }],
    ['DELETE', `/webhook/${row!.id}`, undefined],
    ['POST', `/webhook/${row!.id}/secret`, undefined],
    ['GET', `/webhook/${row!.id}/delivery`, undefined],
  ] as const)
    expect((await ask(method, path, body)).status, `${method} ${path}`).toBe(404);
});
