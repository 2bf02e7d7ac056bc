import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayPlus } from '#contract/days.ts';
import type { Batch, ToReorder } from '#contract/catalogue/incoming.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { StockEntry } from '#contract/catalogue/stock-changes.ts';
import type { Priced } from '#contract/buying/basket.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { BodyInput } from '#contract/routes.ts';
import { payForTest } from '#server/money/shipments/paying-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let wes: Person;
let alice: Person;
let bob: Person;
let count = 0;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  wes = await shop.person('Wes', 'warehouse');
  alice = await shop.person('Alice');
  bob = await shop.person('Bob');
});
afterAll(() => shop.close());

const today = new Date().toISOString().slice(0, 10);
// Days of the week after the next and later, so that an order of today leaves before them.
const in20 = dayPlus(today, 20);
const in30 = dayPlus(today, 30);
const in40 = dayPlus(today, 40);

const call = async <Answer>(
  method: string,
  path: string,
  as: Person,
  body?: unknown,
  status = 200,
): Promise<Answer> => {
  const answer = await shop.call(method, path, { as: as.token, ...(body === undefined ? {} : { body }) });
  const said = (await answer.json()) as Answer;
  expect({ status: answer.status, said }).toMatchObject({ status });
  return said;
};
const refused = async (method: string, path: string, as: Person, body: unknown, status: number, what: object) =>
  expect(await call(method, path, as, body, status)).toMatchObject(what);

const toolWith = (stock: number, more: Partial<BodyInput<'addTool'>> = {}) =>
  shop.tool({ name: `Coming ${++count}`, sku: `IN-${count}`, availableQuantity: stock, minOrderQuantity: 1, ...more });
const incoming = (stock: number, more: Partial<BodyInput<'addTool'>> = {}) =>
  toolWith(stock, { backorder: { kind: 'incoming' }, ...more });
const announce = (tool: Tool, quantity: number, day: string) =>
  call<Batch>('POST', `/tool/${tool._id}/incoming`, wes, { quantity, day }, 201);
const order = (tool: Tool, quantity: number, more: object = {}, as = alice, status = 201) =>
  call<Order>(
    'POST',
    '/order',
    as,
    { name: 'A', address: '1 Dock Road', phone: '555 123', lines: [{ toolId: tool._id, quantity }], ...more },
    status,
  );
const seen = ({ _id }: Order, as = alice) => call<Order>('GET', `/order/${_id}`, as);
const toolNow = ({ _id }: Tool) => call<Tool>('GET', `/tool/${_id}`, alice);
const priced = async ({ _id }: Tool, quantity: number) => {
  const { lines } = await call<Priced>('POST', '/price', alice, { lines: [{ toolId: _id, quantity }] });
  return lines[0]!;
};

