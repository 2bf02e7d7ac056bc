import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountEntry } from '#contract/money/account.ts';
import type { Order } from '#contract/buying/orders.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { wrongInAccounts } from '#server/money/payments/wrong-in-accounts.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { owing, sumsAgree } from './account-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

it('an order that is owed again since a credit note went back to its own is settled by the rest of its own credit note', async () => {
  const owed = await owing(shop, 'CreditedTwice', { termsDays: 30 });
  const post = (path: string, body?: object) => shop.call('POST', path, { as: owed.bea.token, body });
  const creditAll = ({ _id }: Order) => post(`/order/${_id}/refund`, { all: true });
  const first = await owed.order(100, { pay: 'account' });
  const payment = (await (await owed.pay(100)).json()) as AccountEntry;
  expect((await creditAll(first)).status).toBe(201);
  const second = await owed.order(80, { pay: 'account' });
  expect((await post(`/company/${owed.company._id}/credit`)).status).toBe(200);
  expect((await creditAll(second)).status).toBe(201);
  expect(await owed.account()).toMatchObject({ open: 0, credit: 100 });
  expect((await post(`/company/${owed.company._id}/payment/${payment._id}/reverse`, { reason: 'Wrong' })).status).toBe(
    200,
  );
  expect(await owed.account()).toMatchObject({ open: 0, credit: 0 });
  for (const order of [first, second]) expect(await owed.read(order)).toMatchObject({ state: 'refunded' });
  expect(await sumsAgree(owed)).toBe(true);
  expect(await wrongInAccounts(shop.parts.database.raw)).toEqual([]);
});
