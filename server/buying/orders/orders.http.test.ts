import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let alice: Awaited<ReturnType<TestShop['person']>>;
let hammer: Tool;
let counter = 0;

const DAY = /^\d{4}-\d\d-\d\d$/;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());
beforeEach(async () => {
  alice = await shop.person(`Alice${counter++}`);
  hammer = await shop.tool({ name: `Hammer ${counter}`, price: 19.99, availableQuantity: 100, minOrderQuantity: 5 });
});

const wish = (more: Record<string, unknown> = {}) => ({
  name: 'Alice',
  address: '1 Dock Road',
  phone: '555',
  tool: hammer.name,
  quantity: 5,
  ...more,
});
const order = async (more: Record<string, unknown> = {}, headers: Record<string, string> = {}) => {
  const answer = await shop.call('POST', '/order', { as: alice.token, body: wish(more), headers });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const stock = async () => ((await (await shop.call('GET', `/tool/${hammer._id}`)).json()) as Tool).availableQuantity;

describe('POST /order', () => {
  it('takes the stock, raises the version and answers the order', async () => {
    const { status, body } = await order();
    expect(status).toBe(201);
    expect(body).toEqual({
      approval: null,
      parts: false,
      wantedDay: null,
      language: 'en',
      dueAt: null,
      invoices: [],
      onAccount: false,
      payments: [],
      _id: expect.any(String),
      number: expect.stringMatching(/^\d{5,12}$/),
      userId: alice.userId,
      name: 'Alice',
      email: alice.email,
      address: '1 Dock Road',
      phone: '555',
      tool: hammer.name,
      toolId: hammer._id,
      lines: [
        {
          toolId: hammer._id,
          tool: hammer.name,
          sku: null,
          buyerNumber: null,
          unitPrice: 19.99,
          quantity: 5,
          unit: null,
          unitName: null,
          unitQuantity: null,
          priceUnit: 1,
          price: 99.95,
          shipped: 0,
          refunded: 0,
          left: 5,
          awaited: [],
        },
      ],
      lineCount: 1,
      quantity: 5,
      goods: 99.95,
      freight: 0,
      surcharge: 0,
      tax: 0,
      taxName: null,
      taxPercent: null,
      taxNote: null,
      taxCategory: 'O',
      price: 99.95,
      country: 'BD',
      delivery: 'standard',
      deliveryName: 'Standard delivery',
      deliveryDays: [2, 5],
      leaves: expect.stringMatching(DAY),
      arrives: [expect.stringMatching(DAY), expect.stringMatching(DAY)],
      companyId: null,
      orderedBy: { name: 'Alice0', email: alice.email },
      costCentre: null,
      buyerReference: '',
      quoteId: null,
      company: '',
      vatId: '',
      vatProof: null,
      purchaseOrder: '',
      note: '',
      state: 'unpaid',
      paid: false,
      holdUntil: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      shipments: [],
      fulfilment: 'none',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    const after = (await (await shop.call('GET', `/tool/${hammer._id}`)).json()) as Tool;
    expect(after).toMatchObject({ availableQuantity: 95, version: hammer.version + 1 });
  });

  it('takes quantity and price as text, as the spec’s form sends them', async () => {
    expect(await order({ quantity: '5', price: '99.95', email: alice.email.toUpperCase() })).toMatchObject({
      status: 201,
      body: { quantity: 5, price: 99.95 },
    });
  });

  it.each([0, -1, 1.5, '5; drop', 2 ** 53, null, '', [5], { $gt: 1 }, true, '0x10', 'NaN'])(
    'refuses the quantity %j (attacks T23)',
    async (quantity) => {
      const { status, body } = await order({ quantity });
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ path: 'quantity' }] });
      expect(await stock()).toBe(100);
    },
  );

  it('refuses less than the minimum and says what the minimum is (attacks T23)', async () => {
    expect(await order({ quantity: 4 })).toMatchObject({
      status: 422,
      body: { code: 'BELOW_MINIMUM', minOrderQuantity: 5 },
    });
    expect(await stock()).toBe(100);
  });

  it.each([101, 1e9, 1e15])(
    'refuses %i pieces, more than there are, and says how many there are (attacks T24)',
    async (quantity) => {
      expect(await order({ quantity })).toMatchObject({
        status: 409,
        body: { code: 'OUT_OF_STOCK', availableQuantity: 100 },
      });
      expect(await stock()).toBe(100);
    },
  );

  it.each([1, 0, -5, '1', 1e3])('refuses the price %j and answers the right total (attacks T22)', async (price) => {
    expect(await order({ price })).toMatchObject({ status: 409, body: { code: 'PRICE_MISMATCH', price: 99.95 } });
    expect(await stock()).toBe(100);
  });

  it.each([1.555, 'ten', null, {}, 'NaN', 1e300])('refuses %j as no price at all (attacks T22)', async (price) => {
    expect(await order({ price })).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
  });

  it('understands a total that a client multiplied in binary fractions', async () => {
    const tool = await shop.tool({ name: 'Bolt', price: 1.1, minOrderQuantity: 3 });
    expect(await order({ tool: tool.name, quantity: 3, price: 1.1 * 3 })).toMatchObject({
      status: 201,
      body: { price: 3.3 },
    });
  });

  it('refuses a total over $999,999.99 (attacks T25)', async () => {
    const tool = await shop.tool({ name: 'Anvil', price: 999_999.99, availableQuantity: 1000 });
    expect(await order({ tool: tool.name, quantity: 2 })).toMatchObject({
      status: 422,
      body: { code: 'ORDER_TOO_LARGE' },
    });
    expect(await order({ tool: tool.name, quantity: 1 })).toMatchObject({ status: 201 });
  });

  it('refuses an e-mail that is not the caller’s (attacks T15)', async () => {
    expect(await order({ email: 'bob@tradebench.test' })).toMatchObject({
      status: 403,
      body: { code: 'USER_MISMATCH' },
    });
  });

  it('of another name belongs to whoever is signed in (attacks T15)', async () => {
    const { body } = await order({ name: 'Bob' });
    expect(body).toMatchObject({ name: 'Bob', email: alice.email });
    const bob = await shop.person(`Bob${counter}`);
    const list = await shop.call('GET', `/order?email=${bob.email}`, { as: bob.token });
    expect(await list.json()).toEqual([]);
  });

  it('at the price of the page is refused when an admin changed it meanwhile (attacks T26)', async () => {
    const admin = await shop.person(`Pricer${counter}`, 'admin');
    const body = { ...(await (await shop.call('GET', `/tool/${hammer._id}`)).json()), price: 21 };
    expect((await shop.call('PUT', `/tool/${hammer._id}`, { as: admin.token, body })).status).toBe(200);
    expect(await order({ price: 99.95 })).toMatchObject({ status: 409, body: { code: 'PRICE_MISMATCH', price: 105 } });
    expect(await stock()).toBe(100);
    expect(await order({ price: 105 })).toMatchObject({ status: 201, body: { price: 105 } });
  });

  it('of a tool with less left than its minimum is refused (attacks T28)', async () => {
    const tool = await shop.tool({ name: `Rare ${counter}`, availableQuantity: 4, minOrderQuantity: 5 });
    expect(await order({ tool: tool.name })).toMatchObject({
      status: 409,
      body: { code: 'OUT_OF_STOCK', availableQuantity: 4 },
    });
    expect(await order({ tool: tool.name, quantity: 4 })).toMatchObject({ status: 422 });
  });

  it('refuses unknown fields, __proto__ among them', async () => {
    expect(await order({ paid: true })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', issues: [{ path: 'paid' }] },
    });
    const raw = JSON.stringify(wish()).replace('{', '{"__proto__":{"paid":true},');
    const answer = await shop.call('POST', '/order', { as: alice.token, body: raw });
    expect(answer.status).toBe(400);
  });

  it('says in words that a body must be an object', async () => {
    const answer = await shop.call('POST', '/order', { as: alice.token, body: [] });
    expect(await answer.json()).toMatchObject({ message: 'The body must be a JSON object.' });
  });

  it('says of a line that is none what it must be, in no words of the parser', async () => {
    const body = { name: 'A', address: 'B', phone: '1', lines: [null] };
    const answer = await shop.call('POST', '/order', { as: alice.token, body });
    expect(await answer.json()).toMatchObject({
      issues: [{ path: 'lines.0', message: 'lines.0 must be a JSON object' }],
    });
  });

  it('finds two tools of one name ambiguous, and neither with toolId', async () => {
    const twin = await shop.tool({ name: hammer.name, price: 1 });
    expect(await order()).toMatchObject({ status: 409, body: { code: 'AMBIGUOUS_TOOL' } });
    expect(await order({ toolId: twin._id })).toMatchObject({ status: 201, body: { price: 5, toolId: twin._id } });
  });

  it.each([{ tool: 'No such tool' }, { toolId: 'nobody' }])('answers 404 to %j', async (more) => {
    expect(await order(more)).toMatchObject({ status: 404, body: { code: 'TOOL_NOT_FOUND' } });
  });

  it('keeps the name and price of the day when the tool changes and goes (attacks T26)', async () => {
    const { body } = await order();
    const admin = await shop.person(`Admin${counter}`, 'admin');
    const current = (await (await shop.call('GET', `/tool/${hammer._id}`)).json()) as Tool;
    expect(
      (
        await shop.call('PUT', `/tool/${hammer._id}`, {
          as: admin.token,
          body: { ...current, price: 1, name: 'Other' },
        })
      ).status,
    ).toBe(200);
    expect((await shop.call('DELETE', `/tool/${hammer._id}`, { as: admin.token })).status).toBe(200);
    const again = await shop.call('GET', `/order/${String(body['_id'])}`, { as: alice.token });
    expect(await again.json()).toEqual(body);
  });

  it('answers the same order again to the same key and body, and 422 to another body (attacks T33)', async () => {
    const first = await order({}, { 'idempotency-key': 'k1' });
    const second = await order({}, { 'idempotency-key': 'k1' });
    expect(second).toEqual(first);
    expect(await stock()).toBe(95);
    expect(await order({ quantity: 6 }, { 'idempotency-key': 'k1' })).toMatchObject({
      status: 422,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    });
  });

  it('answers the same order to its key even after the stock is gone', async () => {
    const first = await order({ quantity: 100 }, { 'idempotency-key': 'all' });
    expect(first.status).toBe(201);
    expect(await order({ quantity: 100 }, { 'idempotency-key': 'all' })).toEqual(first);
  });

  it('refuses the 21st unpaid order (attacks T38)', async () => {
    const tool = await shop.tool({ name: 'Nail', availableQuantity: 1000 });
    for (let made = 0; made < 20; made++) await shop.order(alice.token, tool);
    expect(await order()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_OPEN_ORDERS' } });
    expect(await stock()).toBe(100);
  });

  it('keeps every character that a person may type', async () => {
    const name = 'Zoë \u202E🔨 <script>alert(1)</script>';
    expect(await order({ name })).toMatchObject({ status: 201, body: { name } });
    expect(await order({ name: 'a\0b' })).toMatchObject({ status: 400 });
    expect(await order({ name: '\uD800' })).toMatchObject({ status: 400 });
    expect(await order({ address: '🔨'.repeat(500) })).toMatchObject({ status: 201 });
    expect(await order({ address: '🔨'.repeat(501) })).toMatchObject({ status: 400 });
  });
});

