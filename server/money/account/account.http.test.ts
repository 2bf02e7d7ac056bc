import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { AccountEntry } from '#contract/money/account.ts';
import { ROLES } from '#contract/policy.ts';
import { join } from '#server/buying/companies/company-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { payWithCard } from '#server/money/payments/paying-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { type Owing, owing, sumsAgree, today } from './account-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code];
const kinds = (entries: AccountEntry[]) => entries.map(({ kind, amount }) => [kind, amount]);
const reverse = (owed: Owing, entry: string, as = owed.bea) =>
  shop.call('POST', `/company/${owed.company._id}/payment/${entry}/reverse`, {
    as: as.token,
    body: { reason: 'Not theirs' },
  });
/** An order whose transfer was recorded wrongly: it is owed. */
async function open(owed: Owing, dollars: number): Promise<Order> {
  const order = await owed.order(dollars);
  const post = (path: string, body: object) =>
    shop.call('POST', `/order/${order._id}/${path}`, { as: owed.bea.token, body });
  expect((await post('payment', { date: today(), reference: 'Wrong' })).status).toBe(201);
  expect((await post('payment/undo', { reason: 'Another shop' })).status).toBe(200);
  return owed.read(order);
}
const refund = async (owed: Owing, order: Order, what: object) => {
  const body = { reason: 'Bent', ...what };
  expect((await shop.call('POST', `/order/${order._id}/refund`, { as: owed.bea.token, body })).status).toBe(201);
};

it('the account of a company that ordered nothing is empty, with what it may owe', async () => {
  const owed = await owing(shop, 'New', { termsDays: 30, creditLimit: 500 });
  const ageing = { current: 0, to30: 0, to60: 0, to90: 0, over90: 0 };
  const nothing = { open: 0, overdue: 0, toInvoice: 0, credit: 0, ageing };
  expect(await owed.account()).toEqual({ limit: 500, available: 500, ...nothing });
  expect(await owed.entries()).toEqual([]);
});

it('a prepaid order is in the account: its invoice, its payment by card, and what went back with its credit note', async () => {
  const owed = await owing(shop, 'Prepaid');
  const order = await owed.order(100);
  const paid = await payWithCard(shop, owed.mia.token, order._id);
  const { invoiceNumber } = await owed.read(order);
  const first = await owed.entries();
  expect(first).toHaveLength(2);
  expect(first).toContainEqual(
    expect.objectContaining({ kind: 'invoice', amount: 100, document: invoiceNumber, open: 0, due: today() }),
  );
  expect(first).toContainEqual(expect.objectContaining({ kind: 'payment', amount: -100, document: `Card ${paid}` }));
  await refund(owed, order, { amount: 30 });
  await shop.atRest();
  expect(kinds(await owed.entries())).toEqual(
    expect.arrayContaining([
      ['credit-note', -30],
      ['payment', 30],
    ]),
  );
  expect((await owed.entries()).find(({ amount }) => amount === 30)?.document).toBe(`Order ${order.number}`);
  expect(await owed.account()).toMatchObject({ open: 0, credit: 0 });
  expect(await sumsAgree(owed)).toBe(true);
});

it('a payment settles what is due first, in parts; the rest of too much is credit, and settled invoices make their orders paid', async () => {
  const owed = await owing(shop, 'Parts');
  const [one, other] = [await open(owed, 100), await open(owed, 50)];
  expect(await owed.account()).toMatchObject({ open: 150, credit: 0, available: null });
  const answer = await owed.pay(120);
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({ kind: 'payment', amount: -120, document: 'SEPA 1', date: today() });
  expect(await owed.read(one)).toMatchObject({ state: 'paid', paid: true, paidBy: 'account' });
  expect(await owed.read(other)).toMatchObject({ state: 'open', paid: false });
  expect(await owed.account()).toMatchObject({ open: 30, credit: 0 });
  await owed.pay(50);
  expect(await owed.read(other)).toMatchObject({ state: 'paid' });
  expect(await owed.account()).toMatchObject({ open: 0, credit: 20 });
  expect(await sumsAgree(owed)).toBe(true);
});

