import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Refund } from '#contract/money/refunds.ts';
import { may, ROLES } from '#contract/policy.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { type Owing, owing, sumsAgree } from '#server/money/account/account-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { payWithCard } from './paying-for-tests.ts';
import { createPayments } from './stripe-payments.ts';
import { wrongInAccounts } from './wrong-in-accounts.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;

let shop: TestShop;
let alice: Person;
let bea: Person;
let sal: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  [alice, bea, sal] = [
    await shop.person('Alice'),
    await shop.person('Bea', 'bookkeeper'),
    await shop.person('Sal', 'sales'),
  ];
});
afterAll(() => shop.close());

const today = new Date().toISOString().slice(0, 10);
const placed = async () => shop.order(alice.token, await shop.tool(), 3);
const post = (order: Order, path: string, body: object, as = bea.token) =>
  shop.call('POST', `/order/${order._id}/${path}`, { as, body });
const pay = (order: Order, reference = 'SEPA 4711') => post(order, 'payment', { date: today, reference });
const undo = (order: Order, as = bea.token) => post(order, 'payment/undo', { reason: 'It was for another order' }, as);
const read = async ({ _id }: Order, as = alice.token) =>
  (await (await shop.call('GET', `/order/${_id}`, { as })).json()) as Order;
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];
const rows = <Row extends object>(sql: string, ...values: unknown[]) => shop.parts.database.raw<Row>(sql, values);
async function open(): Promise<Order> {
  const order = await placed();
  await pay(order);
  expect((await undo(order)).status).toBe(200);
  return read(order);
}

it('an order whose payment is undone is open and keeps its invoice; the books balance and the buyer is told', async () => {
  const order = await placed();
  const paid = (await (await pay(order)).json()) as Order;
  const answer = await undo(order);
  expect(answer.status).toBe(200);
  const opened = (await answer.json()) as Order;
  expect(opened).toMatchObject({ state: 'open', paid: false, invoiceNumber: paid.invoiceNumber });
  for (const gone of ['paidAt', 'paidBy', 'transfer', 'transactionId']) expect(opened).not.toHaveProperty(gone);
  expect(await rows('select sum(amount_cents)::int as kept from ledger where order_id = $1', order._id)).toEqual([
    { kept: 0 },
  ]);
  const paper = (name: string) => shop.call('GET', `/order/${order._id}/${name}.pdf`, { as: alice.token });
  expect((await paper('invoice')).status).toBe(200);
  expect(await codeOf(await paper('receipt'))).toEqual([409, 'ORDER_NOT_PAID']);
  expect(await codeOf(await paper('pro-forma'))).toEqual([409, 'ORDER_OPEN']);
  const [letter] = await rows<{ text: string }>(
    `select text from mails where subject = $1`,
    `Order ${order.number} is not paid yet`,
  );
  expect(letter?.text).toContain('our mistake');
  expect(
    await rows(
      `select details->>'reason' as why from audit_log where action = 'order.payment-undone' and subject = $1`,
      order._id,
    ),
  ).toEqual([{ why: 'It was for another order' }]);
  const found = await shop.call('GET', `/orders?state=open&q=${order.number}`, { as: sal.token });
  expect(((await found.json()) as Order[]).map(({ _id }) => _id)).toEqual([order._id]);
});

it('a later payment settles the same invoice, by transfer or by card', async () => {
  for (const again of [
    (order: Order) => pay(order, 'SEPA 2'),
    (order: Order) => payWithCard(shop, alice.token, order._id),
  ]) {
    const order = await open();
    await again(order);
    expect(await read(order)).toMatchObject({ state: 'paid', invoiceNumber: order.invoiceNumber });
    const issued = `select count(*)::int as papers from invoices where order_id = $1`;
    expect(await rows(issued, order._id)).toEqual([{ papers: 1 }]);
  }
});

