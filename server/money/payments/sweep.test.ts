import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JobEvent } from '#server/engine/observe/events.ts';
import { openPayments, type PaymentWorld, PRICE, refusalOf } from './payments-for-tests.ts';

const MINUTE_MS = 60_000;
let world: PaymentWorld;
beforeAll(async () => {
  world = await openPayments();
});
afterAll(() => world.close());
beforeEach(() => world.sandbox.faults.clear());

async function ready() {
  const order = await world.placed(world.alice, 4);
  const { clientSecret } = await world.payments.createIntent(world.alice, { order });
  return { order, clientSecret, id: clientSecret.split('_secret_')[0]! };
}
const later = (ms: number) => new Date(Date.now() + ms);
const afterHold = () => later(world.config.orderHoldMs + 1_000);
const statusOf = async (id: string) => (await world.stripe.paymentIntents.retrieve(id)).status;

describe('the sweep', () => {
  it('finds within a minute that an order was paid, when browser and webhook are lost (attacks T50)', async () => {
    const { order, clientSecret, id } = await ready();
    await world.pay(clientSecret);
    await world.payments.runOnce(later(MINUTE_MS));
    expect(await world.order(order)).toMatchObject({ state: 'paid', transactionId: id });
  });

  it('goes on where a provider that was away stopped it, and tells those who watch', async () => {
    const { order, clientSecret } = await ready();
    await world.pay(clientSecret);
    await world.sandbox.faults.add({ kind: 'status', status: 500, method: 'GET', times: 2 });
    const outcomes: string[] = [];
    const told = (ended: unknown) => {
      const { job, outcome } = ended as JobEvent;
      if (job === 'sweep') outcomes.push(outcome);
    };
    subscribe('tradebench:job', told);
    await world.payments.runOnce(later(MINUTE_MS));
    expect(await world.order(order)).toMatchObject({ state: 'unpaid' });
    await world.sandbox.faults.clear();
    await world.payments.runOnce(later(2 * MINUTE_MS));
    expect(await world.order(order)).toMatchObject({ state: 'paid' });
    unsubscribe('tradebench:job', told);
    expect(outcomes).toEqual(['failed', 'done']);
  });

  it('cancels the intent of an order that was deleted while the provider was away', async () => {
    const { order, id } = await ready();
    await world.sandbox.faults.add({ kind: 'status', status: 500, path: '/v1/payment_intents/*', times: 4 });
    await world.deleted(world.alice, order);
    await world.payments.settled();
    await world.sandbox.faults.clear();
    expect(await statusOf(id)).toBe('requires_payment_method');
    await world.payments.runOnce(later(MINUTE_MS));
    expect(await statusOf(id)).toBe('canceled');
  });
});

describe('an unpaid order whose hold is over', () => {
  it('has its intent cancelled, returns its stock once and is no longer listed (attacks T38)', async () => {
    const { order, id } = await ready();
    const before = await world.stockLeft();
    await world.payments.runOnce(afterHold());
    await world.payments.runOnce(afterHold());
    expect(await world.order(order)).toMatchObject({ state: 'expired' });
    expect(await statusOf(id)).toBe('canceled');
    expect(await world.stockLeft()).toBe(before + 4);
    expect(await refusalOf(world.payments.createIntent(world.alice, { order }))).toEqual({ code: 'ORDER_NOT_FOUND' });
  });

  it('is paid instead, where it was paid in the last moment', async () => {
    const { order, clientSecret } = await ready();
    const before = await world.stockLeft();
    await world.pay(clientSecret);
    await world.payments.runOnce(afterHold());
    expect(await world.order(order)).toMatchObject({ state: 'paid' });
    expect(await world.stockLeft()).toBe(before);
  });

  it('waits as long as its intent cannot be cancelled', async () => {
    const { order } = await ready();
    const before = await world.stockLeft();
    await world.sandbox.faults.add({ kind: 'status', status: 500, path: '/v1/payment_intents/*', times: 2 });
    await world.payments.runOnce(afterHold());
    expect(await world.order(order)).toMatchObject({ state: 'unpaid' });
    expect(await world.stockLeft()).toBe(before);
    await world.sandbox.faults.clear();
    await world.payments.runOnce(later(world.config.orderHoldMs + MINUTE_MS));
    expect(await world.order(order)).toMatchObject({ state: 'expired' });
  });

  it('expires where it waits for approval, too, and its stock is free', async () => {
    const order = await world.placed(world.alice, 4);
    const before = await world.stockLeft();
    await world.database.raw(`update orders set state = 'waiting' where id = $1`, [order]);
    await world.payments.runOnce(afterHold());
    expect(await world.order(order)).toMatchObject({ state: 'expired' });
    expect(await world.stockLeft()).toBe(before + 4);
  });

  it('without an intent expires without asking anybody', async () => {
    const order = await world.placed(world.alice, 4);
    await world.payments.runOnce(afterHold());
    expect(await world.order(order)).toMatchObject({ state: 'expired' });
  });
});

describe('a refund', () => {
  it('is sent again until the provider takes it, and happens once', async () => {
    const { order, clientSecret, id } = await ready();
    await world.pay(clientSecret);
    await world.sandbox.faults.add({ kind: 'cut', path: '/v1/refunds', method: 'POST', times: 2 });
    await world.deleted(world.alice, order);
    await world.payments.settled();
    const state = async () =>
      (await world.database.raw<{ state: string }>('select state from refunds where payment_intent_id = $1', [id]))[0]
        ?.state;
    expect(await state()).toBe('due');
    await world.payments.runOnce(later(10 * MINUTE_MS));
    expect(await state()).toBe('sent');
    const given = await world.stripe.refunds.list({ payment_intent: id });
    expect(given.data.map(({ amount }) => amount)).toEqual([4 * PRICE]);
  });

  it('that somebody made at the provider already is not made again', async () => {
    const { order, clientSecret, id } = await ready();
    await world.pay(clientSecret);
    await world.stripe.refunds.create({ payment_intent: id });
    await world.deleted(world.alice, order);
    await world.payments.settled();
    expect((await world.stripe.refunds.list({ payment_intent: id })).data).toHaveLength(1);
    const lines = await world.database.raw<{ cents: number }>(
      'select amount_cents::int as cents from ledger where payment_intent_id = $1',
      [id],
    );
    expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
  });
});
