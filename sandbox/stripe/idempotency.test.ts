import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dollars, headerOf, openWorld, refusal, SECRET_KEY, type TestWorld } from './sandbox-for-tests.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

let keys = 0;
const freshKey = () => `key-${(keys += 1)}`;

describe('an idempotency key', () => {
  it('answers the same call again without doing it again', async () => {
    const idempotencyKey = freshKey();
    const first = await world.stripe.paymentIntents.create(dollars(), { idempotencyKey });
    const again = await world.stripe.paymentIntents.create(dollars(), { idempotencyKey });
    expect(again.id).toBe(first.id);
    expect(again).toEqual(first);
    expect(headerOf(first, 'idempotent-replayed')).toBeNull();
    expect(headerOf(again, 'idempotent-replayed')).toBe('true');
    expect(headerOf(again, 'idempotency-key')).toBe(idempotencyKey);
    expect(headerOf(again, 'original-request')).toBe(first.lastResponse.requestId);
  });

  it('is refused for other parameters and for another address', async () => {
    const idempotencyKey = freshKey();
    const { id } = await world.stripe.paymentIntents.create(dollars(), { idempotencyKey });
    const other = await refusal(world.stripe.paymentIntents.create(dollars(777), { idempotencyKey }));
    expect(other).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    expect(other.message).toContain('same parameters they were first used with');
    const elsewhere = await refusal(world.stripe.paymentIntents.cancel(id, {}, { idempotencyKey }));
    expect(elsewhere.message).toContain('same endpoint they were first used for');
  });

  it('repeats a decline, and charges the card once', async () => {
    const { id } = await world.stripe.paymentIntents.create(dollars());
    const confirm = () =>
      world.stripe.paymentIntents.confirm(
        id,
        { payment_method: 'pm_card_chargeDeclined' },
        { idempotencyKey: `d-${id}` },
      );
    const first = await refusal(confirm());
    const again = await refusal(confirm());
    expect(again.charge).toBe(first.charge);
    expect((await world.stripe.charges.list({ payment_intent: id })).data).toHaveLength(1);
  });

  it('forgets a call that failed its validation', async () => {
    const idempotencyKey = freshKey();
    await refusal(world.stripe.paymentIntents.create({ amount: 1, currency: 'usd' }, { idempotencyKey }));
    const good = await world.stripe.paymentIntents.create(dollars(), { idempotencyKey });
    expect(good.status).toBe('requires_payment_method');
  });

  it('makes one intent of twenty calls at once; those that come too early are told 409', async () => {
    const idempotencyKey = freshKey();
    const calls = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.send('/v1/payment_intents', {
          method: 'POST',
          headers: { authorization: `Bearer ${SECRET_KEY}`, 'idempotency-key': idempotencyKey },
          body: new URLSearchParams({ amount: '1000', currency: 'usd' }),
        }),
      ),
    );
    const statuses = calls.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    const busy = calls.find(({ status }) => status === 409);
    expect(busy?.headers.get('stripe-should-retry')).toBe('true');
    expect(await busy?.json()).toMatchObject({ error: { type: 'idempotency_error', code: 'idempotency_key_in_use' } });
    const made = await Promise.all(
      calls.filter(({ status }) => status === 200).map(async (call) => ((await call.json()) as { id: string }).id),
    );
    expect(new Set(made).size).toBe(1);
  });

  it('is kept for a day', async () => {
    const idempotencyKey = freshKey();
    const first = await world.stripe.paymentIntents.create(dollars(), { idempotencyKey });
    world.clock.now = new Date(world.clock.now.getTime() + 25 * 3_600_000);
    await world.sandbox.start();
    const second = await world.stripe.paymentIntents.create(dollars(), { idempotencyKey });
    expect(second.id).not.toBe(first.id);
  });
});