it('a payment settles the invoices that it names, and leaves the others; more than came or is open is refused', async () => {
  const owed = await owing(shop, 'Named');
  const [one, other] = [await open(owed, 100), await open(owed, 50)];
  const to = (order: Order, amount: number) => ({ invoiceNumber: order.invoiceNumber, amount });
  for (const [amount, allocate] of [
    [20, [to(other, 21)]],
    [90, [to(other, 51)]],
    [90, [to(other, 30), to(other, 30)]],
    [90, [to(one, 60), to(other, 40)]],
  ] as const)
    expect(await codeOf(await owed.pay(amount, { allocate }))).toEqual([422, 'ALLOCATION_TOO_LARGE']);
  expect(await codeOf(await owed.pay(5, { allocate: [{ invoiceNumber: '1999-000001', amount: 1 }] }))).toEqual([
    400,
    'VALIDATION_ERROR',
  ]);
  expect((await owed.entries()).filter(({ kind, amount }) => kind === 'payment' && amount === -20)).toEqual([]);
  expect((await owed.pay(90, { allocate: [to(other, 50)] })).status).toBe(201);
  expect(await owed.read(other)).toMatchObject({ state: 'paid' });
  expect(await owed.read(one)).toMatchObject({ state: 'open' });
  expect(await owed.account()).toMatchObject({ open: 100, credit: 40 });
  expect(await sumsAgree(owed)).toBe(true);
});

it('a payment is entered once for its key, and has a day on which the company was here', async () => {
  const owed = await owing(shop, 'Once');
  const key = { 'idempotency-key': 'pay-1' };
  const [first, second] = [await owed.pay(10, {}, key), await owed.pay(10, {}, key)];
  expect(second.status).toBe(201);
  expect(await second.json()).toEqual(await first.json());
  expect(await codeOf(await owed.pay(11, {}, key))).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
  expect(await owed.entries()).toHaveLength(1);
  for (const date of ['2020-01-01', '2999-01-01'])
    expect(await (await owed.pay(1, { date })).json()).toMatchObject({
      code: 'VALIDATION_ERROR',
      issues: [{ path: 'date' }],
    });
  for (const amount of [0, -1, 1.001]) expect((await owed.pay(amount)).status).toBe(400);
});

it('a payment that is taken back is an entry of its own, once, and what it settled is owed again', async () => {
  const owed = await owing(shop, 'Undone');
  const order = await open(owed, 100);
  const { _id } = (await (await owed.pay(100)).json()) as AccountEntry;
  const answer = await reverse(owed, _id);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ kind: 'reversal', amount: 100, reverses: _id, reason: 'Not theirs' });
  expect(await owed.read(order)).toMatchObject({ state: 'open', paid: false });
  expect(await owed.account()).toMatchObject({ open: 100, credit: 0 });
  expect(await codeOf(await reverse(owed, _id))).toEqual([409, 'ALREADY_REVERSED']);
  expect((await owed.entries()).find((entry) => entry._id === _id)).toMatchObject({ amount: -100, isReversed: true });
  expect(await sumsAgree(owed)).toBe(true);
  await owed.pay(100);
  expect(await owed.read(order)).toMatchObject({ state: 'paid' });
});

it('a transfer that was recorded for one order is taken back in the account, too; a card payment is not', async () => {
  const owed = await owing(shop, 'Transfers');
  const order = await owed.order(40);
  const body = { date: today(), reference: 'SEPA 9' };
  await shop.call('POST', `/order/${order._id}/payment`, { as: owed.bea.token, body });
  const payment = (await owed.entries()).find(({ kind }) => kind === 'payment')!;
  expect(payment).toMatchObject({ amount: -40, document: 'SEPA 9' });
  expect(await (await reverse(owed, payment._id)).json()).toMatchObject({ kind: 'reversal', amount: 40 });
  expect(await owed.read(order)).toMatchObject({ state: 'open' });
  expect(await codeOf(await reverse(owed, payment._id))).toEqual([409, 'ALREADY_REVERSED']);
  const byCard = await owed.order(7);
  await payWithCard(shop, owed.mia.token, byCard._id);
  const card = (await owed.entries()).find(({ amount }) => amount === -7)!;
  expect(await codeOf(await reverse(owed, card._id))).toEqual([409, 'NOT_A_TRANSFER']);
  const { invoiceNumber } = await owed.read(byCard);
  for (const id of [invoiceNumber!, '01aaaaaaaaaaaaaaaaaaaaaaaa'])
    expect(await codeOf(await reverse(owed, id))).toEqual([404, 'ENTRY_NOT_FOUND']);
  expect(await sumsAgree(owed)).toBe(true);
});

it('what is left of an invoice can be paid by card, and comes to no more than that', async () => {
  const owed = await owing(shop, 'Card');
  const order = await open(owed, 100);
  await owed.pay(60);
  const ways = await shop.call('GET', `/order/${order._id}/payment`, { as: owed.mia.token });
  expect(await ways.json()).toMatchObject({ amount: 40 });
  await payWithCard(shop, owed.mia.token, order._id);
  expect(await owed.read(order)).toMatchObject({ state: 'paid', paidBy: 'card' });
  expect(await owed.account()).toMatchObject({ open: 0, credit: 0 });
  expect(await sumsAgree(owed)).toBe(true);
});

