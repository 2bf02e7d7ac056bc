import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Company } from '#contract/buying/companies.ts';
import type { NamedList } from '#contract/buying/named-lists.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { StandingOrder } from '#contract/buying/standing-orders.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { Settings } from '#contract/office/settings.ts';
import { activate, join, openCompany, type Person } from '#server/buying/companies/company-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { runStandingOrders } from './standing-order-job.ts';

let shop: TestShop;
let ada: Person;
let alice: Person;
let mallet: Tool;
let people = 0;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  mallet = await shop.tool({ name: 'Mallet', price: 10, availableQuantity: 100_000 });
});
afterAll(() => shop.close());

/** Sets the shop's day. */
const turnTo = (day: string) =>
  shop.parts.database.raw(
    `create or replace function shop_today() returns date language sql stable as $$ select '${day}'::date $$`,
  );
/** The shop's day, and what it does by the clock on it. */
const onDay = async (day: string) => {
  await turnTo(day);
  await runStandingOrders(shop.parts);
};
// 2030-01-07 is a Monday.
const [THURSDAY, FRIDAY, MONDAY, TUESDAY] = ['2030-01-03', '2030-01-04', '2030-01-07', '2030-01-08'];
const ADDRESS = {
  name: 'Stores',
  street: '1 Dock Road',
  postalCode: '5003',
  town: 'Bergen',
  country: 'NO',
  phone: '55',
};
beforeEach(async () => {
  await turnTo('2030-01-01');
  alice = await shop.person(`Alice${++people}`);
  await shop.call('POST', '/my-address', { as: alice.token, body: ADDRESS });
});

const list = async (lines = [{ toolId: mallet._id, quantity: 3 }], as = alice) => {
  const answer = await shop.call('POST', '/my-list', { as: as.token, body: { name: `Van ${++people}`, lines } });
  expect(answer.status).toBe(201);
  return (await answer.json()) as NamedList;
};
const call = (method: string, { _id }: NamedList, body?: object, as = alice, path = '') =>
  shop.call(method, `/my-list/${_id}/standing${path}`, { as: as.token, ...(body ? { body } : {}) });
const MONDAYS = { every: 'week', day: 1 };
const set = async (of: NamedList, body: object = MONDAYS, as = alice) => {
  const answer = await call('PUT', of, body, as);
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, expect.stringContaining('"state":"active"')]);
  return JSON.parse(text) as StandingOrder;
};
const read = async (of: NamedList, as = alice) =>
  (await (await call('GET', of, undefined, as)).json()) as StandingOrder | null;
const refusal = async (answer: Promise<Response>) => {
  const { status, ...rest } = await answer.then(async (given) => ({
    status: given.status,
    ...((await given.json()) as ErrorBody),
  }));
  return [status, rest.code, ...(rest.issues ?? []).map(({ path }) => path)];
};
const ordersOf = async (as = alice) =>
  (await (await shop.call('GET', `/order?email=${as.email}&state=all`, { as: as.token })).json()) as Order[];
const subjects = async (as = alice) => {
  await shop.atRest();
  return (await shop.lettersTo(as.email)).map(({ subject }) => subject);
};
const stock = (quantity: number, { _id }: Tool) =>
  shop.parts.database.raw('update tools set available_quantity = $2 where id = $1', [_id, quantity]);

