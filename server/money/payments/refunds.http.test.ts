import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Refund } from '#contract/money/refunds.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { payWithCard } from './paying-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;

let shop: TestShop;
let alice: Person;
let sal: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  [alice, sal] = await Promise.all([shop.person('Alice'), shop.person('Sal', 'sales')]);
});
afterAll(() => shop.close());

let counter = 0;
/** A paid order of so many pieces of a tool each, at $10 a piece. */
async function paid(...quantities: number[]): Promise<{ order: Order; tools: Tool[] }> {
  const tools = await Promise.all(
    quantities.map(() => shop.tool({ name: `Hammer ${++counter}`, sku: `H-${counter}` })),
  );
  const lines = tools.map(({ _id }, index) => ({ toolId: _id, quantity: quantities[index] }));
  const body = { name: 'Alice', address: '1 Dock Road', phone: '555', lines };
  const answer = await shop.call('POST', '/order', { as: alice.token, body });
  const { _id } = (await answer.json()) as Order;
  await payWithCard(shop, alice.token, _id);
  return { order: await seen(_id), tools };
}
const seen = async (id: string) =>
  (await (await shop.call('GET', `/order/${id}`, { as: alice.token })).json()) as Order;
const refund = (order: Order, body: object, headers = {}) =>
  shop.call('POST', `/order/${order._id}/refund`, { as: sal.token, body: { reason: 'Bent', ...body }, headers });
const given = async (order: Order, body: object) => {
  const answer = await refund(order, body);
  if (answer.status !== 201) throw new Error(await answer.text());
  return (await answer.json()) as Refund;
};
const ship = (order: Order, lines?: object[]) =>
  shop.call('POST', `/order/${order._id}/shipment`, {
    as: sal.token,
    body: { carrier: 'DHL', ...(lines ? { lines } : {}) },
  });
const stockOf = async (tool: Tool | undefined) =>
  ((await (await shop.call('GET', `/tool/${tool?._id}`)).json()) as Tool).availableQuantity;
const differences = async () =>
  shop.parts.database.raw<{ order: string }>(
    `select o.id as "order" from orders o where o.state = 'paid' and o.refunded_cents <> (select coalesce(-sum(amount_cents), 0)
     from ledger where payment_intent_id = o.transaction_id and kind <> 'charge')`,
  );