it('a credit note settles what is open first; what is more becomes credit, also where the payment is taken back later', async () => {
  const owed = await owing(shop, 'Credited');
  const order = await open(owed, 100);
  const { _id } = (await (await owed.pay(40)).json()) as AccountEntry;
  await refund(owed, order, { amount: 60 });
  expect(await owed.read(order)).toMatchObject({ state: 'paid', refunded: 60 });
  expect(await owed.account()).toMatchObject({ open: 0, credit: 0 });
  await refund(owed, order, { all: true });
  expect(await owed.read(order)).toMatchObject({ state: 'refunded' });
  expect(await owed.account()).toMatchObject({ open: 0, credit: 40 });
  await reverse(owed, _id);
  expect(await owed.account()).toMatchObject({ open: 0, credit: 0 });
  expect(await sumsAgree(owed)).toBe(true);
});

it('an order whose payment is taken back has its credit notes for itself again, whatever they settled meanwhile', async () => {
  const owed = await owing(shop, 'Spent', { termsDays: 30 });
  const [whole, part] = [await owed.order(100, { pay: 'account' }), await owed.order(50, { pay: 'account' })];
  const { _id } = (await (await owed.pay(150)).json()) as AccountEntry;
  await refund(owed, whole, { all: true });
  await refund(owed, part, { amount: 20 });
  const later = await owed.order(115, { pay: 'account' });
  await shop.call('POST', `/company/${owed.company._id}/credit`, { as: owed.bea.token });
  expect([(await owed.read(later)).state, await owed.account()]).toMatchObject(['paid', { open: 0, credit: 5 }]);
  expect((await reverse(owed, _id)).status).toBe(200);
  const states = await Promise.all([whole, part, later].map(async (order) => (await owed.read(order)).state));
  expect(states).toEqual(['refunded', 'open', 'open']);
  const left = (await owed.entries()).flatMap(({ kind, open: rest }) => (kind === 'invoice' ? [rest] : []));
  expect(left).toEqual([115, 30, 0]);
  expect(await owed.account()).toMatchObject({ open: 145, credit: 0 });
  expect(await sumsAgree(owed)).toBe(true);
});

it('accounts, managers and the staff who read companies see an account; others of the company and of the staff do not', async () => {
  const owed = await owing(shop, 'Seen');
  const buyer = await shop.person('Bob');
  await join(shop, { company: owed.company, manager: owed.mia, person: buyer, role: 'buyer' });
  const paths = ['account', 'entries', 'statement.pdf', 'statement.csv'].map(
    (path) => `/company/${owed.company._id}/${path}`,
  );
  const see = async (as: { token: string } | undefined) =>
    new Set(
      await Promise.all(paths.map(async (path) => (await shop.call('GET', path, as ? { as: as.token } : {})).status)),
    );
  expect(await see(owed.ann)).toEqual(new Set([200]));
  expect(await see(owed.mia)).toEqual(new Set([200]));
  expect(await see(buyer)).toEqual(new Set([403]));
  expect(await see(await shop.person('Eve'))).toEqual(new Set([404]));
  expect(await see(undefined)).toEqual(new Set([401]));
  for (const role of ROLES) {
    const staff = await shop.person(`Staff${role}`, role === 'customer' ? 'user' : role);
    const mayRead = ['admin', 'sales', 'bookkeeper'].includes(role);
    expect(await see(staff)).toEqual(new Set([mayRead ? 200 : 404]));
    const paid = await shop.call('POST', `/company/${owed.company._id}/payment`, {
      as: staff.token,
      body: { amount: 1, date: today(), reference: role },
    });
    expect(paid.status).toBe(mayRead ? 201 : 403);
  }
  expect(
    (await shop.call('POST', `/company/${owed.company._id}/payment`, { as: owed.mia.token, body: {} })).status,
  ).toBe(403);
  expect(await codeOf(await shop.call('GET', '/company/nobody/account', { as: owed.bea.token }))).toEqual([
    404,
    'COMPANY_NOT_FOUND',
  ]);
});

