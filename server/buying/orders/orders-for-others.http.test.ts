import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrderEvent } from '#contract/buying/order-events.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { buyerLines } from '#server/money/papers/paper-words.ts';
import { wordsIn } from '#server/engine/words/words.ts';
import { payForTest } from '#server/money/shipments/paying-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let sally: Person;
let wes: Person;
let alice: Person;
let hammer: Tool;
let counter = 0;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  sally = await shop.person('Sally', 'sales');
  wes = await shop.person('Wes', 'warehouse');
  const { token } = await shop.person('Root', 'admin');
  const settings = (await (await shop.call('GET', '/settings', { as: token })).json()) as { company: object };
  const bankAccount = { holder: 'Tradebench Tools', account: 'DE02120300000000202051' };
  await shop.call('PUT', '/settings', {
    as: token,
    body: { ...settings, company: { ...settings.company, bankAccount } },
  });
});
afterAll(() => shop.close());
beforeEach(async () => {
  alice = await shop.person(`Alice${++counter}`);
  hammer = await shop.tool({ name: `Hammer ${counter}`, availableQuantity: 100 });
});

const place = async (as: string, more: object, headers: Record<string, string> = {}) => {
  const body = { name: 'Alice', address: '1 Dock Road', phone: '555', toolId: hammer._id, quantity: 2, ...more };
  const answer = await shop.call('POST', '/order', { as, body: Object.fromEntries(Object.entries(body)), headers });
  return { status: answer.status, body: (await answer.json()) as Order & { code?: string; issues?: unknown } };
};
const events = async (id: string, as: string) =>
  (await (await shop.call('GET', `/order/${id}/event`, { as })).json()) as OrderEvent[];
const stock = async () => ((await (await shop.call('GET', `/tool/${hammer._id}`)).json()) as Tool).availableQuantity;

describe('an order on the telephone', () => {
  it('is the customer’s own: among their orders, told by one letter, in the timeline and in the audit log', async () => {
    const { status, body: order } = await place(sally.token, { customer: alice.email.toUpperCase() });
    expect(status).toBe(201);
    expect(order).toMatchObject({ email: alice.email, price: 20, paid: false });
    const own = await shop.call('GET', `/order?email=${alice.email}`, { as: alice.token });
    expect(((await own.json()) as Order[]).map(({ _id }) => _id)).toEqual([order._id]);
    const mails = await shop.parts.database.raw<{ to: string; text: string }>(
      `select "to", text from mails where subject = $1`,
      [`We placed order ${order.number} for you`],
    );
    expect(mails).toHaveLength(1);
    expect(
      await shop.parts.database.raw('select order_id from order_letters where order_id = $1', [order._id]),
    ).toEqual([]);
    expect(mails[0]).toMatchObject({ to: alice.email, text: expect.stringContaining('Total: $20.00') });
    for (const said of ['IBAN: DE02 1203 0000 0000 2020 51', `Reference: ${order.number}`])
      expect(mails[0]?.text).toContain(said);
    expect(await events(order._id, alice.token)).toEqual([
      { _id: expect.any(String), kind: 'placed', by: 'shop', changed: {}, createdAt: expect.any(String) },
    ]);
    expect(await events(order._id, sally.token)).toMatchObject([{ by: 'shop', actor: sally.email }]);
    const audit = await shop.parts.database.raw<{ details: object }>(
      `select details from audit_log where action = 'order.placed' and subject = $1 and actor_email = $2`,
      [order._id, sally.email],
    );
    expect(audit).toEqual([{ details: { number: order.number, email: alice.email, price: 20 } }]);
    expect((await shop.call('DELETE', `/order/${order._id}`, { as: alice.token })).status).toBe(200);
  });

  it('is made once, whatever comes twice', async () => {
    const headers = { 'idempotency-key': `telephone-${counter}` };
    const tries = await Promise.all([1, 2, 3].map(() => place(sally.token, { customer: alice.email }, headers)));
    expect(new Set(tries.map(({ body }) => body._id)).size).toBe(1);
    expect(await stock()).toBe(98);
    const [letters] = await shop.parts.database.raw<{ count: number }>(
      `select count(*)::int from mails where subject = $1`,
      [`We placed order ${tries[0]!.body.number} for you`],
    );
    expect(letters?.count).toBe(1);
  });

  it('is refused to whoever does not sell here (attacks T12)', async () => {
    for (const as of [alice.token, wes.token]) {
      const before = await shop.digest();
      expect(await place(as, { customer: sally.email })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
      expect(await shop.digest()).toBe(before);
    }
    expect((await place(alice.token, { customer: alice.email })).status).toBe(201);
  });

  it('is refused for nobody, and where it could not be ordered, with nothing left behind', async () => {
    expect(await place(sally.token, { customer: 'nobody@people.test' })).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND', issues: [{ path: 'customer' }] },
    });
    const before = await shop.digest();
    expect(await place(sally.token, { customer: alice.email, quantity: 101 })).toMatchObject({
      status: 409,
      body: { code: 'OUT_OF_STOCK', availableQuantity: 100 },
    });
    expect(await place(sally.token, { customer: alice.email, price: 3 })).toMatchObject({
      body: { code: 'PRICE_MISMATCH', price: 20 },
    });
    expect(await shop.digest()).toBe(before);
    expect((await place(sally.token, { customer: alice.email, emptyBasket: true })).status).toBe(400);
  });

  it('takes many lines', async () => {
    const other = await shop.tool({ name: `Saw ${counter}`, price: 5 });
    const lines = [
      { toolId: hammer._id, quantity: 3 },
      { toolId: other._id, quantity: 4 },
    ];
    const { status, body } = await place(sally.token, {
      customer: alice.email,
      toolId: undefined,
      quantity: undefined,
      lines,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ lineCount: 2, price: 50 });
  });
});