describe('POST /order/{id}/refund of lines', () => {
  it('gives back the price of the pieces, puts them into stock, and they are not shipped any more', async () => {
    const { order, tools } = await paid(10, 4);
    const [one, two] = tools.map(({ _id }) => _id);
    const back = await given(order, { lines: [{ toolId: one, quantity: 3 }], backToStock: true });
    expect(back).toMatchObject({
      amount: 30,
      tax: 0,
      state: 'sent',
      lines: [{ toolId: one, tool: tools[0]!.name, sku: tools[0]!.sku, quantity: 3, price: 30, backToStock: 3 }],
      creditNote: expect.stringMatching(/^CN-/),
    });
    expect(await stockOf(tools[0])).toBe(93);
    const now = await seen(order._id);
    expect(now).toMatchObject({ refunded: 30, fulfilment: 'none' });
    expect(now.lines.map(({ refunded, left }) => [refunded, left])).toEqual([
      [3, 7],
      [0, 4],
    ]);
    const sent = (await (await ship(order)).json()) as { lines: object[] };
    expect(sent.lines).toEqual([
      { toolId: one, quantity: 7 },
      { toolId: two, quantity: 4 },
    ]);
    expect(await seen(order._id)).toMatchObject({ fulfilment: 'all' });
    const history = (await (
      await shop.call('GET', `/tool/${one}/stock-history`, { as: sal.token })
    ).json()) as object[];
    expect(history[0]).toMatchObject({ kind: 'returned', change: 3, balance: 93, actor: sal.email });
    expect(await differences()).toEqual([]);
  });

  it('of pieces that have left leaves the others to be shipped', async () => {
    const { order, tools } = await paid(10);
    const toolId = tools[0]!._id;
    await ship(order, [{ toolId, quantity: 4 }]);
    await given(order, { lines: [{ toolId, quantity: 2, shipped: 2 }] });
    expect((await seen(order._id)).lines).toMatchObject([{ shipped: 4, refunded: 2, left: 6 }]);
    const tooMany = await refund(order, { lines: [{ toolId, quantity: 3, shipped: 3 }] });
    expect([tooMany.status, await tooMany.json()]).toMatchObject([
      409,
      { code: 'MORE_THAN_SHIPPED', toolId, left: 2, issues: [{ path: 'lines.0.shipped', left: 2 }] },
    ]);
    const refused = async (said: number) =>
      (await (await refund(order, { lines: [{ toolId, quantity: said, shipped: said }] })).json()) as object;
    expect(await refused(3)).toMatchObject({ message: 'Only 2 of the shipped pieces are left to refund.' });
    // What a line does not say is of those that left, as far as they go.
    await given(order, { lines: [{ toolId, quantity: 1 }] });
    expect((await seen(order._id)).lines).toMatchObject([{ shipped: 4, refunded: 3, left: 6 }]);
    expect(await refused(2)).toMatchObject({ message: 'Only 1 of the shipped pieces is left to refund.' });
    await given(order, { lines: [{ toolId, quantity: 6, shipped: 0 }], backToStock: 'unshipped' });
    expect((await seen(order._id)).lines).toMatchObject([{ shipped: 4, refunded: 9, left: 0 }]);
    expect(await seen(order._id)).toMatchObject({ fulfilment: 'all', refunded: 90 });
    expect(await stockOf(tools[0])).toBe(96);
    expect(await (await ship(order)).json()).toMatchObject({ code: 'MORE_THAN_ORDERED' });
  });

  it('refuses more pieces than are left, names each such line and gives nothing back', async () => {
    const { order, tools } = await paid(5, 2);
    const [one, two] = tools.map(({ _id }) => _id);
    await given(order, { lines: [{ toolId: one, quantity: 4 }] });
    const lines = [
      { toolId: one, quantity: 2 },
      { toolId: two, quantity: 2, shipped: 1 },
      { toolId: 'other', quantity: 1 },
    ];
    const answer = await refund(order, { lines });
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      {
        code: 'MORE_THAN_ORDERED',
        left: 1,
        issues: [
          { path: 'lines.0.quantity', left: 1 },
          { path: 'lines.1.shipped', left: 0 },
          { path: 'lines.2.toolId', left: 0 },
        ],
      },
    ]);
    expect(await seen(order._id)).toMatchObject({ refunded: 40 });
  });

  it('gives back no more than was paid, whatever the mix of lines and amounts', async () => {
    const { order, tools } = await paid(3);
    await given(order, { amount: 15 });
    const answer = await refund(order, { lines: [{ toolId: tools[0]!._id, quantity: 2 }] });
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { code: 'REFUND_TOO_LARGE', refundable: 15, issues: [{ path: 'lines' }] },
    ]);
    expect(await given(order, { lines: [{ toolId: tools[0]!._id, quantity: 1 }] })).toMatchObject({ amount: 10 });
    const rest = await given(order, { all: true, backToStock: true });
    expect(rest).toMatchObject({ amount: 5, lines: [{ quantity: 2, backToStock: 2 }] });
    expect(await seen(order._id)).toMatchObject({
      refunded: 30,
      fulfilment: 'none',
      lines: [{ refunded: 3, left: 0 }],
    });
    expect((await refund(order, { all: true })).status).toBe(422);
    const [row] = await shop.parts.database.raw('select nothing_left as done from orders where id = $1', [order._id]);
    expect(row).toEqual({ done: true });
  });

  it('holds exactly the tax of the order once every line and the freight went back', async () => {
    const ada = await shop.person('Ada2', 'admin');
    const settings = (await (await shop.call('GET', '/settings', { as: ada.token })).json()) as Settings;
    const delivery = [{ ...settings.delivery[0]!, rates: [{ upTo: null, price: 7.77 }] }];
    const tax = [{ country: 'BD', percent: 7.25, name: 'VAT' }];
    const taxed = await shop.call('PUT', '/settings', { as: ada.token, body: { ...settings, delivery, tax } });
    expect(taxed.status).toBe(200);
    const { order, tools } = await paid(3, 5, 7);
    const now = (await taxed.json()) as Settings;
    const { delivery: ways, tax: rates } = settings;
    await shop.call('PUT', '/settings', { as: ada.token, body: { ...now, delivery: ways, tax: rates } });
    expect(order).toMatchObject({ goods: 150, freight: 7.77, tax: 11.44, price: 169.21 });
    const backs = [
      await given(order, { lines: [{ toolId: tools[0]!._id, quantity: 1 }] }),
      await given(order, { lines: tools.slice(1).map(({ _id }, index) => ({ toolId: _id, quantity: 5 + 2 * index })) }),
      await given(order, { lines: [{ toolId: tools[0]!._id, quantity: 2 }] }),
    ];
    for (const { amount, tax: part, lines } of backs)
      expect(amount).toBeCloseTo((part ?? 0) + lines.reduce((sum, { price }) => sum + price, 0), 9);
    const rest = await given(order, { all: true });
    expect(rest).toMatchObject({ lines: [] });
    const sums = [...backs, rest].reduce(
      (sum, { amount, tax: part }) => [sum[0]! + amount, sum[1]! + (part ?? 0)],
      [0, 0],
    );
    expect(sums[0]).toBeCloseTo(169.21, 9);
    expect(sums[1]).toBeCloseTo(11.44, 9);
  });

  it('is the same refund for the same key, and refuses the key for another', async () => {
    const { order, tools } = await paid(5);
    const key = { 'idempotency-key': `refund-${order._id}` };
    const body = { lines: [{ toolId: tools[0]!._id, quantity: 1 }], backToStock: true };
    const first = await (await refund(order, body, key)).json();
    expect(await (await refund(order, body, key)).json()).toEqual(first);
    for (const other of [
      { ...body, backToStock: false },
      { lines: [{ toolId: tools[0]!._id, quantity: 2 }] },
      { all: true },
    ])
      expect((await refund(order, other, key)).status).toBe(422);
    expect(await stockOf(tools[0])).toBe(96);
  });

  it.each([
    [{ lines: [{ toolId: 'a', quantity: 1 }], amount: 5 }, 'amount'],
    [{ lines: [] }, 'lines'],
    [{ lines: [{ toolId: 'a', quantity: 1, shipped: 2 }] }, 'lines.0.shipped'],
    [{ lines: [{ toolId: 'a', quantity: 0 }] }, 'lines.0.quantity'],
    [{ amount: 1, backToStock: true }, 'backToStock'],
    [{ backToStock: 'some' }, 'backToStock'],
    [{ reason: '', all: true }, 'reason'],
    [{}, 'all'],
    [{ all: false }, 'all'],
    [{ backToStock: true }, 'all'],
    [{ all: true, amount: 5 }, 'amount'],
    [{ all: true, lines: [{ toolId: 'a', quantity: 1 }] }, 'amount'],
  ])('refuses %j at its field', async (body, path) => {
    const { order } = await paid(2);
    const answer = await refund(order, body);
    expect([answer.status, await answer.json()]).toMatchObject([400, { issues: [{ path }] }]);
    expect((await seen(order._id)).refunded).toBeUndefined();
  });

  it('takes what goes back alone, and says a reason of its own', async () => {
    const { order } = await paid(2);
    const answer = await shop.call('POST', `/order/${order._id}/refund`, { as: sal.token, body: { all: true } });
    expect([answer.status, await answer.json()]).toMatchObject([201, { reason: 'Refunded by the shop' }]);
    expect((await seen(order._id)).state).toBe('refunded');
  });

  it('tells the buyer once, with the reason and the number of the credit note', async () => {
    const { order, tools } = await paid(2);
    const { creditNote } = await given(order, {
      lines: [{ toolId: tools[0]!._id, quantity: 1 }],
      reason: 'Handle cracked',
    });
    const told = await shop.parts.database.raw<{ to: string; text: string }>(
      `select "to", text from mails where subject like $1`,
      [`%order ${order.number} refunded`],
    );
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ to: alice.email });
    for (const said of ['$10.00', 'Handle cracked', creditNote!, `1 × ${tools[0]!.name}`])
      expect(told[0]!.text).toContain(said);
    const paper = await shop.call('GET', `/order/${order._id}/refund/${await refundId(order)}/credit-note.pdf`, {
      as: alice.token,
    });
    expect(paper.status).toBe(200);
  });
});

async function refundId(order: Order): Promise<string> {
  const list = (await (await shop.call('GET', `/order/${order._id}/refund`, { as: alice.token })).json()) as Refund[];
  return list[0]!._id;
}
