import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/engine/db/new-id.ts';
import { eventOf, openPayments, type PaymentWorld, PRICE, refusalOf } from './payments-for-tests.ts';

const OTHER_SECRET = 'whsec_the_next_one';
let world: PaymentWorld;
beforeAll(async () => {
  world = await openPayments({ STRIPE_WEBHOOK_SECRET: `whsec_tests,${OTHER_SECRET}` });
});
afterAll(() => world.close());

async function ready() {
  const order = await world.placed(world.alice, 4);
  const { clientSecret } = await world.payments.createIntent(world.alice, { order });
  return { order, clientSecret, id: clientSecret.split('_secret_')[0]! };
}
const receive = (event: object, options?: Parameters<PaymentWorld['signed']>[1]) =>
  world.payments.receiveEvent(world.signed(event, options));
const events = () => world.database.raw('select id from webhook_events');
const ledger = (order: string) =>
  world.database.raw<{ kind: string; amount_cents: number }>(
    'select kind, amount_cents::int from ledger where order_id = $1 order by id',
    [order],
  );

describe('the signature of a webhook', () => {
  const event = () => eventOf('payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent', metadata: {} });
  const v1 = (payload: string, seconds: number, secret = 'whsec_tests') =>
    createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  const now = () => Math.floor(Date.now() / 1000);

  it.each<[string, (event: object, body: string) => Parameters<PaymentWorld['signed']>[1]]>([
    ['missing', () => ({ signature: '' })],
    ['nonsense', () => ({ signature: 't=1,v1=00' })],
    ['made with another secret', () => ({ secret: 'whsec_of_somebody_else' })],
    ['301 seconds old', () => ({ at: new Date(Date.now() - 301_000) })],
    ['of another body', (_event, body) => ({ body: body.replace('pi_1', 'pi_2') })],
    ['of a body that was parsed and written again', (event) => ({ body: JSON.stringify(event) })],
    ['of a body that got a byte order mark', (_event, body) => ({ body: `\uFEFF${body}` })],
    ['in the old scheme alone', (_event, body) => ({ signature: `t=${now()},v0=${v1(body, now())}` })],
  ])('that is %s is refused before the database is touched (attacks T47)', async (_name, options) => {
    const sent = event();
    const body = JSON.stringify(sent, null, 2);
    const before = await events();
    expect(await refusalOf(receive(sent, options(sent, body)))).toEqual({ code: 'INVALID_SIGNATURE' });
    expect(await events()).toEqual(before);
  });

  it('is accepted beside another one, and by either secret, while secrets are changed (attacks T47)', async () => {
    const sent = event();
    const body = JSON.stringify(sent, null, 2);
    const time = now();
    const signature = `t=${time},v1=${v1(body, time, 'whsec_gone')},v1=${v1(body, time)}`;
    expect(await receive(sent, { signature })).toEqual({ received: true });
    expect(await receive(event(), { secret: OTHER_SECRET })).toEqual({ received: true });
  });
});

describe('a webhook', () => {
  it('alone marks the order paid, when the browser died (attacks T50)', async () => {
    const { order, clientSecret, id } = await ready();
    await world.pay(clientSecret);
    await world.sandbox.deliverDue();
    expect(await world.order(order)).toMatchObject({ state: 'paid', transactionId: id });
  });

  it('after the browser’s word changes nothing, and before it neither (attacks T51)', async () => {
    const first = await ready();
    await world.pay(first.clientSecret);
    await world.payments.confirm(world.alice, first.order, { transactionId: first.id });
    const { paidAt } = await world.order(first.order);
    await world.sandbox.deliverDue();
    expect(await world.order(first.order)).toMatchObject({ state: 'paid', paidAt });
    expect(await ledger(first.order)).toHaveLength(1);

    const second = await ready();
    await world.pay(second.clientSecret);
    await world.sandbox.deliverDue();
    expect(await world.payments.confirm(world.alice, second.order, { transactionId: second.id })).toEqual({
      modifiedCount: 0,
    });
  });

  it('ten times at once acts once (attacks T48)', async () => {
    const { order, clientSecret, id } = await ready();
    await world.pay(clientSecret);
    const intent = await world.stripe.paymentIntents.retrieve(id);
    const event = eventOf('payment_intent.succeeded', intent);
    const answers = await Promise.all(Array.from({ length: 10 }, () => receive(event)));
    expect(answers.filter(({ received }) => received)).toHaveLength(10);
    expect(await ledger(order)).toHaveLength(1);
  });

  it('that comes late does not undo what came before it (attacks T51)', async () => {
    const { order, clientSecret, id } = await ready();
    const early = await world.stripe.paymentIntents.retrieve(id);
    await world.pay(clientSecret);
    await world.sandbox.deliverDue();
    await receive(eventOf('payment_intent.payment_failed', early));
    await receive(eventOf('payment_intent.canceled', { ...early, status: 'canceled' }));
    expect(await world.order(order)).toMatchObject({ state: 'paid' });
    const [row] = await world.database.raw<{ status: string }>('select status from payment_intents where id = $1', [
      id,
    ]);
    expect(row?.status).toBe('succeeded');
  });

  it('about things the shop does not know is answered and forgotten', async () => {
    const about = { id: `pi_${newId()}`, object: 'payment_intent', amount: 5, currency: 'usd', status: 'succeeded' };
    expect(await receive(eventOf('payment_intent.succeeded', { ...about, metadata: {} }))).toEqual({ received: true });
    expect(await receive(eventOf('invoice.paid', { id: 'in_1' }))).toEqual({ received: true });
  });
});

