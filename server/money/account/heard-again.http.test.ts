import { afterAll, beforeAll, expect, it } from 'vitest';
import { decide } from '#server/buying/approvals/approvals-for-tests.ts';
import { join } from '#server/buying/companies/company-for-tests.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import type { PaymentParts } from '#server/money/payments/payment-parts.ts';
import type { ProviderRefund } from '#server/money/payments/provider.ts';
import { recordRefund } from '#server/money/payments/record-refund.ts';
import { settleIntent } from '#server/money/payments/settle-intent.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Owing } from './account-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { payWithCard } from '#server/money/payments/paying-for-tests.ts';
import { ordersAgainstLedger } from '#server/money/payments/reconcile.ts';
import { wrongInAccounts } from '#server/money/payments/wrong-in-accounts.ts';
import { owing, today } from './account-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

const post = (path: string, as: string, body?: object) => shop.call('POST', path, { as, ...(body ? { body } : {}) });
const transfer = (owed: Owing, { _id }: Order, amount: number, reference: string) =>
  post(`/order/${_id}/payment`, owed.bea.token, { date: today(), amount, reference });
const undo = (owed: Owing, { _id }: Order) => post(`/order/${_id}/payment/undo`, owed.bea.token, { reason: 'Wrong' });
const differences = async () => {
  const { raw } = shop.parts.database;
  return [...(await wrongInAccounts(raw)), ...(await ordersAgainstLedger(raw, String)).map(({ what }) => what)];
};
const sums = (owed: Owing) => owed.account().then(({ open, credit }) => ({ open, credit }));

it('news of a card payment that is heard again after others settled the order gives nothing back', async () => {
  const owed = await owing(shop, 'Heardagain', { termsDays: 30 });
  const order = await owed.order(100, { pay: 'account' });
  await owed.pay(40, { reference: 'first' });
  const intent = await payWithCard(shop, owed.mia.token, order._id);
  expect(await owed.read(order)).toMatchObject({ state: 'paid', paidBy: 'card' });
  const entry = (await owed.entries()).find((each) => each.document === 'first');
  expect(
    (await post(`/company/${owed.company._id}/payment/${entry!._id}/reverse`, owed.bea.token, { reason: 'Wrong' }))
      .status,
  ).toBe(200);
  await owed.pay(40, { reference: 'second' });
  expect(await owed.read(order)).toMatchObject({ state: 'paid', paidBy: 'account' });
  const told = await shop.call('PATCH', `/order/${order._id}`, {
    as: owed.mia.token,
    body: { order: order._id, transactionId: intent },
  });
  await shop.atRest();
  const refunds = await shop.parts.database.raw('select reason, state, amount_cents from refunds where order_id = $1', [
    order._id,
  ]);
  expect(told.status).toBe(200);
  expect(refunds).toEqual([]);
  expect(await owed.read(order)).toMatchObject({ state: 'paid' });
  expect(await sums(owed)).toEqual({ open: 0, credit: 0 });
  expect(await differences()).toEqual([]);
});

it('what a transfer had left and settled elsewhere is owed there again once the transfer is taken back', async () => {
  const owed = await owing(shop, 'Spentelsewhere', { termsDays: 30 });
  const first = await owed.order(100, { pay: 'account' });
  const second = await owed.order(50, { pay: 'account' });
  expect((await transfer(owed, first, 150, 'T')).status).toBe(201);
  expect((await post(`/company/${owed.company._id}/credit`, owed.bea.token)).status).toBe(200);
  expect(await owed.read(second)).toMatchObject({ state: 'paid', paidBy: 'account' });
  expect((await undo(owed, first)).status).toBe(200);
  expect(await owed.read(first)).toMatchObject({ state: 'open' });
  expect(await owed.read(second)).toMatchObject({ state: 'open' });
  expect(await sums(owed)).toEqual({ open: 150, credit: 0 });
  expect(await differences()).toEqual([]);
});

