import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CustomerFacts } from '#contract/buying/customers.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Quote } from '#contract/buying/quotes.ts';
import type { MyData } from '#contract/people/my-data.ts';
import { join, type Person } from '#server/buying/companies/company-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { owing } from '#server/money/account/account-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let ada: Person;
let sal: Person;
let bea: Person;
let wim: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  [ada, sal, bea, wim] = [
    await shop.person('Ada', 'admin'),
    await shop.person('Sal', 'sales'),
    await shop.person('Bea', 'bookkeeper'),
    await shop.person('Wim', 'warehouse'),
  ];
});
afterAll(() => shop.close());

const call = async <T>(method: string, path: string, as: Person, body?: object) => {
  const answer = await shop.call(method, path, { as: as.token, ...(body ? { body } : {}) });
  return { status: answer.status, body: (await answer.json()) as T & { code?: string } };
};
const facts = async (of: Person, as = sal) => (await call<CustomerFacts>('GET', `/customer/${of.userId}`, as)).body;

it('staff who read companies see who a customer is, with their companies, and what of their orders is open', async () => {
  const owed = await owing(shop, 'Seen', { termsDays: 30, creditLimit: 500 });
  const { mia, company } = owed;
  const fresh = await facts(mia);
  expect(fresh).toMatchObject({
    _id: mia.userId,
    email: mia.email,
    role: 'customer',
    emailVerified: true,
    isBlocked: false,
    firms: [
      { _id: company._id, number: company.number, status: 'active', role: 'manager', termsDays: 30, orderLimit: null },
    ],
    orders: { count: 0, firstAt: null, lastAt: null, openCount: 0, open: 0 },
    note: '',
  });
  const first = await owed.order(40, { pay: 'account' });
  const last = await owed.order(25);
  await owed.pay(15);
  const { orders } = await facts(mia, bea);
  expect(orders).toEqual({
    count: 2,
    firstAt: first.createdAt,
    lastAt: last.createdAt,
    openCount: 2,
    open: 50,
  });
  await shop.call('DELETE', `/order/${last._id}`, { as: mia.token });
  expect((await facts(mia)).orders).toMatchObject({ count: 2, openCount: 1, open: 25 });
});

it('orders, quotes and requests for money back are listed of one customer alone', async () => {
  const tool = await shop.tool({ availableQuantity: 100 });
  const [cat, dan] = [await shop.person('Cat'), await shop.person('Dan')];
  const order = await shop.order(cat.token, tool, 2);
  await shop.order(dan.token, tool, 2);
  expect(order.userId).toBe(cat.userId);
  const asked = { lines: [{ toolId: tool._id, quantity: 50 }] };
  const quote = (await call<Quote>('POST', '/quote', cat, asked)).body;
  await call('POST', '/quote', dan, asked);
  expect(quote.userId).toBe(cat.userId);
  const ids = async (path: string, as: Person) =>
    (await call<{ _id: string }[]>('GET', path, as)).body.map(({ _id }) => _id);
  expect(await ids(`/orders?userId=${cat.userId}`, wim)).toEqual([order._id]);
  expect(await ids(`/orders?userId=${cat.userId}&refund=requested`, wim)).toEqual([]);
  expect(await ids(`/quotes?userId=${cat.userId}`, sal)).toEqual([quote._id]);
  expect(await ids(`/quotes?userId=${cat.userId}`, dan)).toEqual([]);
  // Who has no account any more has no page either.
  await shop.call('DELETE', `/user/${cat.userId}`, { as: ada.token });
  expect((await call<Order>('GET', `/order/${order._id}`, sal)).body).toMatchObject({ userId: null, email: cat.email });
  expect(await call('GET', `/customer/${cat.userId}`, sal)).toMatchObject({
    status: 404,
    body: { code: 'USER_NOT_FOUND' },
  });
});

it('sales and admins note what they know of a customer, who is told it with all else that is kept, until their account goes', async () => {
  const eve = await shop.person('Eve');
  const path = `/customer/${eve.userId}/note`;
  const note = 'Orders for the whole site; ring before eight';
  for (const other of [bea, wim, eve])
    expect(await call('PUT', path, other, { note })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  expect(await call('PUT', path, sal, { note })).toMatchObject({ status: 200, body: { note } });
  expect((await facts(eve, bea)).note).toBe(note);
  for (const other of [wim, eve])
    expect(await call('GET', `/customer/${eve.userId}`, other)).toMatchObject({ status: 403 });
  const data = (await call<MyData>('GET', `/user/${eve.email}/data`, eve)).body;
  expect(data.account.note).toBe(note);
  const written = await call<{ action: string; details: object }[]>('GET', '/audit?limit=1', ada);
  expect(written.body).toMatchObject([{ action: 'user.noted', details: { email: eve.email } }]);
  expect(JSON.stringify(written.body)).not.toContain('ring before');
  await call('PUT', path, ada, { note: '' });
  expect((await facts(eve)).note).toBe('');
  await call('PUT', path, ada, { note });
  await shop.call('DELETE', `/user/${eve.userId}`, { as: ada.token });
  expect(await shop.parts.database.raw('select from customer_notes')).toEqual([]);
  expect(await call('PUT', path, sal, { note })).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
});

it('an admin blocks a customer, whose open pages are out at once, and lets them in again; nobody else may, nor themselves', async () => {
  const owed = await owing(shop, 'Blocked');
  const fay = await shop.person('Fay');
  await join(shop, { company: owed.company, manager: owed.mia, person: fay, role: 'buyer' });
  const path = `/user/disabled/${fay.email}`;
  for (const other of [sal, bea, wim, fay])
    expect(await call('PUT', path, other, { disabled: true })).toMatchObject({ status: 403 });
  expect((await call('GET', '/my-companies', fay)).status).toBe(200);
  expect(await call('PUT', path, ada, { disabled: true })).toEqual({ status: 200, body: { modifiedCount: 1 } });
  expect(await call('PUT', path, ada, { disabled: true })).toEqual({ status: 200, body: { modifiedCount: 0 } });
  expect((await call('GET', '/my-companies', fay)).status).toBe(401);
  expect(await facts(fay)).toMatchObject({ isBlocked: true, firms: [{ role: 'buyer' }] });
  expect(await call('PUT', path, ada, { disabled: false })).toEqual({ status: 200, body: { modifiedCount: 1 } });
  expect((await facts(fay)).isBlocked).toBe(false);
  const refusals: [string, object, number, string][] = [
    [ada.email, { disabled: true }, 403, 'FORBIDDEN'],
    ['nobody@people.test', { disabled: true }, 404, 'USER_NOT_FOUND'],
    [fay.email, { disabled: 'yes' }, 400, 'VALIDATION_ERROR'],
    [fay.email, {}, 400, 'VALIDATION_ERROR'],
  ];
  for (const [email, body, status, code] of refusals)
    expect(await call('PUT', `/user/disabled/${email}`, ada, body)).toMatchObject({ status, body: { code } });
});