it('nobody deletes or cancels what is owed, and it does not expire', async () => {
  const order = await open();
  expect(await codeOf(await shop.call('DELETE', `/order/${order._id}`, { as: alice.token }))).toEqual([
    409,
    'ORDER_OPEN',
  ]);
  expect(await codeOf(await post(order, 'cancel', {}, sal.token))).toEqual([409, 'ORDER_OPEN']);
  await rows(`update orders set hold_until = now() - interval '1 day' where id = $1`, order._id);
  await createPayments(shop.parts).runOnce(new Date());
  expect((await read(order)).state).toBe('open');
  await expect(rows(`update orders set state = 'expired', closed_at = now() where id = $1`, order._id)).rejects.toThrow(
    'a closed order stays as it is',
  );
});

it('is refused for what is not paid, was paid by card, or was given back, and for who does not count money', async () => {
  const order = await placed();
  expect(await codeOf(await undo(order))).toEqual([409, 'ORDER_NOT_PAID']);
  await payWithCard(shop, alice.token, order._id);
  expect(await codeOf(await undo(order))).toEqual([409, 'NOT_A_TRANSFER']);
  const given = await placed();
  await pay(given);
  await post(given, 'refund', { amount: 1, reason: 'Dented' }, sal.token);
  expect(await codeOf(await undo(given))).toEqual([409, 'ORDER_REFUNDED']);
  expect((await undo({ ...order, _id: 'none' })).status).toBe(404);
  expect((await post(order, 'payment/undo', { reason: '' })).status).toBe(400);
  for (const role of ROLES) {
    const { token } = await shop.person(`Undo${role}`, role === 'customer' ? 'user' : role);
    const paid = await placed();
    await pay(paid);
    expect([role, (await undo(paid, token)).status]).toEqual([role, may(role, 'orders.record-payment') ? 200 : 403]);
  }
});

it('a refund of an open order is a credit note at once, off what is owed, and the rest is what is paid', async () => {
  const order = await open();
  const credit = (await (await post(order, 'refund', { amount: 12, reason: 'Dented' }, sal.token)).json()) as Refund;
  expect(credit).toMatchObject({ state: 'sent', creditNote: expect.stringMatching(/^CN-/) });
  const ways = await shop.call('GET', `/order/${order._id}/payment`, { as: alice.token });
  expect(await ways.json()).toMatchObject({ amount: 18 });
  const [letter] = await rows<{ text: string }>(
    'select text from mails where subject = $1',
    `$12.00 less to pay for your order ${order.number}`,
  );
  expect(letter?.text).not.toContain('to where it came from');
  await pay(order, 'SEPA 3');
  expect(await read(order)).toMatchObject({ state: 'paid', refunded: 12 });
  const kept = `select sum(amount_cents)::int as cents from ledger where order_id = $1`;
  expect(await rows(kept, order._id)).toEqual([{ cents: 1800 }]);
  const over = await post(order, 'refund', { amount: 18.01, reason: 'Dented' }, sal.token);
  expect(await codeOf(over)).toEqual([422, 'REFUND_TOO_LARGE']);
  expect((await post(order, 'refund', { all: true, reason: 'Dented' }, sal.token)).status).toBe(201);
  expect(await read(order)).toMatchObject({ state: 'refunded', refunded: 30, paid: true });
});

it('a card payment begun before a credit is of what is still owed afterwards', async () => {
  const order = await open();
  const begin = () => shop.call('POST', '/create-payment-intent', { as: alice.token, body: { order: order._id } });
  expect((await begin()).status).toBe(200);
  await post(order, 'refund', { amount: 12, reason: 'Dented' }, sal.token);
  await payWithCard(shop, alice.token, order._id);
  expect(await read(order)).toMatchObject({ state: 'paid', refunded: 12 });
  expect(await rows(`select sum(amount_cents)::int as cents from ledger where order_id = $1`, order._id)).toEqual([
    { cents: 1800 },
  ]);
});

it('what is credited in full is ended: nothing is owed, nothing is to ship and nothing can be paid', async () => {
  const order = await open();
  expect((await post(order, 'refund', { all: true, reason: 'Never sent' }, sal.token)).status).toBe(201);
  expect(await read(order)).toMatchObject({ state: 'refunded', refunded: 30, paid: false, lines: [{ left: 0 }] });
  expect(await codeOf(await pay(order))).toEqual([409, 'ORDER_REFUNDED']);
  expect(await codeOf(await shop.call('GET', `/order/${order._id}/payment`, { as: alice.token }))).toEqual([
    409,
    'ORDER_REFUNDED',
  ]);
});

