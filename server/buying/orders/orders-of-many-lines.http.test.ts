import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let database: Database;
let shop: TestShop;
let alice: Awaited<ReturnType<TestShop['person']>>;
let [hammer, bolt, anvil] = [] as unknown as [Tool, Tool, Tool];
let counter = 0;

beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
});
afterAll(() => shop.close());
beforeEach(async () => {
  alice = await shop.person(`Lines${counter++}`);
  hammer = await shop.tool({ name: `Hammer ${counter}`, price: 19.99, sku: `H-${counter}` });
  bolt = await shop.tool({ name: `Bolt ${counter}`, price: 0.1, availableQuantity: 100_000, minOrderQuantity: 50 });
  anvil = await shop.tool({ name: `Anvil ${counter}`, price: 250, availableQuantity: 3 });
  await database.raw(
    `update tools set quantity_step = 25, weight_grams = 40, price_breaks = '[{"from":500,"cents":9},{"from":1000,"cents":8}]' where id = $1`,
    [bolt._id],
  );
});

const line = (tool: Tool, quantity: unknown) => ({ toolId: tool._id, quantity });
const order = async (more: Record<string, unknown>, headers: Record<string, string> = {}) => {
  const body = { name: 'Alice', address: '1 Dock Road', phone: '555', ...more };
  const answer = await shop.call('POST', '/order', { as: alice.token, body, headers });
  return { status: answer.status, body: (await answer.json()) as Order & Record<string, unknown> };
};
const path = ({ _id }: Order) => `/order/${_id}`;
const get = async (at: string, as = alice.token) => (await shop.call('GET', at, { as })).json();
const stock = (...tools: Tool[]) =>
  Promise.all(tools.map(async ({ _id }) => ((await get(`/tool/${_id}`)) as Tool).availableQuantity));

