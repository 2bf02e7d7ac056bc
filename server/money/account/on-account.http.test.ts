import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayPlus } from '#contract/days.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { EInvoice } from '#server/buying/order-tables/e-invoice.ts';
import type { Figures } from '#contract/money/figures.ts';
import type { Settings } from '#contract/office/settings.ts';
import { decide, setMember } from '#server/buying/approvals/approvals-for-tests.ts';
import { activate, join, type Person } from '#server/buying/companies/company-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { payWithCard } from '#server/money/payments/paying-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { age, type Owing, owing, sumsAgree, today } from './account-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

const TERMS = { termsDays: 30, creditLimit: 1000 };
const onAccount = { pay: 'account' };
const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];
const place = (owed: Owing, dollars: number, more: object = {}, headers: Record<string, string> = {}) =>
  shop.call('POST', '/order', { as: owed.mia.token, body: owed.body(dollars, { ...onAccount, ...more }), headers });
const buyerWith = (limits: object, { company, mia: manager }: Owing, person: Person) =>
  join(shop, { company, manager, person, role: 'buyer', limits });
const setSettings = async (owed: Owing, change: Partial<Settings>) => {
  const now = (await (await shop.call('GET', '/settings', { as: owed.bea.token })).json()) as Settings;
  const answer = await shop.call('PUT', '/settings', { as: owed.bea.token, body: { ...now, ...change } });
  expect(answer.status).toBe(200);
};
describe('an order on account', () => {
  it('is open, with its invoice and the day by which it is due, holds no stock for a time, and is to be packed', async () => {
    const owed = await owing(shop, 'Packed', TERMS);
    const answer = await place(owed, 100);
    expect(answer.status).toBe(201);
    const order = (await answer.json()) as Order;
    expect(order).toMatchObject({
      state: 'open',
      onAccount: true,
      paid: false,
      dueAt: dayPlus(today(), 30),
      invoiceNumber: expect.stringMatching(/^\d{4}-\d{6}$/),
    });
    expect(order).not.toHaveProperty('holdUntil');
    expect(order.leaves).not.toBeNull();
    expect(await owed.read(order)).toEqual(order);
    expect(await owed.entries()).toEqual([
      expect.objectContaining({
        kind: 'invoice',
        amount: 100,
        document: order.invoiceNumber,
        due: order.dueAt,
        open: 100,
      }),
    ]);
    expect(await owed.account()).toMatchObject({ open: 100, overdue: 0, available: 900 });
    const toShip = await shop.call('GET', '/orders?fulfilment=open&sort=promise', { as: owed.bea.token });
    expect(((await toShip.json()) as Order[]).map(({ _id }) => _id)).toContain(order._id);
    const sheet = await (await shop.call('GET', '/export/invoices?format=csv', { as: owed.bea.token })).text();
    expect(sheet).toMatch(new RegExp(`${order.invoiceNumber},invoice,.*,${order.dueAt},`));
    const [issued] = await shop.parts.database.raw<{ model: EInvoice }>(
      `select document -> 'model' as model from invoices where number = '${order.invoiceNumber}'`,
    );
    expect(issued?.model).toMatchObject({
      dueOn: order.dueAt,
      dueCents: 10_000,
      paidCents: 0,
      payment: { how: 'transfer', reference: order.invoiceNumber, terms: expect.stringContaining('To be paid by') },
    });
    const shipped = await shop.call('POST', `/order/${order._id}/shipment`, {
      as: owed.bea.token,
      body: { carrier: 'DHL' },
    });
    expect(shipped.status).toBe(201);
    expect((await shop.call('GET', `/order/${order._id}/invoice.pdf`, { as: owed.mia.token })).status).toBe(200);
  });

  it('is neither deleted nor cancelled, and its buyer is told by when it is due', async () => {
    const owed = await owing(shop, 'Kept', TERMS);
    const order = await owed.order(100, onAccount);
    expect(await codeOf(await shop.call('DELETE', `/order/${order._id}`, { as: owed.mia.token }))).toEqual([
      409,
      'ORDER_OPEN',
    ]);
    expect(await codeOf(await shop.call('POST', `/order/${order._id}/cancel`, { as: owed.bea.token }))).toEqual([
      409,
      'ORDER_OPEN',
    ]);
    await shop.atRest();
    const [letter] = await shop.parts.database.raw<{ text: string }>(
      `select text from mails where subject = 'We have received your order ${order.number}'`,
    );
    expect(letter?.text).toContain(`invoice ${order.invoiceNumber}, due`);
  });

  it('is paid by card at any time, by a transfer for it, or by a payment of its company', async () => {
    const owed = await owing(shop, 'Paid', TERMS);
    const [card, transfer, company] = [
      await owed.order(10, onAccount),
      await owed.order(20, onAccount),
      await owed.order(30, onAccount),
    ];
    await payWithCard(shop, owed.mia.token, card._id);
    expect(await owed.read(card)).toMatchObject({ state: 'paid', paidBy: 'card', invoiceNumber: card.invoiceNumber });
    const body = { date: today(), reference: 'T' };
    expect((await shop.call('POST', `/order/${transfer._id}/payment`, { as: owed.bea.token, body })).status).toBe(201);
    expect(await owed.read(transfer)).toMatchObject({ state: 'paid', paidBy: 'transfer' });
    await owed.pay(30);
    expect(await owed.read(company)).toMatchObject({ state: 'paid', paidBy: 'account' });
    expect(await owed.account()).toMatchObject({ open: 0, credit: 0, available: 1000 });
    expect(await sumsAgree(owed)).toBe(true);
  });

  it('is the same when it is sent again with its key', async () => {
    const owed = await owing(shop, 'Again', TERMS);
    const key = { 'idempotency-key': 'account-1' };
    const first = (await (await place(owed, 100, {}, key)).json()) as Order;
    expect(await (await place(owed, 100, {}, key)).json()).toEqual(first);
    expect(await owed.account()).toMatchObject({ open: 100 });
  });

  it('counts for no limit of unpaid orders', async () => {
    const owed = await owing(shop, 'Many', TERMS);
    for (let count = 0; count < 20; count++) await owed.order(1);
    expect((await place(owed, 1)).status).toBe(201);
    expect(await codeOf(await shop.call('POST', '/order', { as: owed.mia.token, body: owed.body(1) }))).toEqual([
      429,
      'TOO_MANY_OPEN_ORDERS',
    ]);
  });
});