describe('a standing order', () => {
  it('is announced two working days before, placed on its day as whoever set it, and again a week later', async () => {
    const van = await list();
    expect(await read(van)).toBeNull();
    expect(await set(van)).toMatchObject({
      next: MONDAY,
      announced: false,
      companyId: null,
      last: null,
      address: 'Stores, 1 Dock Road, 5003 Bergen, Norway',
    });
    await onDay('2030-01-02');
    expect(await subjects()).toEqual([]);
    await onDay(THURSDAY);
    await onDay(THURSDAY);
    expect(await subjects()).toEqual(['Your standing order is placed on 7 Jan 2030']);
    const [letter] = await shop.lettersTo(alice.email);
    expect(letter?.text).toContain('3 × Mallet: $30.00');
    for (const ask of ['skip', 'change', 'stop'])
      expect(letter?.text).toContain(`http://shop.test/dashboard/lists/${van._id}?standing=${ask}`);
    await onDay(FRIDAY);
    expect(await ordersOf()).toEqual([]);
    await onDay(MONDAY);
    await onDay(MONDAY);
    const [order, ...more] = await ordersOf();
    expect(more).toEqual([]);
    expect(order).toMatchObject({ state: 'unpaid', price: 30, name: 'Stores', country: 'NO', email: alice.email });
    expect(await read(van)).toMatchObject({
      next: '2030-01-14',
      announced: false,
      last: { orderId: order?._id, number: order?.number, day: MONDAY },
    });
    expect(await subjects()).toContain(`We have received your order ${order?.number}`);
    await onDay('2030-01-10');
    await onDay('2030-01-14');
    expect(await ordersOf()).toHaveLength(2);
  });

  it('that is due on a day without work waits for the next one', async () => {
    const now = (await (await shop.call('GET', '/settings', { as: ada.token })).json()) as Settings;
    await shop.call('PUT', '/settings', { as: ada.token, body: { ...now, holidays: [MONDAY] } });
    const van = await list();
    expect(await set(van)).toMatchObject({ next: TUESDAY });
    await onDay('2030-01-02');
    expect(await subjects()).toEqual([]);
    await onDay(THURSDAY);
    await onDay(MONDAY);
    expect(await ordersOf()).toEqual([]);
    await onDay(TUESDAY);
    expect(await ordersOf()).toHaveLength(1);
    expect(await read(van)).toMatchObject({ next: '2030-01-14' });
    const after = (await (await shop.call('GET', '/settings', { as: ada.token })).json()) as Settings;
    await shop.call('PUT', '/settings', { as: ada.token, body: { ...after, holidays: [] } });
  });

  it('is skipped once, changed and stopped, and ends by itself after its last day', async () => {
    const van = await list();
    await set(van, { ...MONDAYS, until: '2030-01-21' });
    await onDay(THURSDAY);
    expect(await refusal(call('POST', van, { next: '2030-01-14' }, alice, '/skip'))).toEqual([409, 'STALE_ORDER']);
    const skipped = await call('POST', van, { next: MONDAY }, alice, '/skip');
    expect([skipped.status, await skipped.json()]).toEqual([200, expect.objectContaining({ next: '2030-01-14' })]);
    await onDay(MONDAY);
    expect(await ordersOf()).toEqual([]);
    await onDay('2030-01-10');
    await onDay('2030-01-14');
    expect(await ordersOf()).toHaveLength(1);
    await onDay('2030-01-17');
    // Another way to pay changes nothing of what was announced.
    expect(await set(van, { ...MONDAYS, until: '2030-01-21', pay: 'transfer' })).toMatchObject({
      next: '2030-01-21',
      announced: true,
    });
    await onDay('2030-01-21');
    expect((await ordersOf()).map(({ state }) => state)).toEqual(['unpaid', 'unpaid']);
    expect(await read(van)).toBeNull();
    await set(van, { every: 'month', day: 31 });
    expect((await call('DELETE', van)).status).toBe(200);
    expect(await refusal(call('DELETE', van))).toEqual([404, 'STANDING_NOT_FOUND']);
    expect(await refusal(call('POST', van, {}, alice, '/skip'))).toEqual([404, 'STANDING_NOT_FOUND']);
  });

  it('is paused with a letter where stock is missing, and goes on once it is set again', async () => {
    const scarce = await shop.tool({ name: 'Scarce saw', price: 5, availableQuantity: 2 });
    const van = await list([
      { toolId: mallet._id, quantity: 1 },
      { toolId: scarce._id, quantity: 3 },
    ]);
    await set(van);
    await onDay(THURSDAY);
    const [letter] = await shop.lettersTo(alice.email);
    expect(letter?.text).toContain('As of today it could not be ordered: Scarce saw.');
    await onDay(MONDAY);
    expect(await ordersOf()).toEqual([]);
    expect(await read(van)).toMatchObject({
      state: 'paused',
      next: null,
      reason: { code: 'OUT_OF_STOCK', message: 'Scarce saw: Only 2 pieces left.' },
    });
    expect(await subjects()).toContain('Your standing order is paused');
    await onDay('2030-01-14');
    expect(await ordersOf()).toEqual([]);
    await stock(10, scarce);
    expect(await set(van)).toMatchObject({ next: '2030-01-21' });
  });

  it('is paused where a line costs more than its letter said, not where it costs less or was changed in the list', async () => {
    const tool = await shop.tool({ name: 'Dearer', price: 20, availableQuantity: 1_000 });
    const price = async (amount: number) =>
      shop.parts.database.raw('update tools set price_cents = $2 where id = $1', [tool._id, amount * 100]);
    const van = await list([{ toolId: tool._id, quantity: 2 }]);
    await set(van);
    await onDay(THURSDAY);
    await price(19);
    await onDay(MONDAY);
    expect((await ordersOf()).map((order) => order.price)).toEqual([38]);
    await onDay('2030-01-10');
    await shop.call('PATCH', `/my-list/${van._id}`, {
      as: alice.token,
      body: { lines: [{ toolId: tool._id, quantity: 5 }] },
    });
    await onDay('2030-01-14');
    expect((await ordersOf()).map((order) => order.price)).toEqual([95, 38]);
    await onDay('2030-01-17');
    await price(21);
    await onDay('2030-01-21');
    expect(await ordersOf()).toHaveLength(2);
    expect(await read(van)).toMatchObject({
      state: 'paused',
      reason: {
        code: 'PRICE_MISMATCH',
        message: 'Dearer now costs $105.00, and not $95.00 as we wrote to you.',
      },
    });
  });

  it('that the shop was too late to announce is announced and placed two working days later, once', async () => {
    const van = await list();
    await set(van);
    await onDay(MONDAY);
    expect(await ordersOf()).toEqual([]);
    expect(await subjects()).toEqual(['Your standing order is placed on 9 Jan 2030']);
    await onDay('2030-01-09');
    expect(await ordersOf()).toHaveLength(1);
    expect(await read(van)).toMatchObject({ next: '2030-01-14' });
    // A month of standing still is not made up for.
    await onDay('2030-02-12');
    await onDay('2030-02-14');
    expect(await ordersOf()).toHaveLength(2);
    expect(await read(van)).toMatchObject({ next: '2030-02-18' });
  });
});