describe('a webhook of a refund', () => {
  const TOTAL = 4 * PRICE;
  async function paid() {
    const { order, clientSecret, id } = await ready();
    await world.pay(clientSecret);
    await world.sandbox.deliverDue();
    return { order, id };
  }
  const charge = (intent: string, cents: number) =>
    eventOf('charge.refunded', { id: 'ch_1', object: 'charge', payment_intent: intent, amount_refunded: cents });
  const refund = (intent: string, cents: number, status = 'succeeded', id = `re_${newId()}`) => ({
    id,
    object: 'refund',
    payment_intent: intent,
    amount: cents,
    status,
    metadata: {},
  });
  const refunded = async (order: string) => (await world.order(order)).refundedCents;

  it('in full, made at the provider, shows once on the order, and the stock stays (attacks T56)', async () => {
    const { order, id } = await paid();
    const stock = await world.stockLeft();
    await world.stripe.refunds.create({ payment_intent: id });
    await world.sandbox.deliverDue();
    expect(await world.order(order)).toMatchObject({ state: 'paid', refundedCents: TOTAL });
    expect((await ledger(order)).filter(({ kind }) => kind === 'refund')).toEqual([
      { kind: 'refund', amount_cents: -TOTAL },
    ]);
    expect(await world.stockLeft()).toBe(stock);
  });

  it('in parts adds up, and the same news twice counts once (attacks T56)', async () => {
    const { order, id } = await paid();
    await receive(charge(id, 500));
    await receive(charge(id, 500));
    expect(await refunded(order)).toBe(500);
    const part = refund(id, 500);
    await receive(eventOf('refund.created', part));
    await receive(eventOf('refund.updated', part));
    expect(await refunded(order)).toBe(500);
    await receive(eventOf('refund.created', refund(id, 700)));
    await receive(charge(id, 1200));
    expect(await refunded(order)).toBe(1200);
  });

  it('for more than was paid shows no more than was paid (attacks T56)', async () => {
    const { order, id } = await paid();
    await receive(charge(id, TOTAL * 3));
    await receive(eventOf('refund.created', refund(id, TOTAL * 3)));
    expect(await refunded(order)).toBe(TOTAL);
  });

  it('that failed afterwards is taken back', async () => {
    const { order, id } = await paid();
    const part = refund(id, 500, 'pending');
    await receive(eventOf('refund.created', part));
    expect(await refunded(order)).toBe(500);
    await receive(eventOf('refund.failed', { ...part, status: 'failed' }));
    await receive(eventOf('refund.updated', part));
    expect(await refunded(order)).toBe(0);
    expect((await ledger(order)).reduce((sum, { amount_cents: cents }) => sum + cents, 0)).toBe(TOTAL);
  });

  it('that comes before the news of the payment is shown once the order is paid', async () => {
    const { order, clientSecret, id } = await ready();
    await world.pay(clientSecret);
    await receive(charge(id, 300));
    expect(await world.order(order)).toMatchObject({ state: 'unpaid', refundedCents: 0 });
    await world.sandbox.deliverDue();
    expect(await world.order(order)).toMatchObject({ state: 'paid', refundedCents: 300 });
  });
});

it('the ledger is only added to', async () => {
  for (const statement of ['update ledger set amount_cents = 1', 'delete from ledger', 'truncate ledger cascade']) {
    await expect(world.database.raw(statement)).rejects.toThrow('the ledger is only added to');
  }
});