it('a refund heard of before its payment is shown on an order that its company owed', async () => {
  const owed = await owing(shop, 'Heardearlier', { termsDays: 30 });
  const order = await owed.order(100, { pay: 'account' });
  const asked = await post('/create-payment-intent', owed.mia.token, { order: order._id });
  const { clientSecret } = (await asked.json()) as { clientSecret: string };
  const id = clientSecret.split('_secret_')[0]!;
  const parts = { ...shop.parts, wake: () => {} } as unknown as PaymentParts;
  const refund = { id: 're_early', refundId: null, paymentIntentId: id, status: 'succeeded', amountCents: 3000 };
  await transaction(shop.parts.database, (tx) => recordRefund(tx, parts, refund as ProviderRefund));
  const intent = {
    id,
    status: 'succeeded',
    orderId: order._id,
    amountCents: 10000,
    receivedCents: 10000,
    currency: 'usd',
    clientSecret,
  };
  const outcome = await transaction(shop.parts.database, (tx) => settleIntent(tx, parts, intent as never));
  expect(outcome).toBe('paid');
  const notes = await shop.parts.database.raw(
    `select total_cents::int as cents from invoices where order_id = $1 and series = 'credit-note'`,
    [order._id],
  );
  expect(notes).toEqual([{ cents: 3000 }]);
  expect(await owed.read(order)).toMatchObject({ state: 'paid', refunded: 30 });
  expect(await sums(owed)).toEqual({ open: 0, credit: 0 });
  expect(await differences()).toEqual([]);
});

it('the buyer of an order on account that waited is told that it was approved', async () => {
  const owed = await owing(shop, 'Toldapproved', { termsDays: 30 });
  const buyer = await shop.person('Bobtold');
  await join(shop, {
    company: owed.company,
    manager: owed.mia,
    person: buyer,
    role: 'buyer',
    limits: { orderLimit: 10 },
  });
  const placed = await shop.call('POST', '/order', { as: buyer.token, body: owed.body(50, { pay: 'account' }) });
  const order = (await placed.json()) as Order;
  expect(order).toMatchObject({ state: 'waiting' });
  expect((await decide(shop, order, owed.mia, 'approve')).status).toBe(200);
  await shop.atRest();
  const letters = await shop.lettersTo(buyer.email);
  expect(letters.map(({ subject }) => subject).filter((s) => s.includes('approved'))).toHaveLength(1);
});

it('a refund that failed and is made again leaves a company no credit that it did not pay for', async () => {
  const owed = await owing(shop, 'Failedonce', { termsDays: 30 });
  const order = await owed.order(100);
  const intent = await payWithCard(shop, owed.mia.token, order._id);
  const refund = () => post(`/order/${order._id}/refund`, owed.bea.token, { amount: 30, reason: 'Bent' });
  expect((await refund()).status).toBe(201);
  const sent = () =>
    shop.parts.database.raw<{ id: string; provider: string | null; state: string }>(
      `select id, provider_refund_id as provider, state from refunds where order_id = $1 order by created_at`,
      [order._id],
    );
  await expect.poll(async () => (await sent()).at(-1)?.state).toBe('sent');
  const [row] = await sent();
  expect(await sums(owed)).toEqual({ open: 0, credit: 0 });
  const parts = { ...shop.parts, wake: () => {} } as unknown as PaymentParts;
  const failed = { id: row!.provider, refundId: row!.id, paymentIntentId: intent, status: 'failed', amountCents: 3000 };
  await transaction(shop.parts.database, (tx) => recordRefund(tx, parts, failed as ProviderRefund));
  expect((await refund()).status).toBe(201);
  await expect.poll(async () => (await sent()).at(-1)?.state).toBe('sent');
  expect(await sums(owed)).toEqual({ open: 0, credit: 0 });
  expect(await differences()).toEqual([]);
});
