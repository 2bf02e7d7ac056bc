import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffOrder } from '#contract/buying/staff-orders.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Shipment } from '#contract/money/shipments.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { payForTest } from './paying-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let wes: Person;
let alice: Person;
let counter = 0;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  wes = await shop.person('Wes', 'warehouse');
  alice = await shop.person('Alice');
});
afterAll(() => shop.close());

/** An order of alice's of so many pieces of as many tools. */
async function ordered(...quantities: number[]): Promise<{ order: Order; tools: Tool[] }> {
  const tools: Tool[] = [];
  for (const _ of quantities) tools.push(await shop.tool({ name: `Shipped tool ${++counter}`, sku: `SH-${counter}` }));
  const lines = tools.map(({ _id }, index) => ({ toolId: _id, quantity: quantities[index] }));
  const body = { name: 'Alice', address: '1 Dock Road', phone: '555', lines };
  const order = (await (await shop.call('POST', '/order', { as: alice.token, body })).json()) as Order;
  return { order, tools };
}
async function paid(...quantities: number[]) {
  const made = await ordered(...quantities);
  await payForTest(shop, made.order._id);
  return made;
}
const ship = (order: Order, body: Record<string, unknown> = {}, headers: Record<string, string> = {}, as = wes.token) =>
  shop.call('POST', `/order/${order._id}/shipment`, { as, body: { carrier: 'DHL', ...body }, headers });
const seen = async (order: Order, as = alice.token) =>
  (await (await shop.call('GET', `/order/${order._id}`, { as })).json()) as Order;
const letters = (order: Order) =>
  shop.parts.database.raw<{ subject: string; text: string; to: string }>(
    `select subject, text, "to" from mails where subject like $1 order by created_at`,
    [`%order ${order.number} %`],
  );

