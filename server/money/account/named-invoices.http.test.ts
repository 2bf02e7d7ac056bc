import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { owing } from './account-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

const onAccount = { pay: 'account' };

it('a reference that names invoices settles these alone, and what is more than they take stays as credit', async () => {
  const owed = await owing(shop, 'Names', { termsDays: 30 });
  const [first, second, third] = [
    await owed.order(40, onAccount),
    await owed.order(50, onAccount),
    await owed.order(60, onAccount),
  ];
  expect((await owed.pay(50, { reference: `Invoice ${second.invoiceNumber}` })).status).toBe(201);
  expect(await owed.read(second)).toMatchObject({ paid: true });
  // The same again: it names what is paid, and settles nothing else.
  expect((await owed.pay(50, { reference: `Invoice ${second.invoiceNumber}` })).status).toBe(201);
  expect([await owed.read(first), await owed.read(third)]).toMatchObject([{ paid: false }, { paid: false }]);
  expect(await owed.account()).toMatchObject({ open: 100, credit: 50 });
  await owed.pay(70, { reference: `RG ${third.invoiceNumber?.replace('-', ' / ')}` });
  expect(await owed.account()).toMatchObject({ open: 40, credit: 60 });
  await owed.pay(10, { reference: 'SEPA' });
  expect(await owed.account()).toMatchObject({ open: 30, credit: 60 });
});

it('a reference that names the invoice of another company, or none that there is, settles nothing', async () => {
  const [owed, other] = [await owing(shop, 'Mine', { termsDays: 30 }), await owing(shop, 'Another', { termsDays: 30 })];
  await owed.order(40, onAccount);
  const { invoiceNumber } = await other.order(40, onAccount);
  await owed.pay(40, { reference: `${invoiceNumber}` });
  await owed.pay(1, { reference: '2026-999999' });
  expect(await owed.account()).toMatchObject({ open: 40, credit: 41 });
  expect(await other.account()).toMatchObject({ open: 40, credit: 0 });
});
