import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dollars, openWorld, refusal, type TestWorld } from './sandbox-for-tests.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('a payment intent', () => {
  it('is created waiting for a card, in the shape of the API', async () => {
    const intent = await world.stripe.paymentIntents.create(dollars());
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 1250,
      amount_received: 0,
      currency: 'usd',
      livemode: false,
      metadata: { order: 'order-1' },
      payment_method_types: ['card'],
      status: 'requires_payment_method',
    });
    expect(intent.id).toMatch(/^pi_\w{24}$/);
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{25}$`));
    expect(await world.stripe.paymentIntents.retrieve(intent.id)).toEqual(
      expect.objectContaining({ id: intent.id, client_secret: intent.client_secret }),
    );
  });

  it('lets Stripe choose the payment methods where none are named, and then wants a return URL', async () => {
    const intent = await world.stripe.paymentIntents.create({ amount: 1000, currency: 'usd' });
    expect(intent.automatic_payment_methods).toEqual({ allow_redirects: 'always', enabled: true });
    const error = await refusal(world.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }));
    expect(error.message).toContain('you must provide a `return_url`');
  });

  it('is paid when a good card is confirmed, with its charge', async () => {
    const { id } = await world.stripe.paymentIntents.create(dollars());
    const paid = await world.stripe.paymentIntents.confirm(id, {
      payment_method: 'pm_card_visa',
      expand: ['latest_charge', 'payment_method'],
    });
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 1250,
      payment_method: { type: 'card', card: { brand: 'visa', last4: '4242' } },
      latest_charge: {
        object: 'charge',
        amount: 1250,
        paid: true,
        captured: true,
        status: 'succeeded',
        payment_intent: id,
        metadata: { order: 'order-1' },
        outcome: { type: 'authorized', network_status: 'approved_by_network' },
      },
    });
  });

  it('is created and paid in one call', async () => {
    const paid = await world.stripe.paymentIntents.create({
      ...dollars(),
      payment_method: 'pm_card_mastercard',
      confirm: true,
    });
    expect(paid.status).toBe('succeeded');
    const charge = await world.stripe.charges.retrieve(String(paid.latest_charge));
    expect(charge.payment_method_details?.card?.brand).toBe('mastercard');
  });

  it('cannot be paid twice, canceled or repriced once it is paid', async () => {
    const { id } = await world.stripe.paymentIntents.create({
      ...dollars(),
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    const again = await refusal(world.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }));
    expect(again).toMatchObject({ code: 'payment_intent_unexpected_state', statusCode: 400 });
    expect(again.message).toBe(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    );
    expect(again.payment_intent).toMatchObject({ id, status: 'succeeded' });
    expect(await refusal(world.stripe.paymentIntents.cancel(id))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
    expect(await refusal(world.stripe.paymentIntents.update(id, { amount: 1 * 100 }))).toMatchObject({
      code: 'payment_intent_unexpected_state',
    });
  });

  it('is canceled with its reason, and then cannot be paid', async () => {
    const { id } = await world.stripe.paymentIntents.create(dollars());
    const canceled = await world.stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    expect(canceled.canceled_at).toBeTypeOf('number');
    const error = await refusal(world.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }));
    expect(error.code).toBe('payment_intent_unexpected_state');
    expect(error.message).toContain('because it has a status of canceled');
  });

  it('changes its amount and merges its metadata while it is open', async () => {
    const { id } = await world.stripe.paymentIntents.create({ ...dollars(), metadata: { order: 'a', note: 'x' } });
    const changed = await world.stripe.paymentIntents.update(id, { amount: 999, metadata: { note: '', more: 'y' } });
    expect(changed).toMatchObject({ amount: 999, metadata: { order: 'a', more: 'y' } });
    expect(changed.metadata).not.toHaveProperty('note');
    expect((await world.stripe.paymentIntents.update(id, { metadata: '' })).metadata).toEqual({});
  });

  it('waits for capture where that is manual', async () => {
    const held = await world.stripe.paymentIntents.create({
      ...dollars(5000),
      capture_method: 'manual',
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 5000, amount_received: 0 });
    const captured = await world.stripe.paymentIntents.capture(held.id, { amount_to_capture: 4000 });
    expect(captured).toMatchObject({ status: 'succeeded', amount_received: 4000, amount_capturable: 0 });
  });

  it('needs a payment method to be confirmed', async () => {
    const { id } = await world.stripe.paymentIntents.create(dollars());
    const error = await refusal(world.stripe.paymentIntents.confirm(id));
    expect(error.code).toBe('payment_intent_unexpected_state');
    expect(error.message).toContain("because it's missing a payment method");
  });
});

describe('what is refused', () => {
  it.each([
    [{ amount: 49, currency: 'usd' }, 'amount_too_small', 'Amount must be at least $0.50 usd'],
    [{ amount: 0, currency: 'usd' }, 'parameter_invalid_integer', 'This value must be greater than or equal to 1.'],
    [{ amount: -5, currency: 'usd' }, 'parameter_invalid_integer', 'This value must be greater than or equal to 1.'],
    [{ amount: 100_000_000, currency: 'usd' }, 'amount_too_large', 'Amount must be no more than $999,999.99'],
    [{ amount: 10.5, currency: 'usd' }, 'parameter_invalid_integer', 'Invalid integer: 10.5'],
    [{ amount: 1000, currency: 'zzz' }, undefined, 'Invalid currency: zzz.'],
    [{ currency: 'usd' }, 'parameter_missing', 'Missing required param: amount.'],
    [{ amount: 1000 }, 'parameter_missing', 'Missing required param: currency.'],
    [{ amount: 1000, currency: 'usd', colour: 'red' }, 'parameter_unknown', 'Received unknown parameter: colour'],
    [
      { amount: 1000, currency: 'usd', payment_method_types: ['card'] },
      'payment_method_types_no_longer_supported',
      'no longer supported',
    ],
    [
      { amount: 1000, currency: 'usd', allowed_payment_method_types: ['ideal'] },
      undefined,
      'The sandbox takes cards only.',
    ],
    [
      { amount: 1000, currency: 'usd', metadata: { a: 'x'.repeat(501) } },
      undefined,
      'Metadata values can have up to 500 characters, but 501 were passed.',
    ],
  ])('%o', async (params, code, message) => {
    const error = await refusal(world.stripe.paymentIntents.create(params as never));
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
    expect(error.requestId).toMatch(/^req_\w{14}$/);
  });

  it('takes the smallest and the largest amount', async () => {
    expect((await world.stripe.paymentIntents.create({ amount: 50, currency: 'usd' })).amount).toBe(50);
    expect((await world.stripe.paymentIntents.create({ amount: 99_999_999, currency: 'USD' })).currency).toBe('usd');
  });

  it('an intent that does not exist is 404 resource_missing', async () => {
    expect(await refusal(world.stripe.paymentIntents.retrieve('pi_nobody'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'intent',
      message: "No such payment_intent: 'pi_nobody'",
      doc_url: 'https://docs.stripe.com/error-codes/resource-missing',
    });
  });

  it('a payment method that does not exist is named', async () => {
    const { id } = await world.stripe.paymentIntents.create(dollars());
    expect(await refusal(world.stripe.paymentIntents.confirm(id, { payment_method: 'pm_nobody' }))).toMatchObject({
      code: 'resource_missing',
      param: 'payment_method',
      message: "No such PaymentMethod: 'pm_nobody'",
    });
  });

  it('a property that holds no id cannot be expanded', async () => {
    const { id } = await world.stripe.paymentIntents.create(dollars());
    const error = await refusal(world.stripe.paymentIntents.retrieve(id, { expand: ['amount'] }));
    expect(error.message).toBe('This property cannot be expanded (amount).');
  });

  it('an address outside the API is 404', async () => {
    const response = await world.send('/v1/customers', {
      headers: { authorization: 'Bearer sk_test_sandbox_0123456789' },
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      error: { message: expect.stringContaining('Unrecognized request URL (GET: /v1/customers)') },
    });
  });
});

describe('lists', () => {
  it('run from the newest to the oldest, page by page', async () => {
    const made: string[] = [];
    for (const amount of [101, 102, 103]) made.push((await world.stripe.paymentIntents.create(dollars(amount))).id);
    const first = await world.stripe.paymentIntents.list({ limit: 2 });
    expect(first).toMatchObject({ object: 'list', url: '/v1/payment_intents', has_more: true });
    expect(first.data.map(({ id }) => id)).toEqual([made[2], made[1]]);
    const next = await world.stripe.paymentIntents.list({ limit: 1, starting_after: made[1] });
    expect(next.data.map(({ id }) => id)).toEqual([made[0]]);
    const back = await world.stripe.paymentIntents.list({ limit: 10, ending_before: made[0] });
    expect(back.data.map(({ id }) => id)).toEqual([made[2], made[1]]);
    expect(back.has_more).toBe(false);
  });

  it('are walked to the end by the SDK', async () => {
    const all = await world.stripe.paymentIntents.list({ limit: 3 }).autoPagingToArray({ limit: 1000 });
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(10);
  });

  it('are narrowed by the time of creation', async () => {
    world.clock.now = new Date(world.clock.now.getTime() + 3_600_000);
    const { id, created } = await world.stripe.paymentIntents.create(dollars());
    const newer = await world.stripe.paymentIntents.list({ created: { gte: created } });
    expect(newer.data.map((intent) => intent.id)).toEqual([id]);
    const older = await world.stripe.paymentIntents.list({ created: { lt: created }, limit: 100 });
    expect(older.data.map((intent) => intent.id)).not.toContain(id);
  });

  it('refuse a limit beyond 100', async () => {
    expect(await refusal(world.stripe.paymentIntents.list({ limit: 101 }))).toMatchObject({ param: 'limit' });
  });
});
