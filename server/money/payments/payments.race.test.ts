import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { eventOf, openPayments, type PaymentWorld, PRICE } from './payments-for-tests.ts';

/** Two processes of one shop, over one database and one provider. */
let shops: [PaymentWorld, PaymentWorld];
beforeAll(async () => {
  const url = await freshPostgres();
  shops = [await openPayments({}, await openDatabase({ url })), await openPayments({}, await openDatabase({ url }))];
});
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

const alice = () => shops[0].alice;
const shop = (index: number) => shops[index % 2]!;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const answerOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

async function ready() {
  const order = await shops[0].placed(alice(), 4);
  const { clientSecret } = await shops[0].payments.createIntent(alice(), { order });
  return { order, clientSecret, transactionId: clientSecret.split('_secret_')[0]! };
}
async function paidAtProvider() {
  const made = await ready();
  await shops[0].pay(made.clientSecret);
  return made;
}
const settled = () => Promise.all(shops.map(({ payments }) => payments.settled()));
const ledger = (intent: string) =>
  shops[0].database.raw<{ kind: string; cents: number }>(
    'select kind, amount_cents::int as cents from ledger where payment_intent_id = $1 order by id',
    [intent],
  );

describe('two processes at once', () => {
  it('asked ten times for the payment of an order make one intent with one secret (attacks T41)', async () => {
    const order = await shops[0].placed(alice());
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => shop(index).payments.createIntent(alice(), { order })),
    );
    expect(new Set(answers.map(({ clientSecret }) => clientSecret)).size).toBe(1);
    const { data } = await shops[0].stripe.paymentIntents.list({ limit: 100 });
    expect(data.filter(({ metadata }) => metadata['order'] === order)).toHaveLength(1);
  });

  it('told twenty times of one payment mark the order paid once (attacks T46)', async () => {
    const { order, transactionId } = await paidAtProvider();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => shop(index).payments.confirm(alice(), order, { transactionId })),
    );
    expect(sum(answers.map(({ modifiedCount }) => modifiedCount))).toBe(1);
    expect(await ledger(transactionId)).toEqual([{ kind: 'charge', cents: 4 * PRICE }]);
  });

  it('given one event ten times act once (attacks T48)', async () => {
    const { transactionId } = await paidAtProvider();
    const event = eventOf('payment_intent.succeeded', await shops[0].stripe.paymentIntents.retrieve(transactionId));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => shop(index).payments.receiveEvent(shop(index).signed(event))),
    );
    expect(answers.filter(({ received }) => received)).toHaveLength(10);
    expect(await ledger(transactionId)).toHaveLength(1);
    const letters = await shops[0].database.raw('select id from mails where text like $1', [`%${transactionId}%`]);
    expect(letters).toHaveLength(1);
  });

  it.each(Array.from({ length: 12 }, (_, round) => round))(
    'deleting, telling and hearing of one payment have one outcome, and orphan money goes back (round %i) (attacks T35)',
    async () => {
      const { order, transactionId } = await paidAtProvider();
      const stock = await shops[0].stockLeft();
      const event = eventOf('payment_intent.succeeded', await shops[0].stripe.paymentIntents.retrieve(transactionId));
      const [told, removed, heard] = await Promise.all([
        answerOf(shops[0].payments.confirm(alice(), order, { transactionId })),
        answerOf(shops[1].deleted(alice(), order)),
        answerOf(shops[1].payments.receiveEvent(shops[1].signed(event))),
      ]);
      await settled();
      const refunds = await shops[0].stripe.refunds.list({ payment_intent: transactionId });
      const outcome = {
        told,
        removed,
        heard,
        state: (await shops[0].order(order)).state,
        kept: sum((await ledger(transactionId)).map(({ cents }) => cents)),
        refunds: refunds.data.map(({ amount }) => amount),
        returned: (await shops[0].stockLeft()) - stock,
      };
      const cents = 4 * PRICE;
      expect([
        { told: 'ok', removed: 'ORDER_PAID', heard: 'ok', state: 'paid', kept: cents, refunds: [], returned: 0 },
        {
          told: 'ORDER_NOT_FOUND',
          removed: 'ok',
          heard: 'ok',
          state: 'deleted',
          kept: 0,
          refunds: [cents],
          returned: 4,
        },
      ]).toContainEqual(outcome);
    },
  );

  it('paying while the order is deleted never leaves money behind', async () => {
    for (let round = 0; round < 8; round++) {
      const { order, clientSecret, transactionId } = await ready();
      await Promise.all([answerOf(shops[0].pay(clientSecret)), answerOf(shops[1].deleted(alice(), order))]);
      await settled();
      await shops[round % 2]!.payments.runOnce(new Date(Date.now() + 60_000));
      await shops[0].sandbox.deliverDue();
      await settled();
      const intent = await shops[0].stripe.paymentIntents.retrieve(transactionId);
      const { data } = await shops[0].stripe.refunds.list({ payment_intent: transactionId });
      expect(sum(data.map(({ amount }) => amount))).toBe(intent.amount_received);
      expect(await shops[0].order(order)).toMatchObject({ state: 'deleted' });
    }
  });

  it('sweeping and expiring together return the stock of each order once', async () => {
    const stock = await shops[0].stockLeft();
    for (let orders = 0; orders < 6; orders++) await (orders % 2 ? ready() : shops[0].placed(alice(), 4));
    expect(await shops[0].stockLeft()).toBe(stock - 24);
    const afterHold = new Date(Date.now() + shops[0].config.orderHoldMs + 1_000);
    await Promise.all([...shops, ...shops].map(({ payments }) => payments.runOnce(afterHold)));
    // What one process had claimed, the other left alone: another round finds nothing to do.
    await shops[1].payments.runOnce(new Date(afterHold.getTime() + 60_000));
    const [open] = await shops[0].database.raw<{ count: number }>(
      `select count(*)::int as count from orders where state = 'unpaid' and user_id = $1`,
      [alice().userId],
    );
    expect(open?.count).toBe(0);
    expect(await shops[0].stockLeft()).toBeGreaterThanOrEqual(stock);
    const [books] = await shops[0].database.raw<{ total: number }>(
      `select (select available_quantity from tools where id = (select tool_id from order_lines l join orders o on o.id = l.order_id where o.user_id = $1 limit 1))
        + coalesce(sum(l.quantity), 0)::int as total
       from order_lines l join orders o on o.id = l.order_id where o.state = 'paid' and o.user_id = $1`,
      [alice().userId],
    );
    expect(books?.total).toBe(1_000);
  });

  it('two admins giving back all of an order give it back once', async () => {
    const { order, transactionId } = await paidAtProvider();
    await shops[0].payments.confirm(alice(), order, { transactionId });
    const ada = { ...shops[0].bob, role: 'admin' as const };
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        answerOf(shop(index).payments.refund(ada, order, { reason: 'Broken in transit', all: true }, undefined)),
      ),
    );
    await settled();
    expect(answers.toSorted()).toEqual([...Array.from({ length: 5 }, () => 'REFUND_TOO_LARGE'), 'ok']);
    expect(await shops[0].order(order)).toMatchObject({ refundedCents: 4 * PRICE });
    expect((await shops[0].stripe.refunds.list({ payment_intent: transactionId })).data).toHaveLength(1);
  });
});
