import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { owing, today } from '#server/money/account/account-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { payWithCard } from './paying-for-tests.ts';
import { ordersAgainstLedger } from './reconcile.ts';
import { wrongInAccounts } from './wrong-in-accounts.ts';

let shop: TestShop;
let ada: string;
let bob: string;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = (await shop.person('Ada', 'admin')).token;
  bob = (await shop.person('Bob')).token;
});
afterAll(() => shop.close());

const place = async (dollars: number) => {
  const tool = await shop.tool({ price: 1, availableQuantity: 10_000 });
  const body = { name: 'Bob', address: '1 Dock Road', phone: '5', toolId: tool._id, quantity: dollars };
  return (await (await shop.call('POST', '/order', { as: bob, body })).json()) as Order;
};
const record = (order: Order, amount: number | undefined, reference: string, as = ada) =>
  shop.call('POST', `/order/${order._id}/payment`, {
    as,
    body: { date: today(), reference, ...(amount === undefined ? {} : { amount }) },
  });
const giveBack = (order: Order, amount: number, headers = {}) =>
  shop.call('POST', `/order/${order._id}/payment/give-back`, {
    as: ada,
    body: { amount, date: today(), reference: 'Back' },
    headers,
  });
const undo = (order: Order) =>
  shop.call('POST', `/order/${order._id}/payment/undo`, { as: ada, body: { reason: 'Wrong' } });
const read = async ({ _id }: Order) => (await (await shop.call('GET', `/order/${_id}`, { as: ada })).json()) as Order;
const facts = async (answer: Response) => {
  const { code, refundable } = (await answer.json()) as { code?: string; refundable?: number };
  return [answer.status, code, refundable];
};
const differences = async () => {
  const { raw } = shop.parts.database;
  return [...(await wrongInAccounts(raw)), ...(await ordersAgainstLedger(raw, String)).map(({ what }) => what)];
};

it('a part leaves the order unpaid, held anew, with the rest to pay; the rest completes it, and money goes back by one payment', async () => {
  const order = await place(100);
  const before = new Date(order.holdUntil!).getTime();
  const part = await record(order, 40, 'SEPA 1');
  expect([part.status, await part.json()]).toMatchObject([
    201,
    { state: 'unpaid', paid: false, received: 40, payments: [{ amount: 40, method: 'transfer', reference: 'SEPA 1' }] },
  ]);
  expect(new Date((await read(order)).holdUntil!).getTime()).toBeGreaterThan(before);
  const ways = await (await shop.call('GET', `/order/${order._id}/payment`, { as: bob })).json();
  expect(ways).toMatchObject({ amount: 60, received: 40 });
  const card = await shop.call('POST', '/create-payment-intent', { as: bob, body: { order: order._id } });
  expect((await facts(card))[1]).toBe('PAID_IN_PART');
  // What is left, where nobody says how much came.
  const rest = (await (await record(order, undefined, 'SEPA 2')).json()) as Order;
  expect(rest).toMatchObject({ state: 'paid', paidBy: 'transfer', payments: [{ amount: 40 }, { amount: 60 }] });
  expect(rest).not.toHaveProperty('received');
  const refund = await shop.call('POST', `/order/${order._id}/refund`, { as: ada, body: { all: true } });
  expect([refund.status, await refund.json()]).toMatchObject([201, { amount: 100, state: 'sent' }]);
  expect(await read(order)).toMatchObject({ state: 'refunded', refunded: 100 });
  expect(await differences()).toEqual([]);
});

it('what came too much is overpaid until it is given back, once for its key and never more', async () => {
  const order = await place(50);
  expect(await (await record(order, 70, 'SEPA 3')).json()).toMatchObject({ state: 'paid', overpaid: 20 });
  expect(await facts(await giveBack(order, 20.01))).toEqual([422, 'REFUND_TOO_LARGE', 20]);
  const key = { 'idempotency-key': 'back-5' };
  const first = await giveBack(order, 5, key);
  expect([first.status, await first.json()]).toMatchObject([201, { overpaid: 15 }]);
  expect(await (await giveBack(order, 5, key)).json()).toMatchObject({ overpaid: 15 });
  expect((await facts(await giveBack(order, 6, key)))[1]).toBe('IDEMPOTENCY_MISMATCH');
  expect(await (await giveBack(order, 15)).json()).not.toHaveProperty('overpaid');
  expect(await facts(await giveBack(order, 0.01))).toEqual([422, 'REFUND_TOO_LARGE', 0]);
  expect((await facts(await undo(order)))[1]).toBe('ORDER_REFUNDED');
  const seen = await (await shop.call('GET', `/order/${order._id}/event`, { as: bob })).json();
  expect((seen as { kind: string }[]).map(({ kind }) => kind)).toEqual(['given-back', 'given-back']);
  const refund = await shop.call('POST', `/order/${order._id}/refund`, { as: ada, body: { all: true } });
  expect(await refund.json()).toMatchObject({ amount: 50 });
  expect(await differences()).toEqual([]);
});

it('a part that was recorded wrongly is taken back, and one of an order that is gone can be given back', async () => {
  const order = await place(30);
  await record(order, 10, 'SEPA 4');
  await record(order, 5, 'SEPA 5');
  expect(await (await undo(order)).json()).toMatchObject({ state: 'unpaid', received: 10 });
  await shop.call('DELETE', `/order/${order._id}`, { as: bob });
  expect(await read(order)).toMatchObject({ state: 'cancelled', overpaid: 10 });
  expect((await giveBack(order, 10)).status).toBe(201);
  expect(await read(order)).not.toHaveProperty('overpaid');
  expect(await differences()).toEqual([]);
});

