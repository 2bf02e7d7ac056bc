import { randomUUID } from 'node:crypto';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractKey } from './contract-key.config.ts';
import { dollars, headerOf, openWorld, refusal, type TestWorld } from './sandbox-for-tests.ts';

// What the shop relies on, asked of the sandbox always and of Stripe itself where STRIPE_CONTRACT_KEY is set. What
// is expected here must be true of both: a difference is a fault of the sandbox.

interface Subject {
  name: string;
  open: () => Promise<{ stripe: Stripe; close: () => Promise<void> }>;
}

const SUBJECTS: Subject[] = [
  {
    name: 'the sandbox',
    async open() {
      const world: TestWorld = await openWorld();
      return { stripe: world.stripe, close: world.close };
    },
  },
];
if (contractKey) {
  const stripe = new Stripe(contractKey, { telemetry: false, httpClient: Stripe.createFetchHttpClient() });
  SUBJECTS.push({ name: 'Stripe', open: async () => ({ stripe, close: async () => undefined }) });
}

describe.each(SUBJECTS)('$name', { timeout: 60_000 }, ({ open }) => {
  let stripe: Stripe;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ stripe, close } = await open());
  });
  afterAll(() => close());

  const pay = (payment_method: string, more: object = {}) =>
    stripe.paymentIntents.create({ ...dollars(), payment_method, confirm: true, ...more });

  it('makes an intent that waits for a card', async () => {
    const intent = await stripe.paymentIntents.create({ ...dollars(20_00), description: 'Order 1' });
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 2000,
      amount_capturable: 0,
      amount_received: 0,
      canceled_at: null,
      confirmation_method: 'automatic',
      currency: 'usd',
      description: 'Order 1',
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      metadata: { order: 'order-1' },
      next_action: null,
      payment_method: null,
      payment_method_types: ['card'],
      status: 'requires_payment_method',
    });
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w+$`));
    expect(intent.lastResponse.requestId).toMatch(/^req_/);
    expect(intent.lastResponse.apiVersion).toBe('2026-10-28.endive');
  });

  it('takes a good card and shows its charge', async () => {
    const paid = await pay('pm_card_visa', { expand: ['latest_charge'] });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1250, last_payment_error: null });
    expect(paid.latest_charge).toMatchObject({
      object: 'charge',
      amount: 1250,
      amount_refunded: 0,
      captured: true,
      currency: 'usd',
      paid: true,
      payment_intent: paid.id,
      refunded: false,
      status: 'succeeded',
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
    });
  });

  it.each([
    [
      'pm_card_visa_chargeDeclined',
      { code: 'card_declined', decline_code: 'generic_decline', message: 'Your card was declined.' },
    ],
    [
      'pm_card_visa_chargeDeclinedInsufficientFunds',
      { code: 'card_declined', decline_code: 'insufficient_funds', message: 'Your card has insufficient funds.' },
    ],
    ['pm_card_chargeDeclinedExpiredCard', { code: 'expired_card', message: 'Your card has expired.' }],
    [
      'pm_card_chargeDeclinedProcessingError',
      {
        code: 'processing_error',
        message: 'An error occurred while processing your card. Try again in a little bit.',
      },
    ],
  ])('declines %s with %o', async (name, reason) => {
    const error = await refusal(pay(name));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, ...reason });
    expect(error.payment_intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { type: 'card_error', ...reason },
    });
    const again = await stripe.paymentIntents.confirm(String(error.payment_intent?.id), {
      payment_method: 'pm_card_visa',
    });
    expect(again.status).toBe('succeeded');
  });

  it('asks the buyer first where the card wants 3-D Secure', async () => {
    const intent = await pay('pm_card_authenticationRequired');
    expect(intent).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
      amount_received: 0,
    });
    expect((await stripe.paymentIntents.cancel(intent.id)).status).toBe('canceled');
  });

  it('keeps each status to what it allows', async () => {
    const paid = await pay('pm_card_visa');
    const open = await stripe.paymentIntents.create(dollars());
    const canceled = await stripe.paymentIntents.cancel(open.id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' });
    const refused = await Promise.all(
      [
        stripe.paymentIntents.cancel(paid.id),
        stripe.paymentIntents.confirm(paid.id, { payment_method: 'pm_card_visa' }),
        stripe.paymentIntents.confirm(canceled.id, { payment_method: 'pm_card_visa' }),
        stripe.paymentIntents.cancel(canceled.id),
        stripe.paymentIntents.update(paid.id, { amount: 2000 }),
      ].map(refusal),
    );
    for (const each of refused)
      expect(each).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' });
  });

  it.each([
    [{ amount: 49, currency: 'usd' }, 'amount_too_small'],
    [{ amount: 100_000_000, currency: 'usd' }, 'amount_too_large'],
    [{ amount: -1, currency: 'usd' }, 'parameter_invalid_integer'],
    [{ amount: 1000 }, 'parameter_missing'],
    [{ amount: 1000, currency: 'usd', colour: 'red' }, 'parameter_unknown'],
    [{ amount: 1000, currency: 'usd', payment_method_types: ['card'] }, 'payment_method_types_no_longer_supported'],
  ])('refuses %o with %s', async (params, code) => {
    expect(await refusal(stripe.paymentIntents.create(params as never))).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code,
    });
  });

  it('knows no intent that it did not make', async () => {
    expect(await refusal(stripe.paymentIntents.retrieve('pi_3MtwBwLkdIwHu7ix28a3tqPa'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param: 'intent',
    });
  });

  it('refunds in parts and never more than was paid', async () => {
    const paid = await pay('pm_card_visa');
    const part = await stripe.refunds.create({ payment_intent: paid.id, amount: 250, metadata: { refund: 'r-1' } });
    expect(part).toMatchObject({
      object: 'refund',
      amount: 250,
      charge: paid.latest_charge,
      currency: 'usd',
      metadata: { refund: 'r-1' },
      payment_intent: paid.id,
      status: 'succeeded',
    });
    expect(await refusal(stripe.refunds.create({ payment_intent: paid.id, amount: 1001 }))).toMatchObject({
      statusCode: 400,
      type: 'StripeInvalidRequestError',
    });
    await stripe.refunds.create({ payment_intent: paid.id });
    expect(await refusal(stripe.refunds.create({ payment_intent: paid.id }))).toMatchObject({
      code: 'charge_already_refunded',
    });
    const { data } = await stripe.refunds.list({ payment_intent: paid.id, limit: 100 });
    expect(data.map(({ amount }) => amount)).toEqual([1000, 250]);
    const charge = await stripe.charges.retrieve(String(paid.latest_charge));
    expect(charge).toMatchObject({ amount_refunded: 1250, refunded: true });
  });

  it('answers a repeated key with the same answer, and refuses it for another call', async () => {
    const idempotencyKey = randomUUID();
    const first = await stripe.paymentIntents.create(dollars(), { idempotencyKey });
    const again = await stripe.paymentIntents.create(dollars(), { idempotencyKey });
    expect(again.id).toBe(first.id);
    expect(headerOf(first, 'idempotent-replayed')).toBeNull();
    expect(headerOf(again, 'idempotent-replayed')).toBe('true');
    expect(await refusal(stripe.paymentIntents.create(dollars(999), { idempotencyKey }))).toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    });
  });

  it('lists the newest first, in pages', async () => {
    const older = await stripe.paymentIntents.create(dollars());
    const newer = await stripe.paymentIntents.create(dollars());
    const page = await stripe.paymentIntents.list({ limit: 1, starting_after: newer.id });
    expect(page).toMatchObject({ object: 'list', url: '/v1/payment_intents' });
    expect(page.data.map(({ id }) => id)).toEqual([older.id]);
  });

  it('tells of a payment by events', async () => {
    const paid = await pay('pm_card_visa');
    const told = async () => {
      const { data } = await stripe.events.list({ type: 'payment_intent.succeeded', limit: 20 });
      return data.find(({ data: { object } }) => (object as { id?: string }).id === paid.id)?.type;
    };
    await expect.poll(told, { timeout: 20_000, interval: 500 }).toBe('payment_intent.succeeded');
  });
});