describe('POST /order/{id}/shipment', () => {
  it('ships all that is left, and every presentation of the order says so', async () => {
    const { order, tools } = await paid(10, 4);
    expect(await seen(order)).toMatchObject({ fulfilment: 'none', shipments: [] });
    const answer = await ship(order, { trackingNumber: 'JD 1', trackingUrl: 'https://dhl.test/?id=JD1' });
    expect(answer.status).toBe(201);
    const shipment = (await answer.json()) as Shipment;
    expect(shipment).toEqual({
      _id: expect.any(String),
      number: expect.stringMatching(/^DN-\d{4}-\d{6}$/),
      deliveryNote: `/order/${order._id}/shipment/${shipment._id}/delivery-note.pdf`,
      lines: tools.map(({ _id }, index) => ({ toolId: _id, quantity: [10, 4][index] })),
      carrier: 'DHL',
      trackingNumber: 'JD 1',
      trackingUrl: 'https://dhl.test/?id=JD1',
      shippedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    const lists: Order[][] = [
      (await (await shop.call('GET', `/order?email=${alice.email}`, { as: alice.token })).json()) as Order[],
      (await (await shop.call('GET', '/orders', { as: wes.token })).json()) as StaffOrder[],
    ];
    for (const shown of [await seen(order), ...lists.map((list) => list.find(({ _id }) => _id === order._id)!)]) {
      expect(shown).toMatchObject({ fulfilment: 'all', shipments: [{ _id: shipment._id, carrier: 'DHL' }] });
      expect(shown.lines.map(({ shipped }) => shipped)).toEqual([10, 4]);
      expect(shown.shipments[0]?.lines).toHaveLength(2);
    }
  });

  it('tells staff who recorded the payment, sent each parcel and gave money back, and its buyer nothing of it', async () => {
    const { order, tools } = await ordered(10);
    const sally = await shop.person('Sally', 'sales');
    const post = (path: string, body: object) =>
      shop.call('POST', `/order/${order._id}/${path}`, { as: sally.token, body });
    const today = new Date().toISOString().slice(0, 10);
    expect((await post('payment', { date: today, reference: 'SEPA 1' })).status).toBe(201);
    const parcel = (await (await ship(order, { lines: [{ toolId: tools[0]!._id, quantity: 4 }] })).json()) as Shipment;
    const refund = (await (await post('refund', { amount: 1, reason: 'Bent' })).json()) as { _id: string };
    const events = async (as: string) =>
      (await (await shop.call('GET', `/order/${order._id}/event`, { as })).json()) as object[];
    expect(await events(wes.token)).toMatchObject([
      { kind: 'paid', actor: sally.email },
      { kind: 'shipped', _id: parcel._id, actor: wes.email },
      { kind: 'refunded', _id: refund._id, actor: sally.email },
    ]);
    expect(await events(alice.token)).toEqual([]);
  });

  it('ships in parcels, part by part, with one letter each', async () => {
    const { order, tools } = await paid(10, 4);
    const first = { lines: [{ toolId: tools[1]!._id, quantity: '3' }], trackingNumber: '', trackingUrl: '' };
    const answer = (await (await ship(order, first)).json()) as Shipment;
    expect(answer).toMatchObject({ trackingNumber: null, trackingUrl: null });
    const between = await seen(order);
    expect(between.fulfilment).toBe('part');
    expect(between.lines.map(({ shipped }) => shipped)).toEqual([0, 3]);
    const rest = (await (await ship(order)).json()) as Shipment;
    expect(rest.lines.map(({ quantity }) => quantity)).toEqual([10, 1]);
    const done = await seen(order);
    expect(done.fulfilment).toBe('all');
    expect(done.shipments.map(({ _id }) => _id)).toEqual([answer._id, rest._id]);
    const told = await letters(order);
    expect(told.map(({ subject, to }) => [subject, to])).toEqual([
      [`Part of your order ${order.number} is on its way`, alice.email],
      [`Your order ${order.number} is on its way`, alice.email],
    ]);
    expect(told[0]?.text).toContain(`3 × ${tools[1]!.name} (${tools[1]!.sku})`);
    expect(told[0]?.text).not.toContain(tools[0]!.name);
    expect(told[0]?.text).toContain(`Delivery note: ${answer.number}`);
  });

  it('leaves the stock as it is: what is shipped was taken when it was ordered', async () => {
    const { order, tools } = await paid(10);
    await ship(order);
    expect(await (await shop.call('GET', `/tool/${tools[0]!._id}`)).json()).toMatchObject({ availableQuantity: 90 });
  });

  it('refuses an order that is not paid, one that is gone and one that never was', async () => {
    const { order } = await ordered(1);
    const unpaid = await ship(order);
    expect([unpaid.status, await unpaid.json()]).toMatchObject([409, { code: 'ORDER_NOT_PAID' }]);
    await shop.call('DELETE', `/order/${order._id}`, { as: alice.token });
    expect((await ship(order)).status).toBe(404);
    expect(await (await ship({ ...order, _id: 'none' })).json()).toMatchObject({ code: 'ORDER_NOT_FOUND' });
  });

  it('refuses more than is left, names each such line and ships nothing', async () => {
    const { order, tools } = await paid(10, 4);
    const [one, two] = tools.map(({ _id }) => _id);
    await ship(order, { lines: [{ toolId: one, quantity: 8 }] });
    const lines = [
      { toolId: one, quantity: 3 },
      { toolId: two, quantity: 4 },
      { toolId: 'other', quantity: 1 },
    ];
    const answer = await ship(order, { lines });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      code: 'MORE_THAN_ORDERED',
      left: 2,
      issues: [
        { path: 'lines.0.quantity', left: 2 },
        { path: 'lines.2.toolId', left: 0 },
      ],
    });
    expect((await seen(order)).shipments).toHaveLength(1);
    await ship(order);
    expect(await (await ship(order)).json()).toMatchObject({ code: 'MORE_THAN_ORDERED', issues: [{ path: 'lines' }] });
  });

  it.each([
    [{ carrier: '' }, 'carrier'],
    [{ carrier: undefined }, 'carrier'],
    [{ lines: [] }, 'lines'],
    [{ trackingUrl: 'http://dhl.test/1' }, 'trackingUrl'],
    [{ trackingUrl: 'javascript:alert(1)' }, 'trackingUrl'],
    [{ trackingUrl: 'https://me:secret@dhl.test/1' }, 'trackingUrl'],
    [{ trackingNumber: 'x'.repeat(101) }, 'trackingNumber'],
    [{ weight: 5 }, 'weight'],
  ])('refuses %j at its field', async (body, path) => {
    const { order } = await paid(1);
    const answer = await ship(order, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ path }] });
    expect((await seen(order)).fulfilment).toBe('none');
  });

  it('says of a tracking address what it must be, not that it is missing', async () => {
    const { order } = await paid(1);
    const answer = await ship(order, { trackingUrl: 'dhl.test/1' });
    expect(await answer.json()).toMatchObject({
      issues: [{ path: 'trackingUrl', message: expect.stringContaining('must be an https address') }],
    });
  });

  it('refuses a line twice and a quantity that is none', async () => {
    const { order, tools } = await paid(10);
    const line = { toolId: tools[0]!._id, quantity: 1 };
    const twice = await ship(order, { lines: [line, line] });
    expect([twice.status, await twice.json()]).toMatchObject([400, { issues: [{ path: 'lines.1.toolId' }] }]);
    expect((await ship(order, { lines: [{ ...line, quantity: 0 }] })).status).toBe(400);
  });

  it('ships once for one key, with one letter, and refuses the key for another shipment', async () => {
    const { order, tools } = await paid(10);
    const key = { 'idempotency-key': `ship-${order._id}` };
    const body = { lines: [{ toolId: tools[0]!._id, quantity: 6 }] };
    const first = await (await ship(order, body, key)).json();
    const again = await ship(order, body, key);
    expect([again.status, await again.json()]).toEqual([201, first]);
    for (const other of [await ship(order, {}, key), await ship((await paid(1)).order, body, key)])
      expect([other.status, await other.json()]).toMatchObject([422, { code: 'IDEMPOTENCY_MISMATCH' }]);
    expect((await seen(order)).shipments).toHaveLength(1);
    expect(await letters(order)).toHaveLength(1);
  });

  it('stands in the audit log with who did it', async () => {
    const { order } = await paid(2);
    await ship(order, { trackingNumber: 'T1' });
    const [entry] = await shop.parts.database.raw<{ actor: string; details: object }>(
      `select actor_email as actor, details from audit_log where action = 'order.shipped' and subject = $1`,
      [order._id],
    );
    expect(entry).toMatchObject({
      actor: wes.email,
      details: { number: order.number, pieces: 2, trackingNumber: 'T1' },
    });
  });

  it('keeps who it goes to from being changed afterwards', async () => {
    const sal = await shop.person('Sal', 'sales');
    const { order, tools } = await paid(2);
    const change = () =>
      shop.call('PUT', `/order/${order._id}/details`, { as: sal.token, body: { address: `${++counter} Quay` } });
    expect((await change()).status).toBe(200);
    await ship(order, { lines: [{ toolId: tools[0]!._id, quantity: 1 }] });
    expect(await (await change()).json()).toMatchObject({ code: 'ORDER_SHIPPED' });
  });
});