it('entries and statements are of the days that are asked for; what a statement begins and ends with agrees with the entries', async () => {
  const owed = await owing(shop, 'Statement');
  await open(owed, 100);
  await owed.pay(30);
  const path = `/company/${owed.company._id}`;
  const get = (rest: string) => shop.call('GET', `${path}/${rest}`, { as: owed.ann.token });
  expect(await (await get(`entries?from=${today()}`)).json()).toHaveLength(4);
  expect(await (await get(`entries?to=2020-01-01`)).json()).toEqual([]);
  const page = await get('entries?limit=3');
  expect(page.headers.get('x-total-count')).toBe('4');
  const next = /cursor=([\w-]+)/.exec(page.headers.get('link') ?? '')?.[1];
  expect(await (await get(`entries?limit=3&cursor=${next}`)).json()).toHaveLength(1);
  expect((await get(`entries?from=${today()}&to=2020-01-01`)).status).toBe(400);
  const csv = await get('statement.csv');
  expect(csv.headers.get('content-type')).toContain('text/csv');
  const rows = (await csv.text())
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n')
    .map((row) => row.split(','));
  expect(rows[0]).toEqual(['date', 'kind', 'document', 'due', 'amount', 'open', 'balance']);
  expect(rows[1]).toEqual(['', 'opening balance', '', '', '', '', '0.00']);
  expect(rows.at(-1)).toEqual(['', 'closing balance', '', '', '', '', '70.00']);
  expect(
    rows
      .slice(2, -1)
      .map((row) => [row[1], row[4]])
      .toSorted(),
  ).toEqual(
    [
      ['invoice', '100.00'],
      ['payment', '-100.00'],
      ['payment', '-30.00'],
      ['reversal', '100.00'],
    ].toSorted(),
  );
  const later = await (await get('statement.csv?from=2998-01-01&to=2999-01-01')).text();
  expect(later).toContain('2998-01-01,opening balance,,,,,70.00');
  const pdf = await get(`statement.pdf?from=${today()}&to=${today()}`);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
});

it('what was entered is never changed or removed, not even by a statement of SQL', async () => {
  const { database } = shop.parts;
  for (const table of ['ledger', 'settlements'])
    for (const statement of [
      `update ${table} set amount_cents = 1`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ])
      await expect(database.raw(statement)).rejects.toThrow('the ledger is only added to');
});

it('what was given up by mistake is owed again by an entry of its own, for those who may give up', async () => {
  const owed = await owing(shop, 'Givenback');
  const order = await open(owed, 80);
  const writeOff = `/company/${owed.company._id}/write-off`;
  const body = { invoiceNumber: order.invoiceNumber, amount: 80, reason: 'Bankrupt' };
  const given = await shop.call('POST', writeOff, { as: owed.bea.token, body });
  const { _id } = (await given.json()) as AccountEntry;
  expect(await owed.read(order)).toMatchObject({ state: 'open', paid: false, writtenOff: 80 });
  expect(await codeOf(await reverse(owed, _id, await shop.person('SalGivenback', 'sales')))).toEqual([
    403,
    'FORBIDDEN',
  ]);
  const answer = await reverse(owed, _id);
  expect([answer.status, await answer.json()]).toMatchObject([200, { kind: 'reversal', amount: 80, reverses: _id }]);
  expect(await owed.read(order)).toMatchObject({ state: 'open' });
  expect(await owed.account()).toMatchObject({ open: 80, credit: 0 });
  expect(await codeOf(await reverse(owed, _id))).toEqual([409, 'ALREADY_REVERSED']);
  expect(await sumsAgree(owed)).toBe(true);
});

it('credit settles what is due first once somebody says so, and a cent that is left over is given up', async () => {
  const owed = await owing(shop, 'Credit');
  await owed.pay(70);
  const [one, other] = [await open(owed, 50), await open(owed, 40)];
  expect(await owed.account()).toMatchObject({ open: 90, credit: 70 });
  const used = await shop.call('POST', `/company/${owed.company._id}/credit`, { as: owed.bea.token });
  expect(await used.json()).toMatchObject({ open: 20, credit: 0 });
  expect(await owed.read(one)).toMatchObject({ state: 'paid' });
  await owed.pay(19.99);
  const giveUp = (amount: number, as = owed.bea) =>
    shop.call('POST', `/company/${owed.company._id}/write-off`, {
      as: as.token,
      body: { invoiceNumber: other.invoiceNumber, amount, reason: 'A cent' },
    });
  const tooMuch = await giveUp(0.02);
  expect([tooMuch.status, await tooMuch.json()]).toMatchObject([
    422,
    { code: 'ALLOCATION_TOO_LARGE', issues: [{ path: 'amount' }] },
  ]);
  expect(await codeOf(await giveUp(0.01, await shop.person('SalCredit', 'sales')))).toEqual([403, 'FORBIDDEN']);
  const answer = await giveUp(0.01);
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({ kind: 'write-off', amount: -0.01, document: other.invoiceNumber });
  expect(await owed.read(other)).toMatchObject({ state: 'paid' });
  expect(await sumsAgree(owed)).toBe(true);
});
