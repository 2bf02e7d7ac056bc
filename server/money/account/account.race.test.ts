import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { AccountEntry } from '#contract/money/account.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { payWithCard } from '#server/money/payments/paying-for-tests.ts';
import { openTestShop, persistently, type TestShop } from '#server/shop-for-tests.ts';
import { owing, sumsAgree, today } from './account-for-tests.ts';
import { wrongInAccounts } from '#server/money/payments/wrong-in-accounts.ts';

let shops: TestShop[];
let shop: TestShop;
beforeAll(async () => {
  const url = await freshPostgres();
  shops = [await openTestShop(await openDatabase({ url })), await openTestShop(await openDatabase({ url }))];
  [shop] = shops as [TestShop, TestShop];
});
afterAll(() => Promise.all(shops.map((each) => each.close())));

/** Each under a key of its own: an answer of 503 does not say that nothing was done. */
const persist = (method: string, path: string, as: { token: string }, body: object, index = 0) => {
  const headers = { 'idempotency-key': randomUUID() };
  return persistently(() => shops[index % 2]!.call(method, path, { as: as.token, body, headers }));
};
const codeOf = async (answer: Response) =>
  answer.ok ? String(answer.status) : ((await answer.json()) as { code: string }).code;
const onAccount = { pay: 'account' };

it('a hundred who race for the last 100 get as much as it holds, with what payments and credit notes give back meanwhile', async () => {
  const owed = await owing(shop, 'Race', { termsDays: 30, creditLimit: 200 });
  const old = await owed.order(100, onAccount);
  const placing = Array.from({ length: 100 }, (_, index) =>
    persist('POST', '/order', owed.mia, owed.body(5, onAccount), index),
  );
  const paying = Array.from({ length: 4 }, (_, index) =>
    persist(
      'POST',
      `/company/${owed.company._id}/payment`,
      owed.bea,
      { amount: 10, date: today(), reference: `P${index}` },
      index,
    ),
  );
  const crediting = Array.from({ length: 2 }, (_, index) =>
    persist('POST', `/order/${old._id}/refund`, owed.bea, { amount: 10, reason: `Bent ${index}` }, index),
  );
  const codes = await Promise.all((await Promise.all(placing)).map(codeOf));
  const given = await Promise.all([...paying, ...crediting]);
  expect(given.map(({ status }) => status)).toEqual(given.map(() => 201));
  const placed = codes.filter((code) => code === '201').length;
  expect(new Set(codes)).toEqual(new Set(['201', 'CREDIT_LIMIT']));
  // 100 were left, and 60 came back at some moment.
  expect(placed).toBeGreaterThanOrEqual(20);
  expect(placed).toBeLessThanOrEqual(32);
  const { open, available } = await owed.account();
  expect(open).toBe(100 + placed * 5 - 60);
  expect(available).toBe(200 - open);
  expect(await wrongInAccounts(shop.parts.database.raw)).toEqual([]);
  expect(await sumsAgree(owed)).toBe(true);
});

it('a payment that ten take back at once is taken back once, and a card that pays meanwhile is not lost', async () => {
  const owed = await owing(shop, 'Both', { termsDays: 30 });
  const orders: Order[] = [];
  for (let count = 0; count < 5; count++) orders.push(await owed.order(20, onAccount));
  const { _id } = (await (await owed.pay(100)).json()) as AccountEntry;
  const reverse = Array.from({ length: 10 }, (_, index) =>
    persist('POST', `/company/${owed.company._id}/payment/${_id}/reverse`, owed.bea, { reason: 'Wrong' }, index),
  );
  const codes = await Promise.all((await Promise.all(reverse)).map(codeOf));
  expect(codes.toSorted()).toEqual(['200', ...Array.from({ length: 9 }, () => 'ALREADY_REVERSED')]);
  await Promise.all([
    ...orders.slice(0, 3).map(({ _id: order }) => payWithCard(shop, owed.mia.token, order).catch(() => {})),
    ...[30, 40, 30].map((amount, index) =>
      persist(
        'POST',
        `/company/${owed.company._id}/payment`,
        owed.bea,
        { amount, date: today(), reference: `R${index}` },
        index,
      ),
    ),
  ]);
  await shop.atRest();
  expect(await wrongInAccounts(shop.parts.database.raw)).toEqual([]);
  expect(await owed.account()).toMatchObject({ open: 0 });
  expect(await sumsAgree(owed)).toBe(true);
});