it('an open order takes no place among the unpaid ones of its buyer, and the day’s figures forget its payment', async () => {
  const count = `select count(*)::int from orders where user_id = $1 and state in ('unpaid', 'waiting')`;
  const order = await placed();
  const paidOn = `select paid::int, cents::int from sales_days where day = $1::date`;
  const unpaid = await rows(count, alice.userId);
  await shop.atRest();
  const before = await rows(paidOn, today);
  await pay(order);
  const [less] = await rows<{ count: number }>(count, alice.userId);
  await undo(order);
  expect([less]).toEqual(await rows(count, alice.userId));
  expect(unpaid).toEqual([{ count: (less?.count ?? 0) + 1 }]);
  await shop.atRest();
  expect(await rows(paidOn, today)).toEqual(before);
});

/** An order of a company over 100 that 60 of its account and a transfer of 40 paid, and the 60 were taken back. */
async function owedAgain(
  name: string,
): Promise<{ owed: Owing; order: Order; reverse: (document: string) => Promise<Response> }> {
  const owed = await owing(shop, name, { termsDays: 30 });
  const order = await owed.order(100, { pay: 'account' });
  const reverse = async (document: string) => {
    const entry = (await owed.entries()).find((each) => each.kind === 'payment' && each.document === document);
    const path = `/company/${owed.company._id}/payment/${entry?._id}/reverse`;
    return shop.call('POST', path, { as: bea.token, body: { reason: 'It was for another company' } });
  };
  await owed.pay(60, { reference: 'first' });
  expect((await pay(order, 'second')).status).toBe(201);
  expect((await reverse('first')).status).toBe(200);
  expect(await owed.account()).toMatchObject({ open: 60 });
  return { owed, order, reverse };
}

it('a transfer that paid a part is taken back while its order is owed, by the order and by the account', async () => {
  const byOrder = await owedAgain('PartByOrder');
  const undone = await undo(byOrder.order);
  expect([undone.status, ((await undone.json()) as Order).state]).toEqual([200, 'open']);
  expect(await codeOf(await undo(byOrder.order))).toEqual([409, 'ORDER_NOT_PAID']);
  const byAccount = await owedAgain('PartByAccount');
  expect(await (await byAccount.reverse('second')).json()).toMatchObject({ kind: 'reversal', amount: 40 });
  expect(await codeOf(await byAccount.reverse('second'))).toEqual([409, 'ALREADY_REVERSED']);
  for (const { owed } of [byOrder, byAccount]) {
    expect(await owed.account()).toMatchObject({ open: 100, credit: 0 });
    expect(await sumsAgree(owed)).toBe(true);
  }
});

it('a transfer that paid a part is taken back where the account of the company paid the rest', async () => {
  const { owed, order, reverse } = await owedAgain('RestByAccount');
  await owed.pay(60, { reference: 'third' });
  expect(await owed.read(order)).toMatchObject({ state: 'paid', paidBy: 'account' });
  expect((await reverse('second')).status).toBe(200);
  expect(await owed.read(order)).toMatchObject({ state: 'open', paid: false });
  expect(await owed.account()).toMatchObject({ open: 40, credit: 0 });
});

it('what is owed again is paid by a second transfer, and each is taken back by itself', async () => {
  const { owed, order, reverse } = await owedAgain('SecondTransfer');
  expect((await pay(order, 'third')).status).toBe(201);
  const line = async () => {
    const sheet = await (await shop.call('GET', '/export/invoices', { as: bea.token })).text();
    return sheet.split('\r\n').filter((row) => row.includes(order.invoiceNumber!));
  };
  expect(await line()).toEqual([expect.stringMatching(/,"second, third",transfer,0\.00$/)]);
  expect(await (await reverse('second')).json()).toMatchObject({ kind: 'reversal', amount: 40, document: 'second' });
  expect(await owed.account()).toMatchObject({ open: 40, credit: 0 });
  expect((await undo(order)).status).toBe(200);
  expect(await owed.account()).toMatchObject({ open: 100, credit: 0 });
  expect(await wrongInAccounts(shop.parts.database.raw)).toEqual([]);
});
