import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderEvent } from '#contract/buying/order-events.ts';
import type { Order } from '#contract/buying/orders.ts';
import { writtenDay } from '#contract/days.ts';
import { type Owing, owing, today } from '#server/money/account/account-for-tests.ts';
import { printedWords } from '#server/money/papers/printed-words-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { payWithCard } from './paying-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

const transfer = (reference: string, amount: number, reversed = false) => ({
  at: expect.any(String) as string,
  day: today(),
  amount,
  method: 'transfer',
  reference,
  reversed,
});
const call = async (owed: Owing, method: string, path: string, body?: object) => {
  const answer = await shop.call(method, path, { as: owed.bea.token, ...(body ? { body } : {}) });
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
};
const receiptOf = async (owed: Owing, { _id }: Order) =>
  printedWords(new Uint8Array(await (await call(owed, 'GET', `/order/${_id}/receipt.pdf`)).arrayBuffer()));
/** The row of an order's export or of its invoice's, by column. */
const exported = async (owed: Owing, what: 'orders' | 'invoices', { number }: Order) => {
  const text = await (await call(owed, 'GET', `/export/${what}?from=${today()}&to=${today()}`)).text();
  const [head = [], ...rows] = text.split('\r\n').map((row) => row.split(','));
  const row = rows.find((cells) => cells.includes(number)) ?? [];
  return Object.fromEntries(head.map((name, index) => [name.replace('\uFEFF', ''), row[index]]));
};

it('an order on account that a transfer settled says so everywhere, with the day and the reference of the bank', async () => {
  const owed = await owing(shop, 'Bytransfer', { termsDays: 30 });
  const order = await owed.order(708, { pay: 'account' });
  await owed.pay(708, { reference: 'SEPA 4711' });
  expect(await owed.read(order)).toMatchObject({ paidBy: 'account', payments: [transfer('SEPA 4711', 708)] });
  const receipt = await receiptOf(owed, order);
  expect(receipt).toContain(`by bank transfer of ${writtenDay(today())}, reference SEPA 4711`);
  expect(receipt).not.toContain('card');
  for (const what of ['orders', 'invoices'] as const)
    expect(await exported(owed, what, order)).toMatchObject({
      method: 'transfer',
      bankDay: today(),
      bankReference: 'SEPA 4711',
    });
});

it('what stood as credit before it settled an order is credit, and a payment that was taken back stays to be seen', async () => {
  const owed = await owing(shop, 'Bycredit', { termsDays: 30 });
  await owed.pay(50, { reference: 'SEPA 1' });
  const order = await owed.order(50, { pay: 'account' });
  await call(owed, 'POST', `/company/${owed.company._id}/credit`);
  expect((await owed.read(order)).payments).toMatchObject([{ method: 'credit', amount: 50, reference: 'SEPA 1' }]);
  expect(await receiptOf(owed, order)).toContain('by credit of the account, SEPA 1');
  const [payment] = (await owed.entries()).filter(({ kind }) => kind === 'payment');
  await call(owed, 'POST', `/company/${owed.company._id}/payment/${payment?._id}/reverse`, { reason: 'Of another' });
  expect((await owed.read(order)).payments).toMatchObject([{ amount: 50, reversed: true }]);
});

it('an order that was paid and undone again shows each step, to its buyer too', async () => {
  const owed = await owing(shop, 'Steps');
  const order = await owed.order(30);
  const record = (reference: string) => call(owed, 'POST', `/order/${order._id}/payment`, { date: today(), reference });
  const first = (await (await record('SEPA 1')).json()) as Order;
  expect(first.payments).toEqual([transfer('SEPA 1', 30)]);
  await call(owed, 'POST', `/order/${order._id}/payment/undo`, { reason: 'Of another' });
  await record('SEPA 2');
  expect((await owed.read(order)).payments).toEqual([transfer('SEPA 1', 30, true), transfer('SEPA 2', 30)]);
  const seen = async (token: string) => {
    const answer = await shop.call('GET', `/order/${order._id}/event`, { as: token });
    return ((await answer.json()) as OrderEvent[]).map(({ kind }) => kind);
  };
  expect(await seen(owed.bea.token)).toEqual(['paid', 'payment-undone', 'paid']);
  expect(await seen(owed.mia.token)).toEqual(['payment-undone']);
});

it('a card is called a card, with its own id', async () => {
  const owed = await owing(shop, 'Bycard');
  const order = await owed.order(40);
  const intent = await payWithCard(shop, owed.mia.token, order._id);
  expect((await owed.read(order)).payments).toMatchObject([{ method: 'card', reference: intent, reversed: false }]);
});
