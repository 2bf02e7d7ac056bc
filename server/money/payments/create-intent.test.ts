import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPayments, type PaymentWorld, PRICE, refusalOf } from './payments-for-tests.ts';

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPayments();
});
afterAll(() => world.close());
beforeEach(() => world.sandbox.faults.clear());

const intents = async () => (await world.stripe.paymentIntents.list({ limit: 100 })).data;

describe('POST /create-payment-intent', () => {
  it('answers the client secret of an intent for the order, with the amount from the database', async () => {
    const order = await world.placed(world.alice, 4);
    const { clientSecret } = await world.payments.createIntent(world.alice, { order, price: 50 });
    const intent = await world.stripe.paymentIntents.retrieve(clientSecret.split('_secret_')[0]!);
    expect(intent).toMatchObject({
      amount: 4 * PRICE,
      currency: 'usd',
      client_secret: clientSecret,
      metadata: { order },
      payment_method_types: ['card'],
    });
  });

  it('asked ten times at once and again later, makes one intent and answers one secret (attacks T41)', async () => {
    const order = await world.placed(world.alice);
    const before = (await intents()).length;
    const ask = () => world.payments.createIntent(world.alice, { order });
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    answers.push(await ask());
    expect(new Set(answers.map(({ clientSecret }) => clientSecret)).size).toBe(1);
    expect((await intents()).length).toBe(before + 1);
  });

  it('refuses a price that is not the order’s, and makes no intent (attacks T39)', async () => {
    const order = await world.placed(world.alice, 40);
    const before = (await intents()).length;
    const refusal = await refusalOf(world.payments.createIntent(world.alice, { order, price: 1 }));
    expect(refusal).toEqual({ code: 'PRICE_MISMATCH', price: 500 });
    expect((await intents()).length).toBe(before);
  });

  it('needs the order unless exactly one unpaid order has that price (attacks T39)', async () => {
    const price = (7 * PRICE) / 100;
    expect(await refusalOf(world.payments.createIntent(world.bob, { price }))).toEqual({ code: 'ORDER_REQUIRED' });
    const only = await world.placed(world.bob, 7);
    const { clientSecret } = await world.payments.createIntent(world.bob, { price });
    expect(await world.payments.createIntent(world.bob, { order: only })).toEqual({ clientSecret });
    await world.placed(world.bob, 7);
    expect(await refusalOf(world.payments.createIntent(world.bob, { price }))).toEqual({ code: 'ORDER_REQUIRED' });
    expect(await refusalOf(world.payments.createIntent(world.bob, {}))).toEqual({ code: 'ORDER_REQUIRED' });
  });

  it('does not know another customer’s order, nor a deleted one (attacks T40)', async () => {
    const order = await world.placed(world.alice);
    const ask = (caller: typeof world.alice) => refusalOf(world.payments.createIntent(caller, { order }));
    expect(await ask(world.bob)).toEqual({ code: 'ORDER_NOT_FOUND' });
    await world.deleted(world.alice, order);
    expect(await ask(world.alice)).toEqual({ code: 'ORDER_NOT_FOUND' });
  });

  it('says ORDER_PAID where the provider was paid and nobody told the shop (attacks T40)', async () => {
    const order = await world.placed(world.alice);
    const { clientSecret } = await world.payments.createIntent(world.alice, { order });
    await world.pay(clientSecret);
    expect(await refusalOf(world.payments.createIntent(world.alice, { order }))).toEqual({ code: 'ORDER_PAID' });
    expect(await world.order(order)).toMatchObject({ state: 'paid' });
  });

  it('makes another intent where the first was cancelled at the provider', async () => {
    const order = await world.placed(world.alice);
    const first = await world.payments.createIntent(world.alice, { order });
    await world.stripe.paymentIntents.cancel(first.clientSecret.split('_secret_')[0]!);
    const second = await world.payments.createIntent(world.alice, { order });
    expect(second.clientSecret).not.toBe(first.clientSecret);
    expect((await world.pay(second.clientSecret)).status).toBe('succeeded');
  });

  it('says that a card cannot pay less than fifty cents', async () => {
    await world.database.raw('update tools set price_cents = 10');
    const order = await world.placed(world.alice, 4);
    await world.database.raw('update tools set price_cents = $1', [PRICE]);
    expect(await refusalOf(world.payments.createIntent(world.alice, { order }))).toEqual({ code: 'AMOUNT_TOO_SMALL' });
  });
});

describe('a provider in trouble', () => {
  it.each([
    ['answers 500 twice', { kind: 'status', status: 500, times: 2 }],
    ['answers 429', { kind: 'status', status: 429, times: 2 }],
    ['loses both answers', { kind: 'cut', times: 2 }],
  ] as const)('that %s is 503, and the next try makes the one intent (attacks T54)', async (_name, fault) => {
    const order = await world.placed(world.alice);
    const before = (await intents()).length;
    await world.sandbox.faults.add({ ...fault, method: 'POST', path: '/v1/payment_intents' });
    const refusal = await refusalOf(world.payments.createIntent(world.alice, { order }));
    expect(refusal).toEqual({ code: 'PAYMENT_UNAVAILABLE' });
    await world.sandbox.faults.clear();
    await world.payments.createIntent(world.alice, { order });
    expect((await intents()).length).toBe(before + 1);
  });

  it('that loses one answer is asked again, and has made one intent (attacks T54)', async () => {
    const order = await world.placed(world.alice);
    const before = (await intents()).length;
    await world.sandbox.faults.add({ kind: 'cut', method: 'POST', path: '/v1/payment_intents' });
    await world.payments.createIntent(world.alice, { order });
    expect((await intents()).length).toBe(before + 1);
  });
});
