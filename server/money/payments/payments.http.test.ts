import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;

let shop: TestShop;
let alice: Person;
let bob: Person;
let ada: Person;
let tool: Tool;
/** An order of alice's with its intent, which no test pays. */
let unpaid: Awaited<ReturnType<typeof ready>>;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase(), { STRIPE_WEBHOOK_SECRET: 'whsec_http' });
  alice = await shop.person('Alice');
  bob = await shop.person('Bob');
  ada = await shop.person('Ada', 'admin');
  tool = await shop.tool({ price: 12.5, availableQuantity: 10_000 });
  // The rounds beside the requests have tests of their own; here they would write between two looks at the tables.
  await shop.parts.payments.stop();
  unpaid = await ready();
});
afterAll(() => shop.close());

type Answered = Record<string, unknown> & { http: number };
const json = async (answer: Response): Promise<Answered> => ({
  http: answer.status,
  ...((await answer.json()) as Record<string, unknown>),
});
const ask = async (body: unknown, as = alice.token) =>
  json(await shop.call('POST', '/create-payment-intent', { as, body }));
const tell = async (order: string, body: unknown, as = alice.token) =>
  json(await shop.call('PATCH', `/order/${order}`, { as, body }));
const read = async (order: string, as = alice.token) =>
  (await (await shop.call('GET', `/order/${order}`, { as })).json()) as Order;

