import { Webhook as Library } from 'standardwebhooks';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { WEBHOOK_EVENTS } from '#contract/office/webhooks.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { decide, companyWithPeople, waitingFor } from '#server/buying/approvals/approvals-for-tests.ts';
import { moveOrder } from '#server/buying/order-life/order-life.ts';
import { tellNews } from '#server/engine/news/news.ts';
import { allNewsTogether } from '#server/engine/news/news-for-tests.ts';
import { giveBackForTest, payForTest } from '#server/money/shipments/paying-for-tests.ts';
import { type Received } from '#server/office/webhooks/receiver-for-tests.ts';
import { activate, openCompany } from '#server/buying/companies/company-for-tests.ts';
import { openListening } from '#server/office/webhooks/listening-for-tests.ts';

const { database, shop, ada, asAdmin, listen, deliveriesOf, received, hush, close } = await openListening();
afterAll(close);
afterEach(hush);
let buyers = 0;
let alice: Awaited<ReturnType<typeof shop.person>>;
beforeEach(async () => {
  alice = await shop.person(`Alice${++buyers}`);
});

const byType = (got: Received[], type: string) => got.filter(({ message }) => message.type === type);

it('what happens to an order is told, signed by the Standard Webhooks specification', async () => {
  const { secret } = await listen(WEBHOOK_EVENTS.filter((event) => event.startsWith('order.')));
  const [one, two] = [await shop.tool({ name: 'Told chisel', price: 12.5, sku: 'TC-1' }), await shop.tool()];
  const body = { name: 'Alice', address: '1 Dock Road', phone: '555' };
  const lines = [one, two].map(({ _id }) => ({ toolId: _id, quantity: 3 }));
  const placed = await shop.call('POST', '/order', { as: alice.token, body: { ...body, lines } });
  const order = (await placed.json()) as { _id: string; number: string; price: number };
  await shop.atRest();
  await payForTest(shop, order._id);
  const shipment = { lines: [{ toolId: one._id, quantity: 2 }], carrier: 'Post', trackingNumber: 'T1' };
  expect((await asAdmin('POST', `/order/${order._id}/shipment`, shipment)).status).toBe(201);
  await shop.atRest();
  await giveBackForTest(shop, order._id, 250, 'r1');
  await transaction(database, (tx) => tellNews(tx, 'order.refunded', [order._id], { refund: 'r1' }));
  const gone = await shop.order(alice.token, two);
  await shop.call('DELETE', `/order/${gone._id}`, { as: alice.token });
  const late = await shop.order(alice.token, two);
  await transaction(database, (tx) => moveOrder(tx, late._id, 'expire'));

  const got = await received(8);
  for (const { headers, body: sent } of got) {
    expect(() => new Library(secret).verify(sent, headers as Record<string, string>)).not.toThrow();
    expect(headers['content-type']).toBe('application/json');
    // Nobody's name, address, telephone number or e-mail leaves the house by itself.
    expect(sent).not.toMatch(/alice|dock road|555"/i);
  }
  expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(8);
  const [first] = byType(got, 'order.placed').filter(({ message }) => message.data['_id'] === order._id);
  expect(first?.message).toMatchObject({
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: {
      number: order.number,
      state: 'unpaid',
      price: order.price,
      lines: [
        { toolId: one._id, tool: 'Told chisel', sku: 'TC-1', unitPrice: 12.5, quantity: 3, price: 37.5 },
        { toolId: two._id, quantity: 3 },
      ],
    },
  });
  expect(byType(got, 'order.paid')[0]?.message.data).toMatchObject({
    _id: order._id,
    state: 'paid',
    invoiceNumber: expect.stringMatching(/^\d{4}-\d{6}$/),
    invoices: [{ number: expect.stringMatching(/^\d{4}-\d{6}$/), shipmentId: null, open: 0 }],
  });
  expect(byType(got, 'order.shipped')[0]?.message.data).toMatchObject({
    order: { _id: order._id, fulfilment: 'part' },
    shipment: { carrier: 'Post', trackingNumber: 'T1', lines: [{ toolId: one._id, quantity: 2 }] },
  });
  expect(byType(got, 'order.refunded')[0]?.message.data).toMatchObject({
    order: { _id: order._id },
    refund: { amount: 2.5, reason: 'Bent' },
  });
  expect(byType(got, 'order.cancelled')[0]?.message.data).toMatchObject({ _id: gone._id, state: 'cancelled' });
  expect(byType(got, 'order.expired')[0]?.message.data).toMatchObject({ _id: late._id, state: 'expired' });
});

it('what happens to a tool is told, a sale too, and that its stock is low once', async () => {
  await listen(['tool.changed', 'stock.low']);
  const tool = await shop.tool({ name: 'Told rasp', availableQuantity: 10, minOrderQuantity: 4 });
  await shop.atRest();
  await shop.order(alice.token, tool, 4);
  await shop.atRest();
  await shop.order(alice.token, tool, 4);
  await shop.atRest();
  await asAdmin('POST', `/tool/${tool._id}/stock`, { change: -1, reason: 'dropped' });
  await shop.atRest();
  await shop.call('DELETE', `/tool/${tool._id}`, { as: ada.token });
  const got = await received(6);
  const changed = byType(got, 'tool.changed').map(({ message }) => message.data);
  const versions = changed.map(({ version }) => Number(version));
  const stock = changed.toSorted((a, b) => Number(a['version']) - Number(b['version']));
  expect(new Set(versions).size).toBeGreaterThanOrEqual(4);
  expect(stock.slice(0, 4).map(({ availableQuantity }) => availableQuantity)).toEqual([10, 6, 2, 1]);
  expect(changed.filter(({ removed }) => removed)).toHaveLength(1);
  expect(byType(got, 'stock.low').map(({ message }) => message.data)).toMatchObject([
    { _id: tool._id, availableQuantity: 2, minOrderQuantity: 4 },
  ]);
});

it('of a tool that changed often in a moment the latest is told, and nothing low that came back', async () => {
  await listen(['tool.changed', 'stock.low']);
  await shop.news.stop();
  const tool = await shop.tool({ availableQuantity: 10, minOrderQuantity: 4 });
  await shop.order(alice.token, tool, 4);
  await shop.order(alice.token, tool, 4);
  await asAdmin('POST', `/tool/${tool._id}/stock`, { change: 40, reason: 'delivered' });
  await allNewsTogether(shop.parts.database);
  await shop.news.start();
  const got = await received(1);
  expect(got.map(({ message }) => [message.type, message.data['availableQuantity']])).toEqual([['tool.changed', 42]]);
});

it('what happens to a company is told without its people: opened, changed, let to order, and left without a manager', async () => {
  await listen(['company.changed', 'company.activated']);
  const company = await openCompany(shop, alice, { invoiceEmail: 'bills@nordfjord.test' });
  await shop.atRest();
  await activate(shop, ada, company, { termsDays: 30 });
  await shop.atRest();
  await shop.call('PUT', `/company/${company._id}`, { as: alice.token, body: { name: 'Sunnfjord Bygg' } });
  await shop.atRest();
  expect((await asAdmin('DELETE', `/user/${alice.userId}`)).status).toBe(200);
  const got = await received(5);
  const changed = byType(got, 'company.changed').map(({ message }) => message.data);
  expect(changed.map(({ status, version, name }) => [status, version, name])).toEqual([
    ['pending', 1, 'Nordfjord Bygg'],
    ['active', 2, 'Nordfjord Bygg'],
    ['active', 3, 'Sunnfjord Bygg'],
    ['on-hold', 4, 'Sunnfjord Bygg'],
  ]);
  expect(byType(got, 'company.activated').map(({ message }) => message.data)).toMatchObject([
    { _id: company._id, number: company.number, termsDays: 30, vatId: company.vatId, version: 2 },
  ]);
  for (const { body } of got) expect(body).not.toMatch(/alice|bills@|Havnegata/i);
});

it('an import that leaves less than one buys at least tells so', async () => {
  const tool = await shop.tool({ availableQuantity: 10, minOrderQuantity: 4 });
  await listen(['stock.low']);
  const body = `_id,availableQuantity\n${tool._id},3\n`;
  const read = await shop.call('POST', '/import/tools', {
    as: ada.token,
    body,
    headers: { 'content-type': 'text/csv' },
  });
  const { _id } = (await read.json()) as { _id: string };
  await asAdmin('POST', `/import/${_id}/commit`);
  const [low] = await received(1);
  expect(low?.message).toMatchObject({ type: 'stock.low', data: { _id: tool._id, availableQuantity: 3 } });
});

it('an endpoint is told of nothing that happened before it was made', async () => {
  await shop.news.stop();
  await shop.order(alice.token, await shop.tool());
  const webhook = await listen(['order.placed']);
  await shop.news.start();
  await shop.atRest();
  expect(await deliveriesOf(webhook)).toEqual([]);
});

it('an invoice and its credit note are told once each, with links that answer', async () => {
  await listen(['invoice.issued', 'credit-note.issued']);
  const order = await shop.order(alice.token, await shop.tool());
  const date = new Date().toISOString().slice(0, 10);
  expect((await asAdmin('POST', `/order/${order._id}/payment`, { date, reference: 'T 1' })).status).toBe(201);
  expect((await asAdmin('POST', `/order/${order._id}/refund`, { all: true, reason: 'Bent' })).status).toBe(201);
  const told = (await received(2)).map(({ message }) => message);
  const [invoice, note] = [
    told.find(({ type }) => type === 'invoice.issued'),
    told.find(({ type }) => type !== 'invoice.issued'),
  ];
  expect(invoice?.data).toMatchObject({ kind: 'invoice', order: { _id: order._id }, corrects: null, currency: 'USD' });
  expect(note?.data).toMatchObject({
    kind: 'credit-note',
    corrects: invoice?.data['number'],
    total: invoice?.data['total'],
  });
  for (const { data } of told) {
    const { pdf, cii } = data['links'] as { pdf: string; cii: string };
    for (const link of [pdf, cii]) {
      const { pathname, search } = new URL(link);
      expect((await shop.call('GET', pathname + search, { as: ada.token })).status).toBe(200);
    }
  }
  expect(JSON.stringify(told)).not.toMatch(/alice/i);
});

it('an order that waits for approval is told, and what was decided, without a word about people', async () => {
  await shop.tool({ name: 'Mallet', price: 10, availableQuantity: 1_000 });
  const people = await companyWithPeople(shop, 'Told', { orderLimit: 100 });
  await shop.atRest();
  await listen(['approval.asked', 'approval.decided']);
  const order = await waitingFor(shop, people, 30);
  const [asked] = await received(1);
  expect(asked?.message).toMatchObject({
    type: 'approval.asked',
    data: {
      order: { _id: order._id, state: 'waiting' },
      approval: { state: 'waiting', reasons: [{ code: 'ORDER_LIMIT' }] },
    },
  });
  expect((await decide(shop, order, people.approver, 'approve')).status).toBe(200);
  const [, decided] = await received(2);
  expect(decided?.message).toMatchObject({ type: 'approval.decided', data: { approval: { state: 'approved' } } });
  expect(JSON.stringify([asked, decided])).not.toMatch(/Told(Buyer|Approver)/);
});
