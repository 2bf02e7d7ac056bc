import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { AccountEntry } from '#contract/money/account.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { wrongInAccounts } from '#server/money/payments/wrong-in-accounts.ts';
import { projectRoot } from '#server/project-root.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { random } from '../../../prove/random.ts';
import { type Owing, owing, sumsAgree, today } from './account-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

const onAccount = { pay: 'account' };
const post = (owed: Owing, path: string, body: object, as = owed.bea) =>
  shop.call('POST', path, { as: as.token, body });
const giveUp = (owed: Owing, { invoiceNumber }: Order, amount: number) =>
  post(owed, `/company/${owed.company._id}/write-off`, { invoiceNumber, amount, reason: 'Bankrupt' });
const refund = (owed: Owing, { _id }: Order, body: object) =>
  post(owed, `/order/${_id}/refund`, { reason: 'Bent', ...body });
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];
const wrong = () => wrongInAccounts(shop.parts.database.raw);

it('what was given up is no money: the order is not paid, asks for nothing, and its refund is no credit', async () => {
  const owed = await owing(shop, 'Givenup', { termsDays: 30 });
  const order = await owed.order(268, onAccount);
  expect((await giveUp(owed, order, 268)).status).toBe(201);
  expect(await owed.account()).toMatchObject({ open: 0, credit: 0 });
  const given = await owed.read(order);
  expect(given).toMatchObject({ state: 'open', paid: false, writtenOff: 268 });
  for (const field of ['paidAt', 'paidBy', 'transactionId']) expect(given).not.toHaveProperty(field);
  const get = (path: string) => shop.call('GET', `/order/${order._id}/${path}`, { as: owed.mia.token });
  expect(await codeOf(await get('receipt.pdf'))).toEqual([409, 'ORDER_NOT_PAID']);
  expect(await codeOf(await get('payment'))).toEqual([409, 'ORDER_REFUNDED']);
  const asked = await post(owed, `/order/${order._id}/refund-request`, { reason: 'Bent' }, owed.mia);
  expect(await codeOf(asked)).toEqual([409, 'ORDER_NOT_PAID']);
  const late = (await (await shop.call('GET', '/accounts', { as: owed.bea.token })).json()) as { _id: string }[];
  expect(late.map(({ _id }) => _id)).not.toContain(owed.company._id);

  expect((await refund(owed, order, { all: true })).status).toBe(201);
  expect(await owed.account()).toMatchObject({ open: 0, credit: 0 });
  expect(await owed.read(order)).toMatchObject({ state: 'refunded', paid: false, refunded: 268 });
  expect((await owed.entries()).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['invoice', 'write-off', 'reversal', 'credit-note']),
  );
  expect([await sumsAgree(owed), await wrong()]).toEqual([true, []]);
});

it('what 1.0.0 called paid though it was given up is owed and paid by nobody after an upgrade, and what was paid stays so', async () => {
  const owed = await owing(shop, 'Oldgiven', { termsDays: 30 });
  const given = await owed.order(268, onAccount);
  await giveUp(owed, given, 268);
  const partly = await owed.order(100, onAccount);
  await owed.pay(40);
  await giveUp(owed, partly, 60);
  const { raw } = shop.parts.database;
  await raw(
    `update orders set state = 'paid', paid_at = '2026-03-29 23:30:00.123+00', paid_by = 'account', transaction_id = 'account_' || id
     where id = $1`,
    [given._id],
  );
  expect(await wrong()).not.toEqual([]);
  await raw('delete from news');
  await raw(readFileSync(join(projectRoot, 'migrations/0202-written-off-is-not-paid.sql'), 'utf8'));
  expect(await owed.read(given)).toMatchObject({ state: 'open', paid: false, writtenOff: 268 });
  expect(await owed.read(partly)).toMatchObject({ state: 'paid', paid: true, writtenOff: 60 });
  expect(await raw('select kind, subject, facts from news')).toEqual([
    { kind: 'order.payment-undone', subject: given._id, facts: { paidAt: '2026-03-29T23:30:00.123Z' } },
  ]);
  expect([await sumsAgree(owed), await wrong()]).toEqual([true, []]);
});

