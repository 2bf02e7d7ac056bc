import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/engine/http/caller.ts';
import { openPayments, type PaymentWorld, PRICE, refusalOf } from './payments-for-tests.ts';

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPayments();
});
afterAll(() => world.close());

/** An order whose intent is there and not yet paid. */
async function ready(customer: Caller = world.alice, quantity = 4) {
  const order = await world.placed(customer, quantity);
  const { clientSecret } = await world.payments.createIntent(customer, { order });
  return { order, clientSecret, transactionId: clientSecret.split('_secret_')[0]! };
}
const confirm = (order: string, transactionId: string, caller = world.alice, body?: unknown) =>
  world.payments.confirm(caller, order, { transactionId, order: body });
const refundsOf = (intent: string) =>
  world.database.raw<{ reason: string; state: string; cents: number }>(
    'select reason, state, amount_cents as cents from refunds where payment_intent_id = $1',
    [intent],
  );

describe('PATCH /order/{id}', () => {
  it('marks the order paid once the provider says so, enters it in the ledger and queues one receipt', async () => {
    const { order, clientSecret, transactionId } = await ready();
    await world.pay(clientSecret);
    expect(await confirm(order, transactionId)).toEqual({ modifiedCount: 1 });
    expect(await confirm(order, transactionId)).toEqual({ modifiedCount: 0 });
    expect(await world.order(order)).toMatchObject({ state: 'paid', transactionId, paidAt: expect.any(Date) });
    expect(await world.database.raw('select kind, amount_cents::int from ledger where order_id = $1', [order])).toEqual(
      [{ kind: 'charge', amount_cents: 4 * PRICE }],
    );
    const letters = await world.database.raw<{ text: string }>('select text from mails where text like $1', [
      `%${transactionId}%`,
    ]);
    expect(letters).toHaveLength(1);
    expect(letters[0]!.text).toContain('$50.00');
  });

  it('twenty at once with the right id: all are answered, one of them did it (attacks T46)', async () => {
    const { order, clientSecret, transactionId } = await ready();
    await world.pay(clientSecret);
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(order, transactionId)));
    expect(answers.reduce((sum, { modifiedCount }) => sum + modifiedCount, 0)).toBe(1);
  });

  it('believes nothing: an id that the provider does not know is 402 (attacks T42)', async () => {
    const { order } = await ready();
    expect(await refusalOf(confirm(order, 'pi_fake'))).toEqual({ code: 'PAYMENT_NOT_CONFIRMED', status: 'unknown' });
    expect(await world.order(order)).toMatchObject({ state: 'unpaid', transactionId: null });
  });

  it('asks the provider about twenty made-up ids a minute, and goes on asking about those that it knows', async () => {
    const calls: string[] = [];
    const counted = await openPayments({}, undefined, (reach) => async (input, init) => {
      const { method, url } = new Request(input, init);
      calls.push(`${method} ${new URL(url).pathname}`);
      return reach(input, init);
    });
    try {
      const order = await counted.placed(counted.alice);
      const { clientSecret } = await counted.payments.createIntent(counted.alice, { order });
      const tell = (transactionId: string, caller = counted.alice) =>
        refusalOf(counted.payments.confirm(caller, order, { transactionId }));
      for (let made = 0; made < 20; made++) {
        expect(await tell(`pi_made_up_${made}`)).toEqual({ code: 'PAYMENT_NOT_CONFIRMED', status: 'unknown' });
      }
      const before = calls.length;
      for (let made = 20; made < 25; made++) {
        expect(await tell(`pi_made_up_${made}`)).toMatchObject({ code: 'RATE_LIMITED' });
      }
      expect(calls.length).toBe(before);
      const { id } = await counted.pay(clientSecret);
      expect(await counted.payments.confirm(counted.alice, order, { transactionId: id })).toEqual({ modifiedCount: 1 });
    } finally {
      await counted.close();
    }
  });

  it.each([
    ['requires_payment_method', undefined],
    ['requires_action', 'pm_card_authenticationRequired'],
  ])('an intent that is %s is 402 with that status (attacks T44)', async (status, card) => {
    const { order, clientSecret, transactionId } = await ready();
    if (card) await world.pay(clientSecret, card);
    expect(await refusalOf(confirm(order, transactionId))).toEqual({ code: 'PAYMENT_NOT_CONFIRMED', status });
    expect(await world.order(order)).toMatchObject({ state: 'unpaid' });
  });

  it('an intent that only reserved the money, or was cancelled, is 402 with that status (attacks T44)', async () => {
    const { order } = await ready();
    const reserved = await world.stripe.paymentIntents.create({
      amount: 4 * PRICE,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      capture_method: 'manual',
      confirm: true,
      payment_method: 'pm_card_visa',
      metadata: { order },
    });
    const status = async () => (await refusalOf(confirm(order, reserved.id)))['status'];
    expect(await status()).toBe('requires_capture');
    await world.stripe.paymentIntents.cancel(reserved.id);
    expect(await status()).toBe('canceled');
    expect(await world.order(order)).toMatchObject({ state: 'unpaid' });
  });

  it('a declined card leaves the order unpaid, and a good card then pays the same intent (attacks T52)', async () => {
    const { order, clientSecret, transactionId } = await ready();
    await expect(world.pay(clientSecret, 'pm_card_chargeDeclined')).rejects.toThrow('declined');
    expect(await refusalOf(confirm(order, transactionId))).toMatchObject({ code: 'PAYMENT_NOT_CONFIRMED' });
    expect(await world.payments.createIntent(world.alice, { order })).toEqual({ clientSecret });
    await world.pay(clientSecret);
    expect(await confirm(order, transactionId)).toEqual({ modifiedCount: 1 });
  });

  it('does not take the payment of another order, of less money, or in another currency', async () => {
    const paid = await ready();
    await world.pay(paid.clientSecret);
    const { order } = await ready();
    expect(await refusalOf(confirm(order, paid.transactionId))).toEqual({ code: 'PAYMENT_MISMATCH' });
    const made = (amount: number, currency: string, about: Record<string, string>) =>
      world.stripe.paymentIntents.create({
        amount,
        currency,
        allowed_payment_method_types: ['card'],
        confirm: true,
        payment_method: 'pm_card_visa',
        metadata: about,
      });
    for (const intent of [
      await made(4 * PRICE - 1, 'usd', { order }),
      await made(4 * PRICE, 'eur', { order }),
      await made(4 * PRICE, 'usd', {}),
    ]) {
      expect(await refusalOf(confirm(order, intent.id))).toEqual({ code: 'PAYMENT_MISMATCH' });
    }
    expect(await world.order(order)).toMatchObject({ state: 'unpaid' });
  });

  it('ignores the order in the body, except that its id must be the one in the path (attacks T17)', async () => {
    const { order, clientSecret, transactionId } = await ready();
    await world.pay(clientSecret);
    expect(await refusalOf(confirm(order, transactionId, world.alice, { _id: 'other' }))).toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    expect(await refusalOf(confirm(order, transactionId, world.alice, 'other'))).toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    const forged = { _id: order, price: 1, quantity: 1, email: 'eve@people.test', paid: false };
    expect(await confirm(order, transactionId, world.alice, forged)).toEqual({ modifiedCount: 1 });
    expect(await world.order(order)).toMatchObject({ totalCents: 4 * PRICE, email: world.alice.email });
  });

  it('is nobody else’s to call', async () => {
    const { order, clientSecret, transactionId } = await ready();
    await world.pay(clientSecret);
    expect(await refusalOf(confirm(order, transactionId, world.bob))).toEqual({ code: 'ORDER_NOT_FOUND' });
    expect(await world.order(order)).toMatchObject({ state: 'unpaid' });
  });

  it('a second, different payment of a paid order is refused and goes back, once (attacks T46)', async () => {
    const { order, clientSecret, transactionId } = await ready();
    await world.pay(clientSecret);
    await confirm(order, transactionId);
    const second = await world.stripe.paymentIntents.create({
      amount: 4 * PRICE,
      currency: 'usd',
      allowed_payment_method_types: ['card'],
      confirm: true,
      payment_method: 'pm_card_visa',
      metadata: { order },
    });
    for (let times = 0; times < 2; times++) {
      expect(await refusalOf(confirm(order, second.id))).toEqual({ code: 'PAYMENT_MISMATCH' });
    }
    await world.payments.settled();
    expect(await refundsOf(second.id)).toEqual([{ reason: 'paid_twice', state: 'sent', cents: 4 * PRICE }]);
    const given = await world.stripe.refunds.list({ payment_intent: second.id });
    expect(given.data.map(({ amount }) => amount)).toEqual([4 * PRICE]);
    expect(await world.order(order)).toMatchObject({ transactionId, refundedCents: 0 });
  });

  it('money that came for a deleted order goes back, once, and the order stays deleted', async () => {
    const { order, clientSecret, transactionId } = await ready();
    const before = await world.stockLeft();
    await world.pay(clientSecret);
    await world.deleted(world.alice, order);
    expect(await refusalOf(confirm(order, transactionId))).toEqual({ code: 'ORDER_NOT_FOUND' });
    await world.payments.settled();
    await world.sandbox.deliverDue();
    await world.payments.settled();
    expect(await refundsOf(transactionId)).toEqual([{ reason: 'order_gone', state: 'sent', cents: 4 * PRICE }]);
    expect((await world.stripe.refunds.list({ payment_intent: transactionId })).data).toHaveLength(1);
    expect(await world.order(order)).toMatchObject({ state: 'deleted', transactionId: null });
    expect(await world.stockLeft()).toBe(before + 4);
  });
});