describe('POST /order with lines', () => {
  it('takes all of them, in the order in which they were sent', async () => {
    const { status, body } = await order({
      lines: [line(hammer, 2), line(anvil, 1), line(bolt, '1000')],
      price: 369.98,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      tool: `${hammer.name} and 2 more`,
      toolId: null,
      quantity: 1003,
      lineCount: 3,
      goods: 369.98,
      freight: 0,
      tax: 0,
      price: 369.98,
      lines: [
        { toolId: hammer._id, tool: hammer.name, sku: hammer.sku, unitPrice: 19.99, quantity: 2, price: 39.98 },
        { toolId: anvil._id, tool: anvil.name, sku: null, unitPrice: 250, quantity: 1, price: 250 },
        { toolId: bolt._id, unitPrice: 0.08, quantity: 1000, price: 80 },
      ],
    });
    expect(await stock(hammer, anvil, bolt)).toEqual([98, 2, 99_000]);
    expect(await get(path(body))).toEqual(body);
  });

  it('of one line is an order as the form sends it', async () => {
    const { body } = await order({ lines: [line(hammer, 2)] });
    expect(body).toMatchObject({ tool: hammer.name, toolId: hammer._id, quantity: 2, lineCount: 1 });
  });

  it('keeps what the papers need', async () => {
    const papers = { company: 'Dock & Sons', purchaseOrder: 'PO-7', buyerReference: 'Dept 7', country: 'BD' };
    const { body } = await order({ lines: [line(hammer, 1)], ...papers, delivery: 'standard' });
    expect(body).toMatchObject({ ...papers, delivery: 'standard', deliveryName: 'Standard delivery' });
  });

  it('says which lines cannot be had, each with its code and facts, and takes nothing', async () => {
    const before = await shop.digest();
    const { status, body } = await order({
      lines: [
        line(hammer, 1),
        line(bolt, 130),
        { toolId: 'nobody', quantity: 1 },
        line(anvil, 4),
        line(hammer, 1),
      ].slice(0, 4),
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'NOT_A_MULTIPLE', quantityStep: 25, below: 125, above: 150 });
    expect(body['issues']).toEqual([
      {
        path: 'lines.1.quantity',
        code: 'NOT_A_MULTIPLE',
        message: 'It is sold in multiples of 25 pieces: order 125 or 150.',
        quantityStep: 25,
        below: 125,
        above: 150,
      },
      { path: 'lines.2.toolId', code: 'TOOL_NOT_FOUND', message: expect.any(String) },
      { path: 'lines.3.quantity', code: 'OUT_OF_STOCK', message: 'Only 3 pieces left.', availableQuantity: 3 },
    ]);
    expect(await shop.digest()).toBe(before);
  });

  it('looks at minimum, step and stock in this order', async () => {
    const first = async (quantity: number) => (await order({ lines: [line(bolt, quantity)] })).body;
    expect(await first(30)).toMatchObject({ code: 'BELOW_MINIMUM', minOrderQuantity: 50 });
    expect(await first(51)).toMatchObject({ code: 'NOT_A_MULTIPLE', below: 50, above: 75 });
    expect(await first(100_001)).toMatchObject({ code: 'NOT_A_MULTIPLE', below: 100_000, above: null });
    expect(await first(100_025)).toMatchObject({ code: 'OUT_OF_STOCK', availableQuantity: 100_000 });
    expect(await first(2 ** 53 - 1)).toMatchObject({ code: 'NOT_A_MULTIPLE' });
  });

  it('refuses a step also to the purchase form', async () => {
    expect(await order({ toolId: bolt._id, quantity: 51 })).toMatchObject({
      status: 422,
      body: { code: 'NOT_A_MULTIPLE', quantityStep: 25, below: 50, above: 75, issues: [{ path: 'quantity' }] },
    });
  });

  it.each([
    ['no line', () => [], 'lines'],
    ['one tool twice', () => [line(hammer, 1), line(bolt, 50), line(hammer, 2)], 'lines.2.toolId'],
    ['no quantity', () => [{ toolId: hammer._id }], 'lines.0.quantity'],
    ['part of a piece', () => [line(hammer, 1.5)], 'lines.0.quantity'],
    ['a field of its own', () => [{ ...line(hammer, 1), price: 1 }], 'lines.0.price'],
    ['1,001 lines', () => Array.from({ length: 1001 }, (_, at) => ({ toolId: `t${at}`, quantity: 1 })), 'lines'],
    ['no list', () => 'all', 'lines'],
  ])('refuses %s', async (_, lines, at) => {
    expect(await order({ lines: lines() })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', issues: [{ path: at }] },
    });
  });

  it('refuses lines beside a tool', async () => {
    expect(await order({ lines: [line(hammer, 1)], toolId: hammer._id, quantity: 1 })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'toolId' }, { path: 'quantity' }] },
    });
  });

  it('refuses a total that is not the server’s, and one over $999,999.99', async () => {
    const lines = [line(hammer, 2), line(bolt, 50)];
    expect(await order({ lines, price: 44 })).toMatchObject({
      status: 409,
      body: { code: 'PRICE_MISMATCH', price: 44.98 },
    });
    const dear = [await shop.tool({ price: 999_999 }), await shop.tool({ price: 1 })];
    expect(await order({ lines: dear.map((tool) => line(tool, 1)) })).toMatchObject({
      status: 422,
      body: { code: 'ORDER_TOO_LARGE', issues: [{ path: 'lines' }] },
    });
    expect(await stock(...dear)).toEqual([100, 100]);
  });

  it('refuses a total beyond all bounds as too large, though POST /price told it', async () => {
    const vast = await shop.tool({ price: 999_999.99, availableQuantity: 1_000_000_000 });
    const lines = [line(vast, 1_000_000_000)];
    const told = await shop.call('POST', '/price', { body: { lines } });
    const { price } = (await told.json()) as { price: number };
    expect(price).toBe(999_999_990_000_000);
    expect(await order({ lines, price })).toMatchObject({ status: 422, body: { code: 'ORDER_TOO_LARGE' } });
  });

  it('refuses a delivery that does not exist', async () => {
    expect(await order({ lines: [line(hammer, 1)], delivery: 'pigeon' })).toMatchObject({
      status: 422,
      body: { code: 'NO_DELIVERY', issues: [{ path: 'delivery' }] },
    });
  });

  it('does not sell what is not on sale', async () => {
    await database.raw('update tools set on_sale = false where id = $1', [hammer._id]);
    for (const more of [{ lines: [line(hammer, 1)] }, { tool: hammer.name, quantity: 1 }])
      expect(await order(more)).toMatchObject({ status: 404, body: { code: 'TOOL_NOT_FOUND' } });
  });

  it('answers the same again to the same key, also after it was changed and deleted', async () => {
    const lines = [line(bolt, 75), line(hammer, 2)];
    const key = { 'idempotency-key': 'lines' };
    const first = await order({ lines, note: 'Ring' }, key);
    expect(first.status).toBe(201);
    const details = { note: 'Do not ring', name: 'Bob' };
    expect((await shop.call('PUT', `${path(first.body)}/details`, { as: alice.token, body: details })).status).toBe(
      200,
    );
    expect((await shop.call('DELETE', path(first.body), { as: alice.token })).status).toBe(200);
    expect(await order({ lines, note: 'Ring' }, key)).toEqual(first);
    expect(await order({ lines: lines.toReversed(), note: 'Ring' }, key)).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    });
    expect(await stock(bolt, hammer)).toEqual([100_000, 100]);
  });

  it('takes its tools out of the basket where that is asked for, and only those', async () => {
    await database.raw('insert into baskets (user_id) values ($1)', [alice.userId]);
    await database.raw('insert into basket_lines (user_id, tool_id, quantity) select $1, unnest($2::text[]), 7', [
      alice.userId,
      [hammer._id, bolt._id, anvil._id],
    ]);
    const basket = async () =>
      database.raw<{ version: number; tools: string[] }>(
        `select version::int as version, array(select tool_id from basket_lines l where l.user_id = b.user_id order by position) as tools
         from baskets b where user_id = $1`,
        [alice.userId],
      );
    expect((await order({ lines: [line(hammer, 1), line(anvil, 9)], emptyBasket: true })).status).toBe(409);
    expect((await order({ lines: [line(hammer, 1)] })).status).toBe(201);
    expect(await basket()).toEqual([{ version: 1, tools: [hammer._id, bolt._id, anvil._id] }]);
    expect((await order({ lines: [line(hammer, 1), line(bolt, 50)], emptyBasket: true })).status).toBe(201);
    expect(await basket()).toEqual([{ version: 2, tools: [anvil._id] }]);
  });

  it('has 1,000 lines, and lists show the first five', async () => {
    const ids = Array.from({ length: 1000 }, (_, at) => `many${counter}-${String((at * 7) % 1000).padStart(4, '0')}`);
    await database.raw(
      `insert into tools (id, name, description, image, price_cents, available_quantity, min_order_quantity)
       select id, 'Tool ' || id, 'One of many', '/pictures/hammer-640.webp', 100, 1000000000, 1 from unnest($1::text[]) id`,
      [ids],
    );
    const { status, body } = await order({ lines: ids.map((toolId) => ({ toolId, quantity: 90 })) });
    expect(status).toBe(201);
    expect(body).toMatchObject({ quantity: 90_000, price: 90_000, tool: `Tool ${ids[0]} and 999 more` });
    expect(body.lines.map(({ toolId }) => toolId)).toEqual(ids);
    const [listed] = (await get(`/order?email=${alice.email}`)) as Order[];
    expect(listed).toEqual({ ...body, lines: body.lines.slice(0, 5) });
    const left = await database.raw<{ left: number; tools: number }>(
      `select available_quantity as left, count(*)::int as tools from tools where id = any($1) group by 1`,
      [ids],
    );
    expect(left).toEqual([{ left: 1_000_000_000 - 90, tools: 1000 }]);
    expect((await shop.call('DELETE', path(body), { as: alice.token })).status).toBe(200);
    const [back] = await database.raw<{ wrong: number }>(
      `select count(*)::int as wrong from tools where id = any($1) and available_quantity <> 1000000000`,
      [ids],
    );
    expect(back?.wrong).toBe(0);
  });
});