describe('a standing order for a company', () => {
  let company: Company;
  let bob: Person;
  let clerk: Person;
  beforeEach(async () => {
    bob = await shop.person(`Bob${people}`);
    clerk = await shop.person(`Clerk${people}`);
    company = await openCompany(shop, alice, { name: `Bygg ${people}` });
    company = await activate(shop, ada, company, { termsDays: 30, creditLimit: 100 });
    await join(shop, { company, manager: alice, person: bob, role: 'buyer', limits: { orderLimit: 20 } });
    await join(shop, { company, manager: alice, person: clerk, role: 'accounts' });
    await shop.call('POST', `/company/${company._id}/address`, { as: alice.token, body: { ...ADDRESS, town: 'Oslo' } });
  });
  const forCompany = (more: object = {}) => ({ ...MONDAYS, companyId: company._id, ...more });
  const given = async () => {
    const van = await list();
    await shop.call('POST', `/my-list/${van._id}/give`, { as: alice.token, body: { companyId: company._id } });
    return van;
  };

  it('is placed on account at its address, within its credit, and paused beyond it', async () => {
    const van = await list();
    expect(await set(van, forCompany({ pay: 'account' }))).toMatchObject({ company: company.name });
    for (const day of [THURSDAY, MONDAY, '2030-01-10', '2030-01-14', '2030-01-17', '2030-01-21', '2030-01-24'])
      await onDay(day);
    await onDay('2030-01-28');
    const placed = await shop.call('GET', `/order?companyId=${company._id}`, { as: alice.token });
    const orders = (await placed.json()) as Order[];
    expect(orders.map(({ state, price, deliveryAddress }) => [state, price, deliveryAddress?.town])).toEqual([
      ['open', 30, 'Oslo'],
      ['open', 30, 'Oslo'],
      ['open', 30, 'Oslo'],
    ]);
    expect(await read(van)).toMatchObject({ state: 'paused', reason: { code: 'CREDIT_LIMIT' } });
    expect(await subjects()).toContain('Your standing order is paused');
  });

  it('is placed as whoever set it last, whose limit asks for approval as ever', async () => {
    const van = await given();
    await set(van, forCompany());
    expect(await refusal(call('PUT', van, forCompany(), clerk))).toEqual([403, 'FORBIDDEN']);
    expect((await read(van, clerk))?.orderedBy.email).toBe(alice.email);
    expect(await set(van, forCompany(), bob)).toMatchObject({ orderedBy: { email: bob.email } });
    await onDay(THURSDAY);
    await onDay(MONDAY);
    expect((await ordersOf(bob)).map(({ state }) => state)).toEqual(['waiting']);
    expect((await subjects(bob)).some((each) => /^Standing order \S+ waits for approval$/.test(each))).toBe(true);
  });

  it('is paused once whoever set it has left, may not order any more, or the company is on hold', async () => {
    const [left, lost, held] = [await given(), await given(), await list()];
    await set(left, forCompany(), bob);
    await set(lost, forCompany(), bob);
    await set(held, forCompany());
    await onDay(THURSDAY);
    const member = `/company/${company._id}/member/${bob.userId}`;
    await shop.call('PUT', member, { as: alice.token, body: { role: 'accounts' } });
    await onDay(MONDAY);
    expect(await read(lost)).toMatchObject({ state: 'paused', reason: { code: 'FORBIDDEN' } });
    await shop.call('PUT', member, { as: alice.token, body: { role: 'buyer' } });
    await set(left, forCompany(), bob);
    await shop.call('DELETE', member, { as: alice.token });
    const now = (await (await shop.call('GET', `/company/${company._id}`, { as: ada.token })).json()) as Company;
    await activate(shop, ada, now, { status: 'on-hold' });
    await onDay('2030-01-11');
    expect(await read(left)).toMatchObject({ state: 'paused', reason: { code: 'LIST_NOT_FOUND' } });
    expect(await ordersOf(bob)).toEqual([]);
    await onDay('2030-01-14');
    expect(await read(held)).toMatchObject({ state: 'paused', reason: { code: 'COMPANY_ON_HOLD' } });
  });

  it('needs what its orders would need', async () => {
    const van = await list();
    const stranger = await shop.person(`Stranger${people}`);
    expect(await refusal(call('GET', van, undefined, stranger))).toEqual([404, 'LIST_NOT_FOUND']);
    expect(await refusal(call('PUT', van, MONDAYS, stranger))).toEqual([404, 'LIST_NOT_FOUND']);
    expect(await refusal(call('POST', van, {}, stranger, '/skip'))).toEqual([404, 'LIST_NOT_FOUND']);
    expect(await refusal(call('DELETE', van, undefined, stranger))).toEqual([404, 'LIST_NOT_FOUND']);
    const theirs = await list(undefined, stranger);
    expect(await refusal(call('PUT', theirs, forCompany(), stranger))).toEqual([404, 'COMPANY_NOT_FOUND']);
    expect(await refusal(call('PUT', theirs, MONDAYS, stranger))).toEqual([404, 'ADDRESS_NOT_FOUND']);
    expect(await refusal(call('PUT', van, { ...MONDAYS, pay: 'account' }))).toEqual([409, 'NO_TERMS']);
    const wrong = [
      [{ every: 'week', day: 8 }, 'day'],
      [{ every: 'month', day: 32 }, 'day'],
      [{ every: 'year', day: 1 }, 'every'],
      [{ ...MONDAYS, until: '2030-01-06' }, 'until'],
      [{ ...MONDAYS, costCentre: 'X' }, 'costCentre'],
      [{ ...forCompany(), costCentre: 'X' }, 'costCentre'],
      [{ ...MONDAYS, pay: 'cash' }, 'pay'],
    ] as const;
    for (const [body, path] of wrong)
      expect(await refusal(call('PUT', van, body))).toEqual([400, 'VALIDATION_ERROR', path]);
    await set(van);
    expect(await refusal(call('PUT', van, { ...MONDAYS, version: 7 }))).toEqual([409, 'STALE_ORDER']);
  });
});
