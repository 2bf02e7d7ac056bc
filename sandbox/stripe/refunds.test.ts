import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dollars, openWorld, refusal, type TestWorld } from './sandbox-for-tests.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const pay = (payment_method = 'pm_card_visa') =>
  world.stripe.paymentIntents.create({ ...dollars(10_00), payment_method, confirm: true });

describe('a refund', () => {
  it('gives back everything, once', async () => {
    const intent = await pay();
    const refund = await world.stripe.refunds.create({
      payment_intent: intent.id,
      reason: 'requested_by_customer',
      metadata: { order: 'order-1' },
    });
    expect(refund).toMatchObject({
      object: 'refund',
      amount: 1000,
      currency: 'usd',
      payment_intent: intent.id,
      charge: intent.latest_charge,
      reason: 'requested_by_customer',
      status: 'succeeded',
      metadata: { order: 'order-1' },
    });
    expect(await world.stripe.charges.retrieve(String(intent.latest_charge))).toMatchObject({
      amount_refunded: 1000,
      refunded: true,
    });
    expect(await refusal(world.stripe.refunds.create({ payment_intent: intent.id }))).toMatchObject({
      code: 'charge_already_refunded',
      statusCode: 400,
    });
    expect((await world.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded');
  });

  it('gives back parts, and never more than is left', async () => {
    const intent = await pay();
    await world.stripe.refunds.create({ payment_intent: intent.id, amount: 300 });
    const error = await refusal(world.stripe.refunds.create({ payment_intent: intent.id, amount: 701 }));
    expect(error.message).toBe('Refund amount ($7.01) is greater than unrefunded amount on charge ($7.00)');
    expect((await world.stripe.refunds.create({ charge: String(intent.latest_charge) })).amount).toBe(700);
    const { data } = await world.stripe.refunds.list({ payment_intent: intent.id });
    expect(data.map(({ amount }) => amount)).toEqual([700, 300]);
    expect(await world.stripe.refunds.retrieve(String(data[0]?.id))).toMatchObject({ amount: 700 });
  });

  it('gives back no more than was paid, however many ask at once', async () => {
    const intent = await pay();
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => world.stripe.refunds.create({ payment_intent: intent.id, amount: 400 })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect((await world.stripe.charges.retrieve(String(intent.latest_charge))).amount_refunded).toBe(800);
  });

  it('is refused where nothing was paid', async () => {
    const open = await world.stripe.paymentIntents.create(dollars());
    const error = await refusal(world.stripe.refunds.create({ payment_intent: open.id }));
    expect(error.message).toBe(`This PaymentIntent (${open.id}) does not have a successful charge to refund.`);
    expect(await refusal(world.stripe.refunds.create({ payment_intent: 'pi_nobody' }))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    expect(await refusal(world.stripe.refunds.create({}))).toMatchObject({ code: 'parameter_missing' });
  });

  it('may be pending at first and may fail later', async () => {
    const slow = await world.stripe.refunds.create({ payment_intent: (await pay('pm_card_pendingRefund')).id });
    expect(slow.status).toBe('pending');
    expect((await world.stripe.refunds.retrieve(slow.id)).status).toBe('succeeded');
    const intent = await pay('pm_card_refundFail');
    const failing = await world.stripe.refunds.create({ payment_intent: intent.id });
    expect(failing.status).toBe('succeeded');
    expect(await world.stripe.refunds.retrieve(failing.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    });
    expect((await world.stripe.charges.retrieve(String(intent.latest_charge))).amount_refunded).toBe(0);
  });
});