describe('what a company may owe', () => {
  it('is nothing without terms, and nobody owes without a company', async () => {
    const owed = await owing(shop, 'Terms', { creditLimit: 1000 });
    expect(await codeOf(await place(owed, 1))).toEqual([409, 'NO_TERMS']);
    expect(await codeOf(await place(owed, 1, { companyId: undefined }))).toEqual([409, 'NO_TERMS']);
    expect(await owed.entries()).toEqual([]);
  });

  it('is up to its limit, to the cent: open invoices and waiting orders on account count, prepaid orders do not', async () => {
    const owed = await owing(shop, 'Limit', TERMS);
    await owed.order(600, onAccount);
    await owed.order(5000);
    const refused = await place(owed, 401);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'CREDIT_LIMIT', limit: 1000, open: 600, available: 400 });
    const bob = await shop.person('BobLimit');
    await buyerWith({ orderLimit: 100 }, owed, bob);
    const waiting = await shop.call('POST', '/order', { as: bob.token, body: owed.body(300, onAccount) });
    expect(await waiting.json()).toMatchObject({ state: 'waiting', onAccount: true, dueAt: null });
    expect(await (await place(owed, 101)).json()).toMatchObject({ code: 'CREDIT_LIMIT', open: 600, available: 100 });
    expect((await place(owed, 100)).status).toBe(201);
    expect(await owed.account()).toMatchObject({ open: 700, available: 0 });
  });

  it('comes back with what is paid and credited', async () => {
    const owed = await owing(shop, 'Back', { termsDays: 0, creditLimit: 100 });
    const order = await owed.order(100, onAccount);
    expect(order.dueAt).toBe(today());
    expect(await codeOf(await place(owed, 1))).toEqual([409, 'CREDIT_LIMIT']);
    await owed.pay(30);
    expect((await place(owed, 30)).status).toBe(201);
    const body = { amount: 20, reason: 'Bent' };
    expect((await shop.call('POST', `/order/${order._id}/refund`, { as: owed.bea.token, body })).status).toBe(201);
    expect((await place(owed, 20)).status).toBe(201);
    expect(await codeOf(await place(owed, 1))).toEqual([409, 'CREDIT_LIMIT']);
  });

  it('is nothing once something is overdue by more days than the owner allows; what is paid first goes on', async () => {
    const owed = await owing(shop, 'Late', { termsDays: 10, creditLimit: null });
    await setSettings(owed, { overdueDays: 5 });
    await owed.order(50, onAccount);
    await age(shop, owed, 15);
    expect((await place(owed, 1)).status).toBe(201);
    expect(await owed.account()).toMatchObject({ open: 51, overdue: 50, ageing: { current: 1, to30: 50 } });
    await age(shop, owed, 1);
    expect(await codeOf(await place(owed, 1))).toEqual([409, 'ACCOUNT_OVERDUE']);
    expect((await owed.order(1)).state).toBe('unpaid');
    await owed.pay(50);
    expect((await place(owed, 1)).status).toBe(201);
  });

  it('is nothing for a company on hold, which pays what it owes all the same', async () => {
    const owed = await owing(shop, 'Hold', TERMS);
    const order = await owed.order(50, onAccount);
    const now = await (await shop.call('GET', `/company/${owed.company._id}`, { as: owed.bea.token })).json();
    await activate(shop, owed.bea, now as typeof owed.company, { ...TERMS, status: 'on-hold' });
    expect(await codeOf(await place(owed, 1))).toEqual([409, 'COMPANY_ON_HOLD']);
    await payWithCard(shop, owed.mia.token, order._id);
    expect(await owed.read(order)).toMatchObject({ state: 'paid' });
  });

  it('is judged again when an order that waited is approved: beyond the limit it stays waiting', async () => {
    const owed = await owing(shop, 'Approve', { termsDays: 14, creditLimit: 1000 });
    const bob = await shop.person('BobApprove');
    await buyerWith({ orderLimit: 100 }, owed, bob);
    const ask = async (dollars: number) => {
      const answer = await shop.call('POST', '/order', { as: bob.token, body: owed.body(dollars, onAccount) });
      return (await answer.json()) as Order;
    };
    const first = await ask(400);
    const approved = await decide(shop, first, owed.mia, 'approve');
    expect(await approved.json()).toMatchObject({
      state: 'open',
      dueAt: dayPlus(today(), 14),
      invoiceNumber: expect.any(String),
    });
    const second = await ask(500);
    const company = (await (
      await shop.call('GET', `/company/${owed.company._id}`, { as: owed.bea.token })
    ).json()) as typeof owed.company;
    await activate(shop, owed.bea, company, { termsDays: 14, creditLimit: 800 });
    expect(await codeOf(await decide(shop, second, owed.mia, 'approve'))).toEqual([409, 'CREDIT_LIMIT']);
    expect(await owed.read(second)).toMatchObject({ state: 'waiting', approval: { state: 'waiting' } });
    await owed.pay(400);
    expect(await (await decide(shop, second, owed.mia, 'approve')).json()).toMatchObject({ state: 'open' });
    await setMember(shop, { company: owed.company, manager: owed.mia, approver: owed.mia, buyer: bob }, bob, {
      role: 'buyer',
      orderLimit: null,
      monthLimit: null,
    });
    expect(await sumsAgree(owed)).toBe(true);
  });

  it('that waited is not owed while its company is on hold: it stays waiting until the company is active again', async () => {
    const owed = await owing(shop, 'HoldWaits', TERMS);
    const bob = await shop.person('BobHoldWaits');
    await buyerWith({ orderLimit: 0 }, owed, bob);
    const asked = await shop.call('POST', '/order', { as: bob.token, body: owed.body(50, onAccount) });
    const order = (await asked.json()) as Order;
    const stand = async (status: 'active' | 'on-hold') => {
      const now = await (await shop.call('GET', `/company/${owed.company._id}`, { as: owed.bea.token })).json();
      await activate(shop, owed.bea, now as typeof owed.company, { ...TERMS, status });
    };
    await stand('on-hold');
    expect(await codeOf(await decide(shop, order, owed.mia, 'approve'))).toEqual([409, 'COMPANY_ON_HOLD']);
    expect(await owed.read(order)).toMatchObject({ state: 'waiting', approval: { state: 'waiting' } });
    await stand('active');
    expect(await (await decide(shop, order, owed.mia, 'approve')).json()).toMatchObject({ state: 'open' });
  });

  it('is overruled by those of the staff who agree on terms, with a reason that is kept', async () => {
    const owed = await owing(shop, 'Overruled', { termsDays: 30, creditLimit: 10 });
    const sal = await shop.person('SalOverruled', 'sales');
    const order = (as: { token: string }, more: object) =>
      shop.call('POST', '/order', {
        as: as.token,
        body: owed.body(100, { ...onAccount, customer: owed.mia.email, ...more }),
      });
    expect(await codeOf(await order(owed.bea, {}))).toEqual([409, 'CREDIT_LIMIT']);
    expect(await codeOf(await order(sal, { creditReason: 'Asked for' }))).toEqual([403, 'FORBIDDEN']);
    const placed = (await (await order(owed.bea, { creditReason: 'They pay on Friday' })).json()) as Order;
    expect(placed).toMatchObject({ state: 'open', onAccount: true });
    const [entry] = await shop.parts.database.raw<{ why: string }>(
      `select details ->> 'creditReason' as why from audit_log where subject = '${placed._id}' and action = 'order.placed'`,
    );
    expect(entry?.why).toBe('They pay on Friday');
  });
});

