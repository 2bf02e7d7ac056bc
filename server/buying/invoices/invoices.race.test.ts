import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Caller } from '#server/engine/http/caller.ts';
import { moveOrder } from '#server/buying/order-life/order-life.ts';
import { openPayments, type PaymentWorld } from '#server/money/payments/payments-for-tests.ts';

const AT_ONCE = 50;

/** Two processes over one database. */
let worlds: PaymentWorld[];
let world: PaymentWorld;
beforeAll(async () => {
  const url = await freshPostgres();
  world = await openPayments({}, await openDatabase({ url }));
  worlds = [world, await openPayments({}, await openDatabase({ url }))];
  // An address that nobody proved gets ten letters about orders a day.
  await world.database.raw('update users set email_verified = true');
});
afterAll(() => Promise.all(worlds.map((each) => each.close())));

const numbers = async () =>
  (
    await world.database.raw<{ sequence: number }>(
      `select sequence from invoices where series = 'invoice' order by sequence`,
    )
  ).map(({ sequence }) => sequence);
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
/** Orders of several customers, since one may have no more than 20 unpaid. */
const placed = (count: number) => {
  const people = worlds.flatMap(({ alice, bob }) => [alice, bob]);
  return Promise.all(Array.from({ length: count }, (_, index) => world.placed(people[index % people.length]!, 1)));
};

it('many payments at once, some of which come to nothing, leave no gap and no double', async () => {
  const orders = await placed(18);
  const settled = await Promise.allSettled(
    orders.map((id, index) =>
      transaction(world.database, async (tx) => {
        await moveOrder(tx, id, 'pay', { paidBy: 'card', transactionId: `pi_${id}` });
        if (index % 3 === 0) throw new Error('the power went');
      }),
    ),
  );
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(12);
  expect(await numbers()).toEqual(upTo(12));
});

it('fifty payments at once, each told to two processes, have fifty numbers in a row and fifty letters of each kind', async () => {
  const before = (await numbers()).length;
  const orders = await placed(AT_ONCE);
  const letters = (about: string) =>
    world.database.raw<{ order: string; count: number }>(
      `select o.id as "order", count(m.id)::int as count from orders o left join mails m on ${about}
       where o.id = any($1) group by o.id having count(m.id) <> 1`,
      [orders],
    );
  await Promise.all([...worlds, ...worlds].map(({ payments }) => payments.runOnce(new Date())));
  expect(await letters(`m.subject = 'We have received your order ' || o.number`)).toEqual([]);

  const bea: Caller = { ...world.bob, role: 'bookkeeper' };
  const date = new Date().toISOString().slice(0, 10);
  /** Tells it as a caller does: again where the shop was too busy. @returns whether this told it first */
  const tell = async ({ payments }: PaymentWorld, id: string): Promise<boolean> => {
    for (let asked = 1; ; asked++) {
      try {
        return await payments.recordTransfer(bea, id, { date, reference: `R ${id}` }).then(() => true);
      } catch (error) {
        if (error instanceof AppError && error.code === 'ORDER_PAID') return false;
        if (asked === 100) throw error;
      }
    }
  };
  const told = await Promise.all(orders.flatMap((id) => worlds.map((each) => tell(each, id))));
  expect(told.filter((isFirst) => isFirst)).toHaveLength(AT_ONCE);
  expect(await numbers()).toEqual(upTo(before + AT_ONCE));
  expect(await letters(`m.text like '%reference R ' || o.id || '%'`)).toEqual([]);
});