it('of a company, what waits for its rest settles nothing else, and what came too much is credit until it goes back', async () => {
  const owed = await owing(shop, 'Inparts', { termsDays: 30 });
  const prepaid = await owed.order(100);
  await record(prepaid, 60, 'SEPA 6');
  const open = await owed.order(40, { pay: 'account' });
  await shop.call('POST', `/company/${owed.company._id}/credit`, { as: ada });
  expect(await owed.read(open)).toMatchObject({ paid: false });
  await record(prepaid, 40, 'SEPA 7');
  expect(await owed.read(prepaid)).toMatchObject({ state: 'paid', payments: [{ amount: 60 }, { amount: 40 }] });
  await record(open, 15, 'SEPA 8');
  expect(await owed.read(open)).toMatchObject({ state: 'open', received: 15 });
  await record(open, 45, 'SEPA 9');
  expect(await owed.read(open)).toMatchObject({ state: 'paid', overpaid: 20 });
  expect(await owed.account()).toMatchObject({ open: 0, credit: 20 });
  expect((await giveBack(open, 20)).status).toBe(201);
  expect(await owed.account()).toMatchObject({ open: 0, credit: 0 });
  expect(await owed.read(open)).not.toHaveProperty('overpaid');
  expect(await differences()).toEqual([]);
});

it('what comes for an order that is paid is too much, told to its buyer, given back or undone, and the order stays paid', async () => {
  const order = await place(100);
  await record(order, 100, 'SEPA 10');
  // Not said how much, or the same again: not meant to be two.
  expect((await facts(await record(order, undefined, 'SEPA 11')))[1]).toBe('ORDER_PAID');
  expect((await facts(await record(order, 100, 'SEPA 10')))[1]).toBe('ORDER_PAID');
  const again = await record(order, 100, 'SEPA 11');
  expect([again.status, await again.json()]).toMatchObject([
    201,
    { state: 'paid', paidBy: 'transfer', overpaid: 100, payments: [{ amount: 100 }, { amount: 100 }] },
  ]);
  await shop.atRest();
  const letters = (await shop.lettersTo('bob@people.test')).map(({ text }) => text);
  expect(letters.some((text) => text.includes('which was paid before. We will return it to you.'))).toBe(true);
  expect(await (await undo(order)).json()).toMatchObject({ state: 'paid', payments: [{}, { reversed: true }] });
  expect(await read(order)).not.toHaveProperty('overpaid');
  // The first of them is undone while the other pays.
  await record(order, 100, 'SEPA 12');
  expect(await (await giveBack(order, 30)).json()).toMatchObject({ state: 'paid', overpaid: 70 });
  expect(await (await giveBack(order, 70)).json()).not.toHaveProperty('overpaid');
  const refund = await shop.call('POST', `/order/${order._id}/refund`, { as: ada, body: { all: true } });
  expect(await refund.json()).toMatchObject({ amount: 100 });
  expect(await read(order)).not.toHaveProperty('overpaid');
  expect(await differences()).toEqual([]);
});

it('a transfer for an order that a card paid goes back by transfer, and the card keeps what it paid', async () => {
  const order = await place(20);
  await payWithCard(shop, bob, order._id);
  expect((await facts(await record(order, undefined, 'SEPA 13')))[1]).toBe('ORDER_PAID');
  expect(await (await record(order, 20, 'SEPA 13')).json()).toMatchObject({
    state: 'paid',
    paidBy: 'card',
    overpaid: 20,
    payments: [{ method: 'card' }, { method: 'transfer', reference: 'SEPA 13' }],
  });
  expect(await (await undo(order)).json()).toMatchObject({ state: 'paid', paidBy: 'card' });
  await record(order, 20, 'SEPA 14');
  expect(await (await giveBack(order, 20)).json()).not.toHaveProperty('overpaid');
  const refund = await shop.call('POST', `/order/${order._id}/refund`, { as: ada, body: { amount: 5 } });
  expect(await refund.json()).toMatchObject({ amount: 5 });
  await shop.atRest();
  expect(await differences()).toEqual([]);
});

it('of a company, what comes for a paid order is its credit, which other invoices use', async () => {
  const owed = await owing(shop, 'Twice', { termsDays: 30 });
  const order = await owed.order(60, { pay: 'account' });
  await owed.pay(60, { reference: order.invoiceNumber });
  expect(await (await record(order, 25, 'SEPA 15')).json()).toMatchObject({ state: 'paid', overpaid: 25 });
  expect(await owed.account()).toMatchObject({ open: 0, credit: 25 });
  const next = await owed.order(40, { pay: 'account' });
  await shop.call('POST', `/company/${owed.company._id}/credit`, { as: ada });
  expect(await owed.account()).toMatchObject({ open: 15, credit: 0 });
  // It was another company's: the next invoice is owed again, this order stays paid.
  expect(await (await undo(order)).json()).toMatchObject({ state: 'paid' });
  expect(await owed.account()).toMatchObject({ open: 40, credit: 0 });
  expect(await owed.read(next)).toMatchObject({ state: 'open' });
  expect(await differences()).toEqual([]);
});