it('those who order for a company are told what is left and by when it is due, before they fill a basket', async () => {
  const owed = await owing(shop, 'Told', TERMS);
  await owed.order(300, onAccount);
  const credit = async (as = owed.mia.token) =>
    (await (await shop.call('GET', `/company/${owed.company._id}/credit`, { as })).json()) as object;
  expect(await credit()).toEqual({
    termsDays: 30,
    dueAt: dayPlus(today(), 30),
    invoicing: 'order',
    limit: 1000,
    toInvoice: 0,
    available: 700,
    refusal: null,
  });
  expect(await credit(owed.ann.token)).toMatchObject({ code: 'FORBIDDEN' });
  await setSettings(owed, { overdueDays: 5 });
  await age(shop, owed, 40);
  expect(await credit()).toMatchObject({ refusal: 'ACCOUNT_OVERDUE' });
});

it('the figures say how many orders are owed, and how many of them are overdue', async () => {
  const owed = await owing(shop, 'Figured', TERMS);
  const figures = async () =>
    ((await (await shop.call('GET', '/figures', { as: owed.bea.token })).json()) as Figures).owed;
  const before = await figures();
  await owed.order(10, onAccount);
  const paid = await owed.order(20, onAccount);
  expect(await figures()).toEqual({ orders: before.orders + 2, overdue: before.overdue });
  await age(shop, owed, 40);
  expect(await figures()).toEqual({ orders: before.orders + 2, overdue: before.overdue + 2 });
  await owed.pay(20, { allocate: [{ invoiceNumber: paid.invoiceNumber, amount: 20 }] });
  expect(await figures()).toEqual({ orders: before.orders + 1, overdue: before.overdue + 1 });
});

