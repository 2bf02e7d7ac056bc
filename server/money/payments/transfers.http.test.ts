import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Refund } from '#contract/money/refunds.ts';
import { may, ROLES } from '#contract/policy.ts';
import type { Settings } from '#contract/office/settings.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { payWithCard } from './paying-for-tests.ts';

/** A day in UTC, so many after today. */
const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

type Person = Awaited<ReturnType<TestShop['person']>>;

let shop: TestShop;
let alice: Person;
let bob: Person;
let bea: Person;
let sal: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  [alice, bob] = [await shop.person('Alice'), await shop.person('Bob')];
  [bea, sal] = [await shop.person('Bea', 'bookkeeper'), await shop.person('Sal', 'sales')];
});
afterAll(() => shop.close());

const today = new Date().toISOString().slice(0, 10);
const placed = async () => shop.order(alice.token, await shop.tool(), 3);
const recorded = (order: Order, body: object = {}, headers = {}, as = bea.token) =>
  shop.call('POST', `/order/${order._id}/payment`, {
    as,
    body: { date: today, reference: 'SEPA 4711', ...body },
    headers,
  });
const seen = async ({ _id }: Order) =>
  (await (await shop.call('GET', `/order/${_id}`, { as: alice.token })).json()) as Order;
const rows = <Row extends object>(sql: string, ...values: unknown[]) => shop.parts.database.raw<Row>(sql, values);

describe('POST /order/{id}/payment', () => {
  it('pays the order as a card does: number, letter, ledger, audit log', async () => {
    const order = await placed();
    const answer = await recorded(order);
    expect(answer.status).toBe(201);
    expect(await answer.json()).toMatchObject({
      _id: order._id,
      paid: true,
      paidBy: 'transfer',
      transfer: { date: today, reference: 'SEPA 4711' },
      invoiceNumber: expect.stringMatching(/^\d{4}-\d{6}$/),
      transactionId: expect.stringMatching(/^bank_/),
    });
    const { transactionId } = await seen(order);
    expect(
      await rows('select kind, amount_cents::int as cents from ledger where payment_intent_id = $1', transactionId),
    ).toEqual([{ kind: 'charge', cents: 3000 }]);
    const [letter] = await rows<{ text: string }>(`select text from mails where text like $1`, `%SEPA 4711%`);
    expect(letter?.text).toContain('We received $30.00');
    expect(letter?.text).not.toContain(transactionId);
    expect(await rows('select actor_email as who, action from audit_log where subject = $1', order._id)).toEqual([
      { who: bea.email, action: 'order.payment-recorded' },
    ]);
    for (const paper of ['invoice', 'receipt'])
      expect((await shop.call('GET', `/order/${order._id}/${paper}.pdf`, { as: alice.token })).status).toBe(200);
  });

  it('is for those who count money', async () => {
    for (const role of ROLES) {
      const { token } = await shop.person(`Pay${role}`, role === 'customer' ? 'user' : role);
      const { status } = await recorded(await placed(), {}, {}, token);
      expect([role, status]).toEqual([role, may(role, 'orders.record-payment') ? 201 : 403]);
    }
  });

  it('records once for one key, and refuses the key for another and a paid order', async () => {
    const order = await placed();
    const key = { 'idempotency-key': `transfer-${order._id}` };
    const first = await (await recorded(order, {}, key)).json();
    const again = await recorded(order, {}, key);
    expect([again.status, await again.json()]).toEqual([201, first]);
    expect((await recorded(order, { reference: 'other' }, key)).status).toBe(422);
    expect((await recorded(await placed(), {}, key)).status).toBe(422);
    const twice = await recorded(order);
    expect([twice.status, await twice.json()]).toMatchObject([409, { code: 'ORDER_PAID' }]);
  });

  it('refuses an order that a card has paid, one that is gone and one that never was', async () => {
    const order = await placed();
    await payWithCard(shop, alice.token, order._id);
    expect((await recorded(order)).status).toBe(409);
    const gone = await placed();
    await shop.call('DELETE', `/order/${gone._id}`, { as: alice.token });
    expect((await recorded(gone)).status).toBe(404);
    expect((await recorded({ ...gone, _id: 'none' })).status).toBe(404);
  });

  it.each([
    [{ date: '2026-02-30' }, 'date'],
    [{ date: '2999-01-01' }, 'date'],
    [{ date: dayAfter(1) }, 'date'],
    [{ date: dayAfter(-1) }, 'date'],
    [{ reference: '' }, 'reference'],
    [{ amount: 0 }, 'amount'],
    [{ amount: 20_000_000.01 }, 'amount'],
  ])('refuses %j at its field', async (body, path) => {
    const order = await placed();
    const answer = await recorded(order, body);
    expect([answer.status, await answer.json()]).toMatchObject([400, { issues: [{ path }] }]);
    expect((await seen(order)).paid).toBe(false);
  });

  it('calls off the card payment that was begun; money that comes by it all the same goes back', async () => {
    const order = await placed();
    const asked = await shop.call('POST', '/create-payment-intent', { as: alice.token, body: { order: order._id } });
    const id = ((await asked.json()) as { clientSecret: string }).clientSecret.split('_secret_')[0];
    await recorded(order);
    await expect
      .poll(
        async () => (await rows<{ status: string }>('select status from payment_intents where id = $1', id))[0]?.status,
      )
      .toBe('canceled');
  });
});