it('a credit note takes back what was given up first, and only what came is credit', async () => {
  const owed = await owing(shop, 'Partgiven', { termsDays: 30 });
  const order = await owed.order(268, onAccount);
  await owed.pay(100);
  await giveUp(owed, order, 168);
  expect(await owed.read(order)).toMatchObject({ paid: true, writtenOff: 168 });
  expect((await refund(owed, order, { amount: 50 })).status).toBe(201);
  expect(await owed.account()).toMatchObject({ open: 0, credit: 0 });
  expect(await owed.read(order)).toMatchObject({ writtenOff: 118 });
  await refund(owed, order, { all: true });
  expect(await owed.account()).toMatchObject({ open: 0, credit: 100 });
  expect([await sumsAgree(owed), await wrong()]).toEqual([true, []]);
});

it('what is left of a transfer for the order beside what was given up goes back, and no more', async () => {
  const owed = await owing(shop, 'Cardgiven', { termsDays: 30 });
  const order = await owed.order(80, onAccount);
  await giveUp(owed, order, 30);
  const paid = await post(owed, `/order/${order._id}/payment`, { date: today(), reference: 'SEPA 7' });
  expect(paid.status).toBe(201);
  expect((await refund(owed, order, { all: true })).status).toBe(201);
  expect(await owed.account()).toMatchObject({ open: 0, credit: 50 });
  expect([await sumsAgree(owed), await wrong()]).toEqual([true, []]);
});

it('no act of any kind, in any order, makes more credit than came', async () => {
  const owed = await owing(shop, 'Anyact', { termsDays: 30 });
  const chance = random(45);
  const orders: Order[] = [];
  const path = `/company/${owed.company._id}`;
  const acts: (() => Promise<unknown>)[] = [
    async () => orders.push(await owed.order(10 + chance.below(90), onAccount)),
    async () => orders.push(await owed.order(10 + chance.below(90), onAccount)),
    () => owed.pay(1 + chance.below(120)),
    () => giveUp(owed, chance.pick(orders), 1 + chance.below(60)),
    async () => {
      const { price, refunded = 0, writtenOff = 0 } = await owed.read(chance.pick(orders));
      return giveUp(owed, chance.pick(orders), Math.max(1, price - refunded - writtenOff));
    },
    () => refund(owed, chance.pick(orders), { amount: 1 + chance.below(40) }),
    () => refund(owed, chance.pick(orders), { all: true }),
    () => post(owed, `${path}/credit`, {}),
    () => post(owed, `/order/${chance.pick(orders)._id}/payment`, { date: today(), reference: 'SEPA' }),
    () => post(owed, `/order/${chance.pick(orders)._id}/payment/undo`, { reason: 'Wrong' }),
    // Paid before it leaves: its parts wait for their rest.
    async () => orders.push(await owed.order(10 + chance.below(90))),
    () =>
      post(owed, `/order/${chance.pick(orders)._id}/payment`, {
        date: today(),
        reference: 'SEPA',
        amount: 1 + chance.below(90),
      }),
    async () => {
      const { _id, overpaid = 1 } = await owed.read(chance.pick(orders));
      return post(owed, `/order/${_id}/payment/give-back`, { date: today(), reference: 'Back', amount: overpaid });
    },
    async () => {
      const entries = (await owed.entries()).filter(
        ({ kind, isReversed }: AccountEntry) => (kind === 'payment' || kind === 'write-off') && !isReversed,
      );
      if (entries.length === 0) return null;
      return post(owed, `${path}/payment/${chance.pick(entries)._id}/reverse`, { reason: 'Wrong' });
    },
  ];
  for (let turn = 0; turn < 120; turn++) {
    const answer = await (orders.length === 0 ? acts[0]! : chance.pick(acts))();
    const status = answer instanceof Response ? answer.status : 0;
    expect([status < 500, await wrong()]).toEqual([true, []]);
  }
  expect(await sumsAgree(owed)).toBe(true);
});