describe('PUT /order/{id}/details', () => {
  const change = async (at: Order, body: object, as = alice.token) => {
    const answer = await shop.call('PUT', `${path(at)}/details`, { as, body });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  it('changes what may be changed, and leaves the rest', async () => {
    const { body } = await order({ lines: [line(hammer, 1), line(bolt, 50)] });
    const details = {
      name: 'Bob',
      address: '2 Quay',
      phone: '556',
      company: 'Quay Ltd',
      purchaseOrder: 'P1',
      note: 'n',
    };
    expect(await change(body, details)).toEqual({ status: 200, body: { modifiedCount: 1 } });
    expect(await change(body, details)).toEqual({ status: 200, body: { modifiedCount: 0 } });
    expect(await get(path(body))).toEqual({ ...body, ...details });
    expect(await change(body, { country: 'DE' })).toMatchObject({ status: 400 });
    expect(await change(body, { name: '' })).toMatchObject({ status: 400, body: { issues: [{ path: 'name' }] } });
  });

  it('is the owner’s until it is paid, and staff’s after that, with a line in the audit log', async () => {
    const { body } = await order({ lines: [line(hammer, 1)] });
    const bob = await shop.person(`Other${counter}`);
    expect(await change(body, { note: 'x' }, bob.token)).toMatchObject({ status: 404 });
    await database.raw(
      `update orders set state = 'paid', paid_at = now(), paid_by = 'card', transaction_id = $2 where id = $1`,
      [body._id, `pi_${counter}`],
    );
    expect(await change(body, { note: 'x' })).toMatchObject({ status: 409, body: { code: 'ORDER_PAID' } });
    const admin = await shop.person(`Staff${counter}`, 'admin');
    expect(await change(body, { note: 'x' }, admin.token)).toMatchObject({ status: 200 });
    const [entry] = (await get('/audit', admin.token)) as Record<string, unknown>[];
    expect(entry).toMatchObject({
      actor: admin.email,
      action: 'order.changed',
      subject: body._id,
      details: { number: body.number, changed: { note: { from: '', to: 'x' } } },
    });
  });
});

describe('PUT /order/{id}/details by staff', () => {
  it.each(['warehouse', 'bookkeeper'] as const)('is beyond the %s, who reads the order', async (role) => {
    const { body } = await order({ lines: [line(hammer, 1)] });
    const reader = await shop.person(`${role}${counter}`, role);
    const answer = await shop.call('PUT', `${path(body)}/details`, { as: reader.token, body: { note: 'x' } });
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'FORBIDDEN' }]);
    const missing = await shop.call('PUT', '/order/nothing/details', { as: reader.token, body: { note: 'x' } });
    expect(missing.status).toBe(404);
    expect(await get(path(body))).toEqual(body);
  });
});