describe('a refund of a transfer', () => {
  it('is recorded, not sent, with its credit note and letter, and the books agree', async () => {
    const order = await placed();
    await recorded(order);
    const answer = await shop.call('POST', `/order/${order._id}/refund`, {
      as: sal.token,
      body: { amount: 12, reason: 'Dented' },
    });
    const refund = (await answer.json()) as Refund;
    expect(refund).toMatchObject({ amount: 12, state: 'sent', creditNote: expect.stringMatching(/^CN-/) });
    expect(await seen(order)).toMatchObject({ refunded: 12 });
    expect(
      await rows(
        'select kind, amount_cents::int as cents from ledger where order_id = $1 order by created_at',
        order._id,
      ),
    ).toEqual([
      { kind: 'charge', cents: 3000 },
      { kind: 'refund', cents: -1200 },
    ]);
    expect(
      await rows('select 1 as one from mails where subject like $1', `%order ${order.number} refunded`),
    ).toHaveLength(1);
    const rest = await shop.call('POST', `/order/${order._id}/refund`, {
      as: sal.token,
      body: { reason: 'Dented', all: true },
    });
    expect(await rest.json()).toMatchObject({ amount: 18, state: 'sent' });
    expect(await seen(order)).toMatchObject({ refunded: 30, lines: [{ left: 0, refunded: 3 }] });
  });
});

describe('GET /order/{id}/payment', () => {
  it('says where a transfer goes once the settings say it, to the buyer and to staff', async () => {
    const order = await placed();
    const ways = async (as = alice.token) => shop.call('GET', `/order/${order._id}/payment`, { as });
    expect(await (await ways()).json()).toEqual({
      amount: 30,
      reference: order.number,
      holdUntil: order.holdUntil,
      transfer: null,
    });
    const { token } = await shop.person('Root', 'admin');
    const settings = (await (await shop.call('GET', '/settings', { as: token })).json()) as Settings;
    const put = (bankAccount: object | null) =>
      shop.call('PUT', '/settings', {
        as: token,
        body: { ...settings, company: { ...settings.company, bankAccount } },
      });
    const wrong = await put({ holder: 'Tools', account: 'DE03 1203 0000 0000 2020 51' });
    expect([wrong.status, await wrong.json()]).toMatchObject([
      400,
      { issues: [{ path: 'company.bankAccount.account' }] },
    ]);
    expect((await put({ holder: 'Tools', account: 'DE02 1203 0000 0000 2020 51', bic: 'BYLADEM1001' })).status).toBe(
      200,
    );
    expect(await (await ways(bea.token)).json()).toMatchObject({
      transfer: { holder: 'Tools', account: 'DE02120300000000202051', bic: 'BYLADEM1001', bank: '' },
    });
    expect((await ways(bob.token)).status).toBe(404);
    await recorded(order);
    expect((await ways()).status).toBe(409);
  });
});
