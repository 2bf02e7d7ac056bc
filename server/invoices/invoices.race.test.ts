import { afterAll, beforeAll, expect, it } from 'vitest';
import { transaction } from '#server/db/transaction.ts';
import { markPaid } from '#server/orders/orders.ts';
import { openPayments, type PaymentWorld } from '#server/payments/payments-for-tests.ts';

let world: PaymentWorld;
beforeAll(async () => {
  world = await openPayments();
});
afterAll(() => world.close());

const numbers = async () =>
  (
    await world.database.raw<{ sequence: number }>(
      `select sequence from invoices where series = 'invoice' order by sequence`,
    )
  ).map(({ sequence }) => sequence);

it('many payments at once, some of which come to nothing, leave no gap and no double', async () => {
  const orders = await Promise.all(Array.from({ length: 18 }, () => world.placed(world.alice, 1)));
  const settled = await Promise.allSettled(
    orders.map((id, index) =>
      transaction(world.database, async (tx) => {
        await markPaid(tx, id, `pi_${id}`);
        if (index % 3 === 0) throw new Error('the power went');
      }),
    ),
  );
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(12);
  expect(await numbers()).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
});
