import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '#server/engine/http/caller.ts';
import { openPayments, type PaymentWorld, PRICE } from './payments-for-tests.ts';

let world: PaymentWorld;
let bea: Caller;
beforeAll(async () => {
  world = await openPayments();
  bea = { ...world.bob, role: 'bookkeeper' };
});
afterAll(() => world.close());

it('a transfer and a card payment of one order at once: one pays it, and the money of the card goes back if it came second', async () => {
  const day = new Date().toISOString().slice(0, 10);
  const winners = new Set<string>();
  for (let round = 0; round < 12; round++) {
    const order = await world.placed(world.alice, 2);
    const { clientSecret } = await world.payments.createIntent(world.alice, { order });
    const { id } = await world.pay(clientSecret);
    const card = () => world.payments.confirm(world.alice, order, { transactionId: id });
    const transfer = () => world.payments.recordTransfer(bea, order, { date: day, reference: `R ${round}` });
    // At once; and once each after the other, so that both ends are seen.
    const first = round === 0 ? [await card()] : round === 1 ? [await transfer()] : [];
    const tries =
      round === 0
        ? [transfer()]
        : round === 1
          ? [card()]
          : round % 2 === 0
            ? [card(), transfer()]
            : [transfer(), card()];
    const settled = await Promise.allSettled([...first.map((done) => Promise.resolve(done)), ...tries]);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await world.payments.settled();
    await world.payments.runOnce(new Date(Date.now() + 60_000));
    const { state, transactionId } = await world.order(order);
    expect(state).toBe('paid');
    winners.add(transactionId === id ? 'card' : 'transfer');
    const [books] = await world.database.raw<{ kept: number; invoices: number }>(
      `select (select sum(amount_cents)::int from ledger where order_id = $1) as kept,
         (select count(*)::int from invoices where order_id = $1 and series = 'invoice') as invoices`,
      [order],
    );
    expect(books).toEqual({ kept: 2 * PRICE, invoices: 1 });
  }
  expect(winners).toEqual(new Set(['card', 'transfer']));
});

it('one transfer recorded by two people at once pays once', async () => {
  const order = await world.placed(world.alice, 1);
  const day = new Date().toISOString().slice(0, 10);
  const settled = await Promise.allSettled(
    ['one', 'two'].map((reference) => world.payments.recordTransfer(bea, order, { date: day, reference })),
  );
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const [row] = await world.database.raw('select count(*)::int as count from bank_payments where order_id = $1', [
    order,
  ]);
  expect(row).toEqual({ count: 1 });
});
