import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/engine/http/caller.ts';
import { getOrder } from '#server/buying/orders/orders.ts';
import { listRefunds } from './read-refunds.ts';
import { openPayments, type PaymentWorld, PRICE, refusalOf } from './payments-for-tests.ts';

let world: PaymentWorld;
let ada: Caller;
beforeAll(async () => {
  world = await openPayments();
  ada = { ...world.bob, role: 'admin' };
});
afterAll(() => world.close());

async function paid() {
  const order = await world.placed(world.alice, 4);
  const { clientSecret } = await world.payments.createIntent(world.alice, { order });
  const { id } = await world.pay(clientSecret);
  await world.payments.confirm(world.alice, order, { transactionId: id });
  return { order, id };
}
const refund = (order: string, amount?: number, key?: string, reason = 'Broken in transit') =>
  world.payments.refund(ada, order, { reason, ...(amount === undefined ? { all: true } : { amount }) }, key);

describe('POST /order/{id}/refund', () => {
  it('gives back a part, then all that is left, and shows both with their reasons', async () => {
    const { order, id } = await paid();
    const stock = await world.stockLeft();
    expect(await refund(order, 12.34)).toMatchObject({ amount: 12.34, state: 'sent', reason: 'Broken in transit' });
    expect(await getOrder(world.database.db, order, world.alice)).toMatchObject({ refunded: 12.34, paid: true });
    expect(await refund(order)).toMatchObject({ amount: 37.66 });
    expect(await world.order(order)).toMatchObject({ refundedCents: 4 * PRICE });
    expect((await world.stripe.refunds.list({ payment_intent: id })).data.map(({ amount }) => amount)).toEqual([
      3766, 1234,
    ]);
    const seen = await listRefunds(world.database.db, order, world.alice);
    expect(seen.map(({ amount }) => amount)).toEqual([12.34, 37.66]);
    await world.sandbox.deliverDue();
    expect(await world.order(order)).toMatchObject({ refundedCents: 4 * PRICE });
    expect(await world.stockLeft()).toBe(stock);
  });

  it('gives back no more than was paid', async () => {
    const { order } = await paid();
    await refund(order, 30);
    expect(await refusalOf(refund(order, 20.01))).toEqual({ code: 'REFUND_TOO_LARGE', refundable: 20 });
    await refund(order, 20);
    expect(await refusalOf(refund(order))).toEqual({ code: 'REFUND_TOO_LARGE', refundable: 0 });
  });

  it('with the same key is the same refund, and refuses the key for another', async () => {
    const { order } = await paid();
    const [first, second] = [await refund(order, 5, 'key'), await refund(order, 5, 'key')];
    expect(second).toEqual(first);
    expect(await world.order(order)).toMatchObject({ refundedCents: 500 });
    expect(await refusalOf(refund(order, 6, 'key'))).toEqual({ code: 'IDEMPOTENCY_MISMATCH' });
  });

  it('has nothing to give back of an unpaid or a missing order', async () => {
    const order = await world.placed(world.alice);
    expect(await refusalOf(refund(order))).toEqual({ code: 'ORDER_NOT_PAID' });
    expect(await refusalOf(refund('missing'))).toEqual({ code: 'ORDER_NOT_FOUND' });
  });

  it('is on its way while the provider is away, and arrives later', async () => {
    const { order } = await paid();
    await world.sandbox.faults.add({ kind: 'status', status: 500, path: '/v1/refunds', times: 2 });
    expect(await refund(order, 5)).toMatchObject({ state: 'due' });
    expect(await world.order(order)).toMatchObject({ refundedCents: 0 });
    await world.sandbox.faults.clear();
    await world.payments.runOnce(new Date(Date.now() + 60_000));
    expect(await world.order(order)).toMatchObject({ refundedCents: 500 });
  });

  it('writes down which member of staff did it', async () => {
    const { order } = await paid();
    await refund(order, 1);
    const [line] = await world.database.raw('select action, actor_email as who from audit_log where subject = $1', [
      order,
    ]);
    expect(line).toEqual({ action: 'order.refunded', who: ada.email });
  });

  it('shows its refunds to nobody else', async () => {
    const { order } = await paid();
    expect(await refusalOf(listRefunds(world.database.db, order, world.bob))).toEqual({
      code: 'ORDER_NOT_FOUND',
    });
  });
});