it('the companies that owe are listed by age, what is due longest first, page by page', async () => {
  const [late, later] = [await owing(shop, 'Late1', TERMS), await owing(shop, 'Late2', TERMS)];
  await late.order(700, onAccount);
  await later.order(900, onAccount);
  await age(shop, late, 70);
  await age(shop, later, 130);
  const list = async (query = '', as = late.bea.token) => shop.call('GET', `/accounts${query}`, { as });
  const first = await list('?limit=1');
  expect(await first.json()).toMatchObject([
    { _id: later.company._id, name: 'Late2', open: 900, overdue: 900, ageing: { over90: 900, current: 0 } },
  ]);
  const next = /cursor=([\w-]+)/.exec(first.headers.get('link') ?? '')?.[1];
  expect(await (await list(`?limit=1&cursor=${next}`)).json()).toMatchObject([
    { _id: late.company._id, overdue: 700, ageing: { to60: 700 } },
  ]);
  expect((await list('', late.mia.token)).status).toBe(403);
  expect((await list('?cursor=WyJ4IiwieSJd')).status).toBe(400);
});

it('who paid a part, who owes since a transfer was undone, and who has only a fee left are among those that owe; who was credited in full is not', async () => {
  const [part, undone, fee, credited] = [
    await owing(shop, 'Parts', TERMS),
    await owing(shop, 'Undone', TERMS),
    await owing(shop, 'Feeonly', TERMS),
    await owing(shop, 'Given', TERMS),
  ];
  await part.order(500, onAccount);
  await part.pay(499.99);
  const { _id } = await undone.order(300);
  await shop.call('POST', `/order/${_id}/payment`, { as: undone.bea.token, body: { date: today(), reference: 'A' } });
  await shop.call('POST', `/order/${_id}/payment/undo`, { as: undone.bea.token, body: { reason: 'Wrong one' } });
  await shop.parts.database.raw(
    `insert into ledger (id, company_id, kind, method, amount_cents, reference, document, due_on)
     values ('fee-1', $1, 'fee', 'none', -250, 'fee-1', 'Reminder', current_date)`,
    [fee.company._id],
  );
  const given = await credited.order(200, onAccount);
  const all = { all: true, reason: 'Came bent' };
  await shop.call('POST', `/order/${given._id}/refund`, { as: credited.bea.token, body: all });
  const listed = (await (await shop.call('GET', '/accounts?limit=100', { as: part.bea.token })).json()) as {
    _id: string;
    open: number;
  }[];
  const of = ({ company }: typeof part) => listed.find((each) => each._id === company._id)?.open;
  expect([of(part), of(undone), of(fee), of(credited)]).toEqual([0.01, 300, 2.5, undefined]);
});
