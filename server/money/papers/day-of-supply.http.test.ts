import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { type Owing, owing, today } from '#server/money/account/account-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { printedWords } from './printed-words-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

const invoicePdf = async (owed: Owing, { _id }: Order) => {
  const answer = await shop.call('GET', `/order/${_id}/invoice.pdf`, { as: owed.bea.token });
  return printedWords(new Uint8Array(await answer.arrayBuffer()));
};
const post = async (owed: Owing, path: string, body: object) => {
  const answer = await shop.call('POST', path, { as: owed.bea.token, body });
  if (answer.status !== 201) throw new Error(await answer.text());
};
const suppliedOn = async ({ _id }: Order) =>
  shop.parts.database.raw<{ series: string; on: string | null }>(
    `select series, document -> 'model' ->> 'suppliedOn' as on from invoices where order_id = $1 order by issued_at`,
    [_id],
  );

it('an invoice made before anything left says that delivery follows, for ever; a paper made after it says the day', async () => {
  const owed = await owing(shop, 'Supply', { termsDays: 30 });
  const order = await owed.order(10, { pay: 'account' });
  expect(await invoicePdf(owed, order)).toContain('Delivery follows');
  await post(owed, `/order/${order._id}/shipment`, { carrier: 'Van' });
  await post(owed, `/order/${order._id}/refund`, { amount: 1, reason: 'Bent' });
  expect(await invoicePdf(owed, order)).toContain('Delivery follows');
  expect(await suppliedOn(order)).toEqual([
    { series: 'invoice', on: null },
    { series: 'credit-note', on: today() },
  ]);
});
