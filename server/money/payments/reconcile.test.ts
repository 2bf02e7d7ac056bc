import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPayments, type PaymentWorld, PRICE } from './payments-for-tests.ts';
import { createProvider } from './provider.ts';
import { describeReconciliation, reconcile } from './reconcile.ts';

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPayments();
});
afterAll(() => world.close());

const look = () => {
  const reach: typeof fetch = (input, init) => world.sandbox.fetch(new Request(input, init));
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  return reconcile(world.database, createProvider(world.config.stripe, silent, reach));
};
async function paid(quantity = 4) {
  const order = await world.placed(world.alice, quantity);
  const { clientSecret } = await world.payments.createIntent(world.alice, { order });
  const { id } = await world.pay(clientSecret);
  return { order, id };
}
const whats = async () => (await look()).differences.map(({ what }) => what);

it('finds that everything agrees after paying, giving back, paying for nothing and deleting', async () => {
  const first = await paid();
  await world.payments.confirm(world.alice, first.order, { transactionId: first.id });
  await world.payments.refund({ ...world.bob, role: 'admin' }, first.order, { amount: 5, reason: 'Late' }, undefined);
  const gone = await paid();
  await world.deleted(world.alice, gone.order);
  await world.payments.settled();
  await world.placed(world.alice);
  const result = await look();
  expect(result).toEqual({
    currency: 'USD',
    orders: 3,
    charges: 2,
    chargedCents: 8 * PRICE,
    refundedCents: 500 + 4 * PRICE,
    refundsDue: 0,
    differences: [],
  });
  expect(describeReconciliation(result)).toEqual([
    '3 orders, 2 payments: $100.00 came in, $55.00 went back.',
    'Orders, ledger and provider agree.',
  ]);
});

it('names money that the provider has and the shop has not heard of, until it is settled', async () => {
  const { order, id } = await paid();
  expect((await look()).differences).toEqual([
    { order, paymentIntent: id, what: 'the provider received $50.00 (succeeded), the ledger has $0.00' },
  ]);
  await world.sandbox.deliverDue();
  expect(await whats()).toEqual([]);
});

it('names a refund that was made at the provider and not heard of', async () => {
  const { id } = await paid();
  await world.sandbox.deliverDue();
  await world.stripe.refunds.create({ payment_intent: id, amount: 700 });
  expect(await whats()).toEqual(['the provider gave back $7.00, the ledger has $0.00']);
  await world.sandbox.deliverDue();
  expect(await whats()).toEqual([]);
});

it('names an order that says something else than the ledger', async () => {
  const { order } = await paid();
  await world.sandbox.deliverDue();
  await world.database.raw('update orders set refunded_cents = 100 where id = $1', [order]);
  expect(await whats()).toEqual(['the order shows $1.00 refunded, the ledger $0.00']);
  await world.database.raw('update orders set refunded_cents = 0 where id = $1', [order]);
});

it('names a line of the ledger that the provider does not know', async () => {
  const order = await world.placed(world.alice);
  await world.database.raw(
    `insert into ledger (id, order_id, payment_intent_id, kind, method, amount_cents, reference) values ('l1', $1, 'pi_lost', 'charge', 'card', 100, 'pi_lost')`,
    [order],
  );
  expect(await whats()).toEqual([
    '$1.00 came for an order that it did not pay, and no refund is on its way',
    'the ledger has $1.00, the provider does not know it',
  ]);
});