const parts = { street: 'Gasse 17', extra: 'Gate 4', postalCode: '50667', town: 'Köln', country: 'DE' };

describe('an address in parts', () => {
  it('is the order’s address as lines, and says the country', async () => {
    const { status, body } = await place(alice.token, { address: undefined, deliveryAddress: parts });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      address: 'Gasse 17\nGate 4\n50667 Köln',
      country: 'DE',
      deliveryAddress: { ...parts, region: '' },
    });
    const again = await shop.call('GET', `/order/${body._id}`, { as: alice.token });
    expect(await again.json()).toMatchObject({ address: body.address, deliveryAddress: body.deliveryAddress });
  });

  it('comes instead of the one text, and of no other country', async () => {
    const refused = [
      [{ address: undefined }, 'address'],
      [{ deliveryAddress: parts }, 'deliveryAddress'],
      [{ address: undefined, deliveryAddress: parts, country: 'FR' }, 'country'],
      [{ address: undefined, deliveryAddress: { ...parts, town: '' } }, 'deliveryAddress.town'],
    ] as const;
    for (const [more, path] of refused)
      expect(await place(alice.token, more)).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  });

  it('no longer says where it goes once the one text is changed; the change stands in the timeline', async () => {
    const { body } = await place(alice.token, { address: undefined, deliveryAddress: parts });
    await shop.call('PUT', `/order/${body._id}/details`, { as: alice.token, body: { address: '2 Dock Road' } });
    const after = (await (await shop.call('GET', `/order/${body._id}`, { as: alice.token })).json()) as Order;
    expect(after.address).toBe('2 Dock Road');
    expect(after.deliveryAddress).toBeUndefined();
    expect(await events(body._id, alice.token)).toMatchObject([
      { kind: 'changed', by: 'customer', changed: { address: { from: body.address, to: '2 Dock Road' } } },
    ]);
    const stranger = await shop.person(`Mallory${counter}`);
    expect((await shop.call('GET', `/order/${body._id}/event`, { as: stranger.token })).status).toBe(404);
  });
});

it('an invoice goes to its own address, in the order of an address, and the order is found by it', async () => {
  const invoiceAddress = { ...parts, name: 'Buchhaltung', company: `Rechnungs GmbH ${counter}` };
  const { body } = await place(alice.token, { invoiceAddress });
  await payForTest(shop, body._id);
  const [row] = await shop.parts.database.raw<{ buyer: Parameters<typeof buyerLines>[0] }>(
    'select buyer from invoices where order_id = $1',
    [body._id],
  );
  expect(buyerLines(row!.buyer, wordsIn({ language: 'en', currency: 'EUR', zone: 'UTC' }))).toBe(
    `Rechnungs GmbH ${counter}\nBuchhaltung\nGasse 17\nGate 4\n50667 Köln\nGermany\n${alice.email}`,
  );
  const found = await shop.call('GET', `/orders?q=Rechnungs+GmbH+${counter}`, { as: sally.token });
  expect(((await found.json()) as Order[]).map(({ _id }) => _id)).toEqual([body._id]);
});
