import { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dollars, openWorld, refusal, type TestWorld } from './sandbox-for-tests.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => world.clear());
afterAll(() => world.close());

const pay = (payment_method = 'pm_card_visa') =>
  world.stripe.paymentIntents.create({ ...dollars(), payment_method, confirm: true });
const types = () => world.received.map(({ type }) => type);

describe('webhooks', () => {
  it('tell of a payment in the order in which it happened, signed so that the SDK believes them', async () => {
    const intent = await pay();
    expect(world.received).toEqual([]);
    await world.sandbox.deliverDue();
    expect(types()).toEqual(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']);
    const last = world.received[2];
    expect(last).toMatchObject({
      object: 'event',
      api_version: '2026-10-28.endive',
      livemode: false,
      data: { object: { id: intent.id, status: 'succeeded', metadata: { order: 'order-1' } } },
    });
    expect(last?.id).toMatch(/^evt_/);
    expect(last?.request?.id).toMatch(/^req_/);
    expect(new Set(world.received.map(({ id }) => id)).size).toBe(3);
  });

  it('tell of declines, challenges, cancellations and refunds', async () => {
    await refusal(pay('pm_card_chargeDeclined'));
    await pay('pm_card_authenticationRequired');
    const open = await world.stripe.paymentIntents.create(dollars());
    await world.stripe.paymentIntents.cancel(open.id);
    const paid = await pay();
    await world.stripe.refunds.create({ payment_intent: paid.id });
    await world.sandbox.deliverDue();
    expect(types()).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.payment_failed',
      'payment_intent.created',
      'payment_intent.requires_action',
      'payment_intent.created',
      'payment_intent.canceled',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'charge.refunded',
      'refund.created',
    ]);
  });

  it('come again, later and later, until the shop has answered', async () => {
    world.shopAnswers(500);
    await pay();
    await world.sandbox.deliverDue();
    world.shopAnswers(200);
    await world.sandbox.deliverDue();
    expect(types()).toEqual([]);
    world.clock.now = new Date(world.clock.now.getTime() + 1_000);
    await world.sandbox.deliverDue();
    expect(types()).toEqual(['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded']);
    world.clock.now = new Date(world.clock.now.getTime() + 3_600_000);
    await world.sandbox.deliverDue();
    expect(types()).toHaveLength(3);
  });

  it('of a refused call never happened', async () => {
    await refusal(
      world.stripe.paymentIntents.create({
        amount: 1000,
        currency: 'usd',
        payment_method: 'pm_card_visa',
        confirm: true,
      }),
    );
    await world.sandbox.deliverDue();
    expect(types()).toEqual([]);
    expect((await world.stripe.paymentIntents.list()).data).toEqual([]);
  });

  it('are kept as events that can be asked for', async () => {
    const intent = await pay();
    const events = await world.stripe.events.list({ type: 'payment_intent.succeeded' });
    expect(events.data).toHaveLength(1);
    const event = await world.stripe.events.retrieve(String(events.data[0]?.id));
    expect(event.data.object).toMatchObject({ id: intent.id, status: 'succeeded' });
    const several = await world.stripe.events.list({ types: ['charge.succeeded', 'payment_intent.created'] });
    expect(several.data.map(({ type }) => type)).toEqual(['charge.succeeded', 'payment_intent.created']);
  });
});

describe('the signature', () => {
  it('is refused after 300 seconds, with another secret and over another body', async () => {
    const { signature } = await import('./webhooks.ts');
    const body = '{"id":"evt_1","object":"event"}';
    const { webhooks } = new Stripe('sk_test_x');
    const now = 1_800_000_000;
    const header = signature(body, 'whsec_right', now);
    const read = (text: string, secret: string, at: number) =>
      webhooks.constructEvent(text, header, secret, 300, undefined, at * 1000);
    expect(read(body, 'whsec_right', now).id).toBe('evt_1');
    expect(() => read(body, 'whsec_right', now + 301)).toThrow(/outside the tolerance/);
    expect(() => read(body, 'whsec_wrong', now)).toThrow(/No signatures found/);
    expect(() => read(body.replace('evt_1', 'evt_2'), 'whsec_right', now)).toThrow(/No signatures found/);
  });
});

describe('faults of webhooks', () => {
  it('one is lost', async () => {
    await world.sandbox.faults.add({ kind: 'webhook', fate: 'lost', event: 'payment_intent.succeeded' });
    await pay();
    await world.sandbox.deliverDue();
    expect(types()).toEqual(['payment_intent.created', 'charge.succeeded']);
    expect((await world.stripe.events.list({ type: 'payment_intent.succeeded' })).data).toHaveLength(1);
  });

  it('one comes twice, with the same id', async () => {
    await world.sandbox.faults.add({ kind: 'webhook', fate: 'doubled', event: 'payment_intent.succeeded' });
    await pay();
    await world.sandbox.deliverDue();
    const twice = world.received.filter(({ type }) => type === 'payment_intent.succeeded');
    expect(twice).toHaveLength(2);
    expect(twice[0]?.id).toBe(twice[1]?.id);
  });

  it('one comes after those that follow it', async () => {
    await world.sandbox.faults.add({ kind: 'webhook', fate: 'reordered', event: 'charge.*' });
    await pay();
    await world.sandbox.deliverDue();
    expect(types()).toEqual(['payment_intent.created', 'payment_intent.succeeded', 'charge.succeeded']);
  });
});
