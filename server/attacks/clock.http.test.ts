import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { DEMO_PASSWORD } from '#server/shop/seed/seed.ts';
import { openPayments, eventOf, type PaymentWorld, refusalOf } from '#server/money/payments/payments-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

const HOUR = 3_600_000;
/** The process's clock jumps; the database's, like a server's of its own, stays. */
const jump = (ms: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
afterEach(() => vi.useRealTimers());

describe('signed in while the clock of the process jumps', () => {
  let shop: TestShop;
  const email = 'alice@tradebench.test';
  const mine = (token: string) => shop.call('GET', `/order?email=${email}`, { as: token });
  const exchange = async (cookie: string) => {
    const headers = { cookie, origin: 'http://shop.test' };
    const answer = await shop.call('PUT', `/user/${email}`, { headers, body: { email } });
    return { status: answer.status, ...((await answer.json()) as { token: string; code?: string }) };
  };
  const code = async (answer: Response) => ((await answer.json()) as { code: string }).code;

  beforeAll(async () => {
    shop = await openTestShop(await freshDatabase());
  });
  afterAll(() => shop.close());

  it('an hour ahead: the token has expired, the session has not and gives another, nobody is signed out (attacks T104)', async () => {
    const { token, cookie } = await shop.signIn(email);
    jump(HOUR);
    const answer = await mine(token);
    expect([answer.status, await code(answer)]).toEqual([401, 'TOKEN_EXPIRED']);
    const { token: next } = await exchange(cookie);
    expect((await mine(next)).status).toBe(200);
    // Back again: what was made in the future is no worse than any other token.
    vi.useRealTimers();
    expect((await mine(next)).status).toBe(200);
  });

  it('an hour back: tokens go on, new ones too, and those end at once when the clock is right again (attacks T104)', async () => {
    const { token, cookie } = await shop.signIn(email);
    jump(-HOUR);
    expect((await mine(token)).status).toBe(200);
    const { token: early } = await exchange(cookie);
    expect((await mine(early)).status).toBe(200);
    vi.useRealTimers();
    const answer = await mine(early);
    expect([answer.status, await code(answer)]).toEqual([401, 'TOKEN_EXPIRED']);
    expect((await mine(token)).status).toBe(200);
  });

  it.each([HOUR, -HOUR])(
    'by %i ms: a session ends by the clock of the database alone (attacks T62, T104)',
    async (ms) => {
      const { token, cookie } = await shop.signIn(email);
      jump(ms);
      expect((await exchange(cookie)).status).toBe(200);
      const headers = { origin: 'http://shop.test' };
      const body = { email, password: DEMO_PASSWORD };
      expect((await shop.call('POST', '/api/auth/sign-in/email', { headers, body })).status).toBe(200);
      await shop.parts.database.raw(
        `update sessions set expires_at = now() - interval '1 second' where user_id = (select id from users where email = $1)`,
        [email],
      );
      expect(await exchange(cookie)).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
      expect((await mine(token)).status).toBe(401);
    },
  );
});

describe('money while the clock of the process jumps', () => {
  let world: PaymentWorld;
  beforeAll(async () => {
    world = await openPayments({ ORDER_HOLD_HOURS: '48' });
  });
  afterAll(() => world.close());

  const paidIntent = async () => {
    const order = await world.placed(world.alice);
    const { clientSecret } = await world.payments.createIntent(world.alice, { order });
    const { id } = await world.pay(clientSecret);
    return { order, event: eventOf('payment_intent.succeeded', await world.stripe.paymentIntents.retrieve(id)) };
  };

  it('an order is held for 48 hours, give or take the jump, and an hour is not one of 48 (attacks T104)', async () => {
    const order = await world.placed(world.alice);
    const after = async (hours: number, jumped: number) => {
      jump(hours * HOUR + jumped);
      await world.payments.runOnce(new Date());
      vi.useRealTimers();
      return (await world.order(order)).state;
    };
    const stock = await world.stockLeft();
    expect([await after(0, HOUR), await after(0, -HOUR), await after(46.5, HOUR)]).toEqual(Array(3).fill('unpaid'));
    expect(await after(48.5, -HOUR)).toBe('unpaid');
    expect(await after(47.5, HOUR)).toBe('expired');
    // The clock that goes back brings no order back, and no stock twice.
    expect(await after(0, 0)).toBe('expired');
    expect(await world.stockLeft()).toBe(stock + 4);
  });

  it('an hour ahead: a webhook looks old and is refused, and the sweep finds its payment all the same (attacks T104)', async () => {
    const { order, event } = await paidIntent();
    const sent = world.signed(event);
    jump(HOUR);
    expect(await refusalOf(world.payments.receiveEvent(sent))).toEqual({ code: 'INVALID_SIGNATURE' });
    expect((await world.order(order)).state).toBe('unpaid');
    await world.payments.runOnce(new Date());
    expect((await world.order(order)).state).toBe('paid');
    // The provider sends it again once the clock is right: nothing is paid twice.
    vi.useRealTimers();
    expect(await world.payments.receiveEvent(world.signed(event))).toEqual({ received: true });
    const rows = await world.database.raw<{ kind: string }>('select kind from ledger where order_id = $1', [order]);
    expect(rows).toHaveLength(1);
  });

  it('an hour back: a webhook from what looks like the future counts, once (attacks T104)', async () => {
    const { order, event } = await paidIntent();
    const [first, second] = [world.signed(event), world.signed(event)];
    jump(-HOUR);
    await world.payments.receiveEvent(first);
    await world.payments.receiveEvent(second);
    expect((await world.order(order)).state).toBe('paid');
    const rows = await world.database.raw<{ kind: string }>('select kind from ledger where order_id = $1', [order]);
    expect(rows).toHaveLength(1);
  });
});