describe('stock to come', () => {
  it('is promised from stock, then of batches by day, and told on tool, price and order', async () => {
    const tool = await incoming(300);
    await announce(tool, 150, in30);
    await announce(tool, 100, in20);
    const later = [
      { quantity: 100, day: in20 },
      { quantity: 150, day: in30 },
    ];
    expect(await toolNow(tool)).toMatchObject({
      backorder: { kind: 'incoming', limit: null, days: 0 },
      later,
      orderable: 550,
      availableQuantity: 300,
    });
    const line = await priced(tool, 500);
    expect(line).toMatchObject({ problem: null, later, orderable: 550 });
    expect(line.promises).toEqual([
      { quantity: 300, day: null },
      { quantity: 100, day: in20 },
      { quantity: 100, day: in30 },
    ]);
    expect(await priced(tool, 551)).toMatchObject({ problem: 'OUT_OF_STOCK', suggestion: 550, promises: [] });
    const made = await order(tool, 500);
    expect(made.lines[0]?.awaited).toEqual([
      { quantity: 100, day: in20 },
      { quantity: 100, day: in30 },
    ]);
    expect(await seen(made)).toMatchObject({ lines: [{ awaited: made.lines[0]?.awaited }], leaves: made.leaves });
    expect(made.leaves! >= in30).toBe(true);
    expect(await toolNow(tool)).toMatchObject({
      availableQuantity: 0,
      later: [{ quantity: 50, day: in30 }],
      orderable: 50,
    });
    await refused(
      'POST',
      '/order',
      bob,
      { name: 'B', address: 'x', phone: '555', toolId: tool._id, quantity: 51 },
      409,
      {
        code: 'OUT_OF_STOCK',
      },
    );
  });

  it('is nothing to order where the tool does not allow it, and told all the same', async () => {
    const tool = await toolWith(5);
    await announce(tool, 100, in20);
    expect(await toolNow(tool)).toMatchObject({ later: [{ quantity: 100, day: in20 }], orderable: 5 });
    await order(tool, 6, {}, alice, 409);
  });

  it('is made to order up to the limit of all orders together, and what ends gives it back', async () => {
    const tool = await toolWith(2, { backorder: { kind: 'always', limit: 10, days: 5 } });
    const first = await order(tool, 10);
    expect(first.lines[0]?.awaited).toMatchObject([{ quantity: 8 }]);
    expect((await toolNow(tool)).orderable).toBe(2);
    await order(tool, 3, {}, bob, 409);
    await call('DELETE', `/order/${first._id}`, alice);
    expect(await toolNow(tool)).toMatchObject({ availableQuantity: 2, orderable: 12 });
    expect((await order(tool, 12, {}, bob)).lines[0]?.awaited).toMatchObject([{ quantity: 10 }]);
  });

  it('is received for those who wait, oldest first, and the rest goes into stock; a short receipt leaves the rest announced', async () => {
    const tool = await incoming(0);
    const batch = await announce(tool, 100, in20);
    const first = await order(tool, 40);
    const second = await order(tool, 30, {}, bob);
    await payForTest(shop, first._id);
    await payForTest(shop, second._id);
    const ship = (of: Order, body: object = {}) =>
      shop.call('POST', `/order/${of._id}/shipment`, { as: wes.token, body: { carrier: 'DHL', ...body } });
    expect(await (await ship(first)).json()).toMatchObject({ code: 'NOT_THERE_YET' });
    const short = await call<Batch>('POST', `/incoming/${batch._id}/receive`, wes, { quantity: 50 });
    expect(short).toMatchObject({ received: 50, promised: 20, state: 'announced' });
    expect((await seen(first)).lines[0]?.awaited).toEqual([]);
    expect((await seen(second, bob)).lines[0]?.awaited).toEqual([{ quantity: 20, day: in20 }]);
    const ready = await call<Order[]>('GET', '/orders?fulfilment=ready', wes);
    expect(ready.map(({ _id }) => _id)).toContain(first._id);
    expect(ready.map(({ _id }) => _id)).not.toContain(second._id);
    const tooMuch = await ship(second, { lines: [{ toolId: tool._id, quantity: 11 }] });
    expect(await tooMuch.json()).toMatchObject({ code: 'NOT_THERE_YET', there: 10 });
    expect((await ship(first)).status).toBe(201);
    const over = await call<Batch>('POST', `/incoming/${batch._id}/receive`, wes, { quantity: 60 });
    expect(over).toMatchObject({ received: 110, promised: 0, state: 'received' });
    expect(await toolNow(tool)).toMatchObject({ availableQuantity: 40, later: [] });
    expect((await ship(second)).status).toBe(201);
    await refused('POST', `/incoming/${batch._id}/receive`, wes, { quantity: 1 }, 409, { code: 'BATCH_OVER' });
    await shop.atRest();
    const told = await shop.lettersTo(bob.email);
    expect(told.filter(({ subject }) => subject === `Order ${second.number}: your goods are in stock`)).toHaveLength(1);
    const history = await call<StockEntry[]>('GET', `/tool/${tool._id}/stock-history`, wes);
    expect(history[0]?.balance).toBe(40);
  });

  it('serves those who wait by any stock that comes another way', async () => {
    const tool = await incoming(0);
    await announce(tool, 100, in20);
    const first = await order(tool, 40);
    const second = await order(tool, 30, {}, bob);
    expect(await call('POST', `/tool/${tool._id}/stock`, wes, { change: 45, reason: 'Found' })).toMatchObject({
      availableQuantity: 0,
    });
    expect((await seen(first)).lines[0]?.awaited).toEqual([]);
    expect((await seen(second, bob)).lines[0]?.awaited).toEqual([{ quantity: 25, day: in20 }]);
    expect(await toolNow(tool)).toMatchObject({ later: [{ quantity: 75, day: in20 }] });
    // What an order gives back goes to who waits, too.
    await call('DELETE', `/order/${first._id}`, alice);
    expect((await seen(second, bob)).lines[0]?.awaited).toEqual([]);
    expect(await toolNow(tool)).toMatchObject({ availableQuantity: 15, later: [{ quantity: 100, day: in20 }] });
  });

  it('serves those who wait by what an import brings', async () => {
    const ada = await shop.person('Ida', 'admin');
    const tool = await incoming(0);
    await announce(tool, 100, in20);
    const first = await order(tool, 40);
    const file = `sku,availableQuantity\n${tool.sku},50\n`;
    const sent = await shop.app.fetch(
      new Request('http://shop.test/import/tools?name=stock', {
        method: 'POST',
        body: file,
        headers: { authorization: `Bearer ${ada.token}`, origin: 'http://shop.test' },
      }),
    );
    const { _id } = (await sent.json()) as { _id: string };
    await call('POST', `/import/${_id}/commit`, ada, {});
    expect((await seen(first)).lines[0]?.awaited).toEqual([]);
    expect(await toolNow(tool)).toMatchObject({ availableQuantity: 10, later: [{ quantity: 100, day: in20 }] });
  });

  it('moves to another day with one letter, never below what is promised, and is cancelled only where nobody waits', async () => {
    const tool = await incoming(0);
    const batch = await announce(tool, 100, in20);
    const made = await order(tool, 60);
    const path = `/incoming/${batch._id}`;
    await refused('PUT', path, wes, { quantity: 59 }, 409, { code: 'BATCH_PROMISED', promised: 60 });
    await refused('POST', `${path}/cancel`, wes, undefined, 409, { code: 'BATCH_PROMISED' });
    await refused('PUT', path, wes, { day: in40, version: 7 }, 409, { code: 'STALE_BATCH' });
    expect(await call('PUT', path, wes, { quantity: 60, day: in40, version: 1 })).toMatchObject({
      day: in40,
      version: 2,
    });
    expect((await seen(made)).lines[0]?.awaited).toEqual([{ quantity: 60, day: in40 }]);
    await shop.atRest();
    const letters = (await shop.lettersTo(alice.email)).filter(({ subject }) =>
      subject.startsWith(`Order ${made.number}: another day`),
    );
    expect(letters).toHaveLength(1);
    await call('DELETE', `/order/${made._id}`, alice);
    expect(await call('POST', `${path}/cancel`, wes)).toMatchObject({ state: 'cancelled', promised: 0 });
    expect((await toolNow(tool)).later).toEqual([]);
  });

  it('leaves together or in parts, and not before the day that is wanted', async () => {
    const tool = await incoming(10);
    await announce(tool, 100, in20);
    const parts = await order(tool, 15, { parts: true });
    expect(parts).toMatchObject({ parts: true, wantedDay: null });
    expect(parts.leaves! < in20).toBe(true);
    await refused(
      'POST',
      '/order',
      bob,
      { name: 'B', address: 'x', phone: '555', toolId: tool._id, quantity: 5, wantedDay: today },
      422,
      { code: 'TOO_EARLY' },
    );
    const wanted = await order(tool, 5, { wantedDay: in40 }, bob);
    expect(wanted).toMatchObject({ wantedDay: in40, leaves: in40 });
    await payForTest(shop, parts._id);
    const ready = async () =>
      (await call<Order[]>('GET', '/orders?fulfilment=ready', wes)).map(({ _id }) => _id).includes(parts._id);
    expect(await ready()).toBe(true);
    const sent = await call<{ lines: object[] }>('POST', `/order/${parts._id}/shipment`, wes, { carrier: 'DHL' }, 201);
    expect(sent.lines).toEqual([{ toolId: tool._id, quantity: 10 }]);
    expect(await ready()).toBe(false);
  });

  it('is announced for a day that is not over, told once a day, and changed by what GET answered', async () => {
    const tool = await incoming(0);
    const over = dayPlus(today, -2);
    const path = `/tool/${tool._id}/incoming`;
    await refused('POST', path, wes, { quantity: 5, day: over }, 400, { issues: [{ path: 'day' }] });
    const batch = await announce(tool, 5, in20);
    await announce(tool, 7, in20);
    expect((await toolNow(tool)).later).toEqual([{ quantity: 12, day: in20 }]);
    expect((await priced(tool, 1)).later).toEqual([{ quantity: 12, day: in20 }]);
    await refused('PUT', `/incoming/${batch._id}`, wes, { ...batch, day: over }, 400, { issues: [{ path: 'day' }] });
    const listed = await call<Batch[]>('GET', `/incoming?toolId=${tool._id}`, wes);
    const changed = { ...listed.find(({ _id }) => _id === batch._id)!, quantity: 6, received: 3, state: 'cancelled' };
    expect(await call('PUT', `/incoming/${batch._id}`, wes, changed)).toMatchObject({
      quantity: 6,
      received: 0,
      state: 'announced',
    });
  });

  it('of a refund before it left, gives back the promise and puts nothing into stock that was never there', async () => {
    const sally = await shop.person('Sally', 'sales');
    const tool = await incoming(10);
    await announce(tool, 100, in20);
    const made = await order(tool, 15);
    await payForTest(shop, made._id);
    const body = {
      lines: [{ toolId: tool._id, quantity: 8, shipped: 0 }],
      reason: 'Too many',
      backToStock: 'unshipped',
    };
    await call('POST', `/order/${made._id}/refund`, sally, body, 201);
    expect((await seen(made)).lines[0]).toMatchObject({ left: 7, awaited: [] });
    expect(await toolNow(tool)).toMatchObject({ availableQuantity: 3, later: [{ quantity: 100, day: in20 }] });
    const [entry] = await call<StockEntry[]>('GET', `/tool/${tool._id}/stock-history`, wes);
    expect(entry).toMatchObject({ kind: 'returned', change: 8, balance: 3 });
  });

  it('lists what orders wait for and nothing announced brings, also of tools without a level', async () => {
    const tool = await toolWith(2, { backorder: { kind: 'always', days: 5 } });
    const low = () => call<ToReorder[]>('GET', `/to-reorder?q=${tool.sku}`, wes);
    expect(await low()).toEqual([]);
    await order(tool, 7);
    expect(await low()).toMatchObject([{ toolId: tool._id, reorderBelow: 0, promised: 5, unserved: 5, missing: 5 }]);
    await announce(tool, 2, in20);
    expect(await low()).toMatchObject([{ coming: 2, promised: 5, unserved: 3, missing: 3 }]);
    await announce(tool, 3, in30);
    expect(await low()).toEqual([]);
  });

  it('lists what comes by day, and what is to be ordered', async () => {
    const tool = await incoming(5, { reorderBelow: 50 });
    expect(tool.reorderBelow).toBe(50);
    expect(await toolNow(tool)).not.toHaveProperty('reorderBelow');
    await announce(tool, 10, in30);
    await order(tool, 8);
    const low = async () =>
      (await call<ToReorder[]>('GET', `/to-reorder?q=${tool.sku}`, wes)).map(({ toolId: _id, ...row }) => row);
    const { name, sku } = tool;
    expect(await low()).toEqual([
      {
        tool: name,
        sku,
        reorderBelow: 50,
        availableQuantity: 0,
        coming: 10,
        promised: 3,
        unserved: 0,
        missing: 43,
        sold90: 8,
      },
    ]);
    const sheet = await shop.call('GET', '/export/to-reorder', { as: wes.token });
    expect(await sheet.text()).toContain(`${tool.sku};`.replace(';', ','));
    await announce(tool, 43, in20);
    expect(await low()).toEqual([]);
    const listed = await call<Batch[]>('GET', `/incoming?q=${tool.sku}`, wes);
    expect(listed.map(({ quantity, promised }) => [quantity, promised])).toEqual([
      [43, 0],
      [10, 3],
    ]);
    const page = await shop.call('GET', `/incoming?q=${tool.sku}&limit=1`, { as: wes.token });
    expect(page.headers.get('x-total-count')).toBe('2');
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    expect(await call<Batch[]>('GET', next, wes)).toMatchObject([{ quantity: 10 }]);
    expect(await call<Batch[]>('GET', `/incoming?q=${tool.sku}&to=${in20}`, wes)).toHaveLength(1);
  });

  it('refuses what cannot be, and those who may not', async () => {
    const tool = await incoming(1);
    const path = `/tool/${tool._id}/incoming`;
    await refused('POST', path, wes, { quantity: 0, day: in20 }, 400, { issues: [{ path: 'quantity' }] });
    await refused('POST', path, wes, { quantity: 5, day: '2026-02-30' }, 400, { issues: [{ path: 'day' }] });
    await refused('POST', path, alice, { quantity: 5, day: in20 }, 403, { code: 'FORBIDDEN' });
    await refused('POST', '/tool/none/incoming', wes, { quantity: 5, day: in20 }, 404, { code: 'TOOL_NOT_FOUND' });
    await refused('PUT', '/incoming/none', wes, { day: in20 }, 404, { code: 'BATCH_NOT_FOUND' });
    expect((await shop.call('GET', '/incoming', { as: alice.token })).status).toBe(403);
  });
});