describe('DELETE /order/{id}', () => {
  it('returns the stock once', async () => {
    const { body } = await order();
    const path = `/order/${String(body['_id'])}`;
    const first = await shop.call('DELETE', path, { as: alice.token });
    expect([first.status, await first.json()]).toEqual([200, { deletedCount: 1 }]);
    expect((await shop.call('DELETE', path, { as: alice.token })).status).toBe(404);
    expect(await (await shop.call('GET', path, { as: alice.token })).json()).toMatchObject({ state: 'cancelled' });
    expect(await stock()).toBe(100);
  });
});

describe('GET /order', () => {
  it('lists newest first, page by page, without leaving one out', async () => {
    const ids: unknown[] = [];
    for (let made = 0; made < 5; made++) ids.unshift((await order()).body['_id']);
    const seen: unknown[] = [];
    let path: string | null = `/order?email=${alice.email}&limit=2`;
    while (path) {
      const answer: Response = await shop.call('GET', path, { as: alice.token });
      expect(answer.headers.get('x-total-count')).toBe('5');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      seen.push(...((await answer.json()) as { _id: string }[]).map((row) => row._id));
      path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? null;
    }
    expect(seen).toEqual(ids);
  });

  it('finds them by a part of number, purchase order, SKU and tool, and nobody else’s', async () => {
    const bob = await shop.person(`Bob${counter}`);
    const mine = (await order({ purchaseOrder: 'PO-77_x' })).body as unknown as Order;
    const [line] = mine.lines;
    const found = async (q: string, who = alice) => {
      const path = `/order?email=${who.email}&q=${encodeURIComponent(q)}`;
      const answer = await shop.call('GET', path, { as: who.token });
      return ((await answer.json()) as Order[]).map(({ _id }) => _id);
    };
    for (const q of ['po-77_', mine.number, line!.tool.slice(1, 6).toUpperCase(), ...(line!.sku ? [line!.sku] : [])])
      expect(await found(q)).toContain(mine._id);
    expect(await found('po-77%')).toEqual([]);
    expect(await found('po-77_', bob)).toEqual([]);
  });
});