describe('POST /order/{id}/cancel', () => {
  it('frees the stock of all lines, with a line in the audit log', async () => {
    const { body } = await order({ lines: [line(hammer, 10), line(bolt, 50)] });
    const admin = await shop.person(`Canceller${counter}`, 'admin');
    const cancel = async (as: string) => (await shop.call('POST', `${path(body)}/cancel`, { as })).status;
    expect(await cancel(alice.token)).toBe(403);
    expect(await stock(hammer, bolt)).toEqual([90, 99_950]);
    expect(await cancel(admin.token)).toBe(200);
    expect(await stock(hammer, bolt)).toEqual([100, 100_000]);
    expect(await cancel(admin.token)).toBe(404);
    expect(await get(path(body))).toMatchObject({ state: 'cancelled' });
    const [entry] = (await get('/audit', admin.token)) as Record<string, unknown>[];
    expect(entry).toMatchObject({ action: 'order.cancelled', subject: body._id, details: { number: body.number } });
  });

  it('frees the order of a user who was removed', async () => {
    const { body } = await order({ lines: [line(anvil, 2)] });
    const admin = await shop.person(`Remover${counter}`, 'admin');
    expect((await shop.call('DELETE', `/user/${alice.userId}`, { as: admin.token })).status).toBe(200);
    expect((await shop.call('POST', `${path(body)}/cancel`, { as: admin.token })).status).toBe(200);
    expect(await stock(anvil)).toEqual([3]);
  });

  it('leaves a paid order alone', async () => {
    const { body } = await order({ lines: [line(anvil, 1)] });
    await database.raw(
      `update orders set state = 'paid', paid_at = now(), paid_by = 'card', transaction_id = $2 where id = $1`,
      [body._id, `pi_paid_${counter}`],
    );
    const admin = await shop.person(`Late${counter}`, 'admin');
    const answer = await shop.call('POST', `${path(body)}/cancel`, { as: admin.token });
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'ORDER_PAID' }]);
  });
});

it('the database refuses to change what an order was placed with', async () => {
  const { body } = await order({ lines: [line(hammer, 1)] });
  for (const change of [
    'freight_cents = 5',
    'number = 1',
    "country = 'DE'",
    "delivery = 'x'",
    'tax_cents = 1',
    "vat_id = 'x'",
  ])
    await expect(database.raw(`update orders set ${change} where id = $1`, [body._id])).rejects.toThrow(
      'keeps its total',
    );
});