/** The calls that a buyer's browser makes to the provider. */
async function pay(clientSecret: string, card = 'pm_card_visa'): Promise<{ id: string; message?: string }> {
  const id = clientSecret.split('_secret_')[0]!;
  const answer = await shop.app.fetch(
    new Request(`http://shop.test/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer pk_test_tradebench_sandbox',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ client_secret: clientSecret, payment_method: card }),
    }),
  );
  const body = (await answer.json()) as { error?: { message: string } };
  return { id, ...(body.error ? { message: body.error.message } : {}) };
}
async function ready(quantity = 4) {
  const order = await shop.order(alice.token, tool, quantity);
  const { clientSecret } = await ask({ order: order._id, price: order.price });
  return { order, clientSecret: String(clientSecret), transactionId: String(clientSecret).split('_secret_')[0]! };
}
/** What a call says, and whether a row of any table is different afterwards. */
async function effectOf(call: () => Promise<Answered>): Promise<Answered & { changed: boolean }> {
  // The provider tells of earlier calls a while later: what it has not begun to tell is not told any more.
  await vi.waitFor(async () => {
    const { raw } = shop.parts.database;
    await raw(`update sandbox_stripe.deliveries set state = 'dropped' where state = 'due' and attempts = 0`);
    const due = await raw(`select id from sandbox_stripe.deliveries where state = 'due'`);
    if (due.length > 0) throw new Error('webhooks of earlier calls are on their way');
  }, 10_000);
  const before = await shop.digest();
  const said = await call();
  return { ...said, changed: (await shop.digest()) !== before };
}

describe('POST /create-payment-intent', () => {
  it('for less than the order costs is refused, and nothing is different (attacks T39)', async () => {
    const order = await shop.order(alice.token, tool, 40);
    expect(await effectOf(() => ask({ price: 1, order: order._id }))).toMatchObject({
      http: 409,
      code: 'PRICE_MISMATCH',
      price: 500,
      changed: false,
    });
  });

  it('without the order is refused where the price does not say which (attacks T39)', async () => {
    await shop.order(alice.token, tool, 3);
    await shop.order(alice.token, tool, 3);
    expect(await effectOf(() => ask({ price: 37.5 }))).toMatchObject({
      http: 400,
      code: 'ORDER_REQUIRED',
      changed: false,
    });
    expect(await effectOf(() => ask({ price: 37.51 }))).toMatchObject({
      http: 400,
      code: 'ORDER_REQUIRED',
      changed: false,
    });
    expect(await effectOf(() => ask({}))).toMatchObject({ http: 400, code: 'ORDER_REQUIRED', changed: false });
  });

  it('takes the price as text and the order as an object, as the specification’s client may send them', async () => {
    const order = await shop.order(alice.token, tool, 2);
    expect(await ask({ price: '25', order: { _id: order._id, paid: true } })).toMatchObject({ http: 200 });
  });

  it.each([
    ['a negative price', { price: -25 }],
    ['a price that is no number', { price: '25abc' }],
    ['an order that is a list', { order: [] }],
    ['an unknown field', { amount: 25 }],
  ])('with %s is refused', async (_what, body) => {
    const { order } = unpaid;
    expect(await effectOf(() => ask({ order: order._id, ...body }))).toMatchObject({
      code: expect.any(String),
      changed: false,
    });
  });

  it('for another’s order answers as for a missing one (attacks T40)', async () => {
    const { order } = unpaid;
    const as = (token: string, id: string) => async (): Promise<Answered> => {
      const { requestId, ...rest } = await ask({ order: id }, token);
      expect(requestId).toEqual(expect.any(String));
      return rest as Answered;
    };
    expect(await effectOf(as(bob.token, order._id))).toMatchObject({
      http: 404,
      code: 'ORDER_NOT_FOUND',
      changed: false,
    });
    expect(await effectOf(as(ada.token, order._id))).toMatchObject({
      http: 404,
      code: 'ORDER_NOT_FOUND',
      changed: false,
    });
    expect(await as(bob.token, order._id)()).toEqual(await as(bob.token, '01missing')());
  });
});

describe('PATCH /order/{id}', () => {
  it.each([
    ['a made-up id', { transactionId: 'pi_fake' }, 402],
    ['a quote', { transactionId: "'" }, 400],
    ['an object', { transactionId: { $gt: '' } }, 400],
    ['a path', { transactionId: '../customers' }, 400],
    ['nothing', {}, 400],
    ['a very long id', { transactionId: 'p'.repeat(100_000) }, 400],
    ['a megabyte', { transactionId: 'p'.repeat(1_048_576) }, 413],
    ['another order in the body', { transactionId: 'pi_fake', order: { _id: 'other' } }, 400],
    ['a field more', { transactionId: 'pi_fake', paid: true }, 400],
  ])('with %s is refused, and nothing is different (attacks T42)', async (_what, body, status) => {
    const { order } = unpaid;
    expect(await effectOf(() => tell(order._id, body))).toMatchObject({ http: status, changed: false });
  });

  it('believes no field of the order that it is sent (attacks T17)', async () => {
    const { order, clientSecret, transactionId } = await ready();
    await pay(clientSecret);
    const forged = { ...order, price: 1, quantity: 1, email: bob.email, paid: false };
    expect(await tell(order._id, { order: forged, transactionId })).toMatchObject({ http: 200 });
    const { paidAt, ...paid } = await read(order._id);
    expect(paidAt).toEqual(expect.any(String));
    const { holdUntil: _holdUntil, ...rest } = order;
    expect(paid).toEqual({
      ...rest,
      state: 'paid',
      paid: true,
      paidBy: 'card',
      transactionId,
      payments: [expect.objectContaining({ method: 'card', amount: order.price, reference: transactionId })],
      invoiceNumber: expect.any(String),
      invoices: [expect.objectContaining({ price: order.price, open: 0, shipmentId: null })],
    });
  });

  it('refuses to pay one order with the payment of another', async () => {
    const first = await ready();
    await pay(first.clientSecret);
    await tell(first.order._id, { transactionId: first.transactionId });
    const { order } = unpaid;
    expect(await effectOf(() => tell(order._id, { transactionId: first.transactionId }))).toMatchObject({
      http: 409,
      code: 'PAYMENT_MISMATCH',
      changed: false,
    });
  });
});

describe('a buyer', () => {
  it.each([
    ['pm_card_chargeDeclined', 'Your card was declined.'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'Your card has insufficient funds.'],
    ['pm_card_chargeDeclinedExpiredCard', 'Your card has expired.'],
    ['pm_card_chargeDeclinedIncorrectCvc', "Your card's security code is incorrect."],
    [
      'pm_card_chargeDeclinedProcessingError',
      'An error occurred while processing your card. Try again in a little bit.',
    ],
    ['pm_card_chargeDeclinedFraudulent', 'Your card was declined.'],
  ])(
    'whose card fails (%s) reads why, and pays the same intent with a good one (attacks T52)',
    async (card, message) => {
      const { order, clientSecret, transactionId } = await ready();
      expect((await pay(clientSecret, card)).message).toContain(message.slice(0, 24));
      expect(await tell(order._id, { transactionId })).toMatchObject({
        code: 'PAYMENT_NOT_CONFIRMED',
        status: 'requires_payment_method',
      });
      expect(await read(order._id)).toMatchObject({ paid: false });
      expect(await ask({ order: order._id })).toMatchObject({ clientSecret });
      await pay(clientSecret);
      expect(await tell(order._id, { transactionId })).toMatchObject({ http: 200, modifiedCount: 1 });
    },
  );

  it('who does nothing after paying finds the order paid within five seconds (attacks T50)', async () => {
    const { order, clientSecret } = await ready();
    await pay(clientSecret);
    await vi.waitFor(async () => expect(await read(order._id)).toMatchObject({ paid: true }), 5_000);
    expect(await effectOf(() => ask({ order: order._id }))).toMatchObject({
      http: 409,
      code: 'ORDER_PAID',
      changed: false,
    });
    expect(
      await effectOf(async () => json(await shop.call('DELETE', `/order/${order._id}`, { as: alice.token }))),
    ).toMatchObject({
      http: 409,
      code: 'ORDER_PAID',
      changed: false,
    });
  });
});

describe('a paid order', () => {
  it('cannot be changed even in the database (attacks T55)', async () => {
    const { order, clientSecret, transactionId } = await ready();
    await pay(clientSecret);
    await tell(order._id, { transactionId });
    const { raw } = shop.parts.database;
    for (const change of ['total_cents = 1', "state = 'deleted'", "transaction_id = 'pi_other'", 'paid_at = now()']) {
      await expect(raw(`update orders set ${change} where id = $1`, [order._id])).rejects.toThrow(
        /keeps its total|stays as it is/,
      );
    }
  });

  it('has a receipt for its customer and for admins, as a PDF that nobody keeps', async () => {
    const { order, clientSecret, transactionId } = await ready();
    const get = (as: string) => shop.call('GET', `/order/${order._id}/receipt.pdf`, { as });
    expect(await json(await get(alice.token))).toMatchObject({ http: 409, code: 'ORDER_NOT_PAID' });
    await pay(clientSecret);
    await tell(order._id, { transactionId });
    for (const as of [alice.token, ada.token]) {
      const answer = await get(as);
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'cache-control': 'no-store',
      });
      expect((await answer.text()).slice(0, 5)).toBe('%PDF-');
    }
    expect(await json(await get(bob.token))).toMatchObject({ http: 404, code: 'ORDER_NOT_FOUND' });
  });

  it('shows what an admin gave back, and why', async () => {
    const { order, clientSecret, transactionId } = await ready();
    await pay(clientSecret);
    await tell(order._id, { transactionId });
    const refund = (body: unknown, as = ada.token) => shop.call('POST', `/order/${order._id}/refund`, { as, body });
    expect(await effectOf(async () => json(await refund({ amount: 50.01, reason: 'Broken' })))).toMatchObject({
      http: 422,
      code: 'REFUND_TOO_LARGE',
      refundable: 50,
      changed: false,
    });
    const refused = { http: 400, changed: false };
    for (const reason of ['', 'paid_twice'])
      expect(await effectOf(async () => json(await refund({ amount: 5, reason })))).toMatchObject(refused);
    expect(await json(await refund({ amount: '5', reason: 'Broken' }))).toMatchObject({ http: 201, amount: 5 });
    expect(await read(order._id)).toMatchObject({ refunded: 5, paid: true });
    const seen = await shop.call('GET', `/order/${order._id}/refund`, { as: alice.token });
    expect(await seen.json()).toEqual([
      {
        _id: expect.any(String),
        amount: 5,
        tax: 0,
        lines: [],
        reason: 'Broken',
        state: 'sent',
        creditNote: expect.stringMatching(/^CN-\d{4}-\d{6}$/),
        creditNotes: [expect.any(String)],
        createdAt: expect.any(String),
      },
    ]);
  });
});

describe('POST /webhooks/stripe', () => {
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'invoice.paid', data: { object: {} } });
  const send = async (signature: string | null, sent = body) =>
    json(
      await shop.call('POST', '/webhooks/stripe', {
        body: sent,
        headers: signature === null ? {} : { 'stripe-signature': signature },
      }),
    );
  const sign = (seconds: number, secret = 'whsec_http') =>
    `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
  const now = () => Math.floor(Date.now() / 1000);

  it('refuses what is not signed, and nothing is different (attacks T47)', async () => {
    for (const signature of [null, 'x', sign(now(), 'whsec_other'), sign(now() - 301)]) {
      expect(await effectOf(() => send(signature))).toMatchObject({
        http: 400,
        code: 'INVALID_SIGNATURE',
        changed: false,
      });
    }
    expect(await effectOf(() => send(sign(now()), `${body} `))).toMatchObject({
      http: 400,
      code: 'INVALID_SIGNATURE',
      changed: false,
    });
  });

  it('reads no more than it must of a body that is too large', async () => {
    expect(await effectOf(() => send(sign(now()), 'x'.repeat(300_000)))).toMatchObject({
      http: 413,
      code: 'BODY_TOO_LARGE',
      changed: false,
    });
  });

  it('takes what is signed', async () => {
    expect(await send(sign(now()))).toMatchObject({ http: 200, received: true });
  });
});

it('a webhook without a signature is refused even while the database is away (attacks T47)', async () => {
  const database = await freshDatabase();
  const other = await openTestShop(database);
  await other.close();
  const answer = await other.call('POST', '/webhooks/stripe', { body: '{}' });
  expect(await json(answer)).toMatchObject({ http: 400, code: 'INVALID_SIGNATURE' });
});
