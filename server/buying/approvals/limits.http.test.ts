import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Company } from '#contract/buying/companies.ts';
import type { Order } from '#contract/buying/orders.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { join } from '#server/buying/companies/company-for-tests.ts';
import { codeOf, companyWithPeople, decide, orderFor } from './approvals-for-tests.ts';
import { type People, setMember, waitingFor } from './approvals-for-tests.ts';

let shop: TestShop;
let ada: string;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  await shop.tool({ name: 'Mallet', price: 10, availableQuantity: 1_000_000 });
  ada = (await shop.signIn('ada@tradebench.test')).token;
});
afterAll(() => shop.close());

const place = async (people: People, quantity: number, more: object = {}) =>
  (await (await orderFor(shop, people.company, people.buyer, quantity, more)).json()) as Order;
const stock = async () => {
  const [tool] = await shop.parts.database.raw<{ left: number }>(
    `select available_quantity as left from tools where name = 'Mallet'`,
  );
  return tool!.left;
};
let asked = 0;
/** The grand total of so many pieces. */
const priceOf = async (quantity: number) => {
  const people = await companyWithPeople(shop, `Price${asked++}`);
  return (await place(people, quantity)).price;
};

describe('a limit', () => {
  it('no limit set means nothing can be ordered: the other way round, no limit lets everything through', async () => {
    const people = await companyWithPeople(shop, 'None');
    expect(await place(people, 5000)).toMatchObject({ state: 'unpaid', approval: null });
  });

  it('of 0 asks always; a sum equal to the limit passes, a cent more waits', async () => {
    const price = await priceOf(20);
    const people = await companyWithPeople(shop, 'Equal', { orderLimit: 0 });
    const waiting = await waitingFor(shop, people, 20);
    expect(waiting.approval).toEqual({
      state: 'waiting',
      reasons: [{ code: 'ORDER_LIMIT', limit: 0, sum: price }],
      until: expect.any(String),
    });
    await setMember(shop, people, people.buyer, { role: 'buyer', orderLimit: price, monthLimit: null });
    expect(await place(people, 20)).toMatchObject({ state: 'unpaid', approval: null });
    await setMember(shop, people, people.buyer, { role: 'buyer', orderLimit: price - 0.01, monthLimit: null });
    expect(await place(people, 20)).toMatchObject({ state: 'waiting', approval: { reasons: [{ sum: price }] } });
  });

  it('freight not counted: it counts, as tax does, and this order waits for it', async () => {
    const heavy = await shop.tool({ name: 'Anvil', price: 10, weight: 5_000, availableQuantity: 1_000 });
    const settings = (await (await shop.call('GET', '/settings', { as: ada })).json()) as Record<string, unknown>;
    const delivery = [
      { id: 'van', name: 'Van', countries: ['*'], days: [1, 2], rates: [{ upTo: null, price: 40 }], freeFrom: null },
    ];
    const changed = await shop.call('PUT', '/settings', { as: ada, body: { ...settings, delivery } });
    expect(changed.status).toBe(200);
    const people = await companyWithPeople(shop, 'Freight', { orderLimit: 100 });
    const body = { tool: undefined, lines: [{ toolId: heavy._id, quantity: 9 }], quantity: undefined };
    const order = await place(people, 9, body);
    expect(order).toMatchObject({ goods: 90, freight: 40, state: 'waiting' });
    expect(order.approval?.reasons).toEqual([{ code: 'ORDER_LIMIT', limit: 100, sum: order.price }]);
    const { version } = (await changed.json()) as { version: number };
    await shop.call('PUT', '/settings', { as: ada, body: { ...settings, version } });
  });

  it('a monthly limit that looks at one order only: it looks at the whole month, and the third order waits', async () => {
    const price = await priceOf(10);
    const people = await companyWithPeople(shop, 'Month', { monthLimit: 2 * price });
    expect([(await place(people, 10)).state, (await place(people, 10)).state]).toEqual(['unpaid', 'unpaid']);
    const third = await place(people, 10);
    const mine = await shop.call('GET', '/my-companies', { as: people.buyer.token });
    // What waits is in no sum: the buyer sees what is left before the last tap.
    expect(await mine.json()).toMatchObject([{ monthLimit: 2 * price, monthSum: 2 * price }]);
    expect(third).toMatchObject({
      state: 'waiting',
      approval: { reasons: [{ code: 'MONTH_LIMIT', limit: 2 * price, sum: 3 * price }] },
    });
    // What waits is not counted, what was deleted no more.
    const again = await place(people, 10);
    expect(again.approval?.reasons[0]?.sum).toBe(3 * price);
    const list = await shop.call('GET', `/order?companyId=${people.company._id}&state=unpaid`, {
      as: people.manager.token,
    });
    const [first] = (await list.json()) as Order[];
    await shop.call('DELETE', `/order/${first!._id}`, { as: people.buyer.token });
    expect(await place(people, 10)).toMatchObject({ state: 'unpaid' });
  });

  it('for a month is of the member alone, and begins anew with the month where the shop is, to the millisecond', async () => {
    const price = await priceOf(10);
    const people = await companyWithPeople(shop, 'Own', { monthLimit: price });
    expect((await orderFor(shop, people.company, people.approver, 100)).status).toBe(201);
    const mine = await place(people, 10);
    expect(mine.state).toBe('unpaid');
    const { raw } = shop.parts.database;
    const placedAt = async (moment: string) => {
      await raw(`alter table orders disable trigger orders_keep_their_word`);
      await raw(`update orders set created_at = $2 where id = $1`, [mine._id, moment]);
      await raw(`alter table orders enable trigger orders_keep_their_word`);
    };
    const settings = async () => (await (await shop.call('GET', '/settings', { as: ada })).json()) as object;
    for (const timeZone of ['Asia/Kathmandu', 'America/St_Johns', 'UTC']) {
      await shop.call('PUT', '/settings', { as: ada, body: { ...(await settings()), timeZone } });
      const [month] = await raw<{ first: string; before: string }>(
        `select begins::text as first, (begins - interval '1 ms')::text as before
         from (select date_trunc('month', now() at time zone $1) at time zone $1 as begins) month`,
        [timeZone],
      );
      await placedAt(month!.first);
      const second = await place(people, 10);
      expect([timeZone, second.state]).toEqual([timeZone, 'waiting']);
      await placedAt(month!.before);
      const third = await place(people, 10);
      expect([timeZone, third.state]).toEqual([timeZone, 'unpaid']);
      await shop.call('DELETE', `/order/${third._id}`, { as: people.buyer.token });
    }
  });

  it('of a cost centre counts what everybody orders for it', async () => {
    const price = await priceOf(10);
    const people = await companyWithPeople(shop, 'Centre');
    const costCentres = [{ code: 'Site 7', name: '', active: true, monthLimit: 2 * price }];
    const set = await shop.call('PUT', `/company/${people.company._id}`, {
      as: people.manager.token,
      body: { costCentres },
    });
    expect(((await set.json()) as Company).costCentres).toEqual(costCentres);
    const more = { costCentre: 'site 7' };
    expect((await orderFor(shop, people.company, people.approver, 10, more)).status).toBe(201);
    expect((await place(people, 10, more)).state).toBe('unpaid');
    expect((await place(people, 10)).state).toBe('unpaid');
    const above = [{ code: 'COST_CENTRE_LIMIT', limit: 2 * price, sum: 3 * price }];
    const waiting = await place(people, 10, more);
    expect(waiting.approval?.reasons).toEqual(above);
    // The same one, written in another case from now on.
    const written = { costCentres: [{ ...costCentres[0], code: 'SITE 7' }] };
    await shop.call('PUT', `/company/${people.company._id}`, { as: people.manager.token, body: written });
    expect((await place(people, 10, more)).approval?.reasons).toEqual(above);
    const standing = await shop.call('GET', `/order/${waiting._id}/approval`, { as: people.manager.token });
    expect(await standing.json()).toMatchObject({ costCentre: { limit: 2 * price, sum: 2 * price } });
  });

  it('judges who orders for somebody else on the telephone, too, and says all reasons at once', async () => {
    const people = await companyWithPeople(shop, 'Phone', { orderLimit: 1, monthLimit: 2 });
    const body = {
      customer: people.buyer.email,
      companyId: people.company._id,
      name: 'B',
      address: '1 Dock Road',
      phone: '5',
      tool: 'Mallet',
      quantity: 3,
    };
    const order = (await (await shop.call('POST', '/order', { as: ada, body })).json()) as Order;
    expect(order.approval?.reasons.map(({ code }) => code)).toEqual(['ORDER_LIMIT', 'MONTH_LIMIT']);
  });

  it('without an approver an order can be refused but never allowed: so nothing is placed, and no stock moves', async () => {
    const people = await companyWithPeople(shop, 'Nobody', { orderLimit: 0 });
    const before = await stock();
    for (const person of [people.manager, people.approver])
      await setMember(shop, people, person, {
        role: person === people.manager ? 'manager' : 'approver',
        orderLimit: 5,
        monthLimit: null,
      });
    expect(await codeOf(await orderFor(shop, people.company, people.buyer, 3))).toBe('NO_APPROVER');
    expect(await stock()).toBe(before);
    const list = await shop.call('GET', `/orders?q=${encodeURIComponent(people.buyer.email)}`, { as: ada });
    expect(await list.json()).toEqual([]);
  });

  it('of who approves for others holds for them, too: somebody else has to approve it', async () => {
    const people = await companyWithPeople(shop, 'Both');
    await setMember(shop, people, people.manager, { role: 'manager', orderLimit: 0, monthLimit: null });
    expect(await codeOf(await orderFor(shop, people.company, people.manager, 3))).toBe('201');
    await shop.call('DELETE', `/company/${people.company._id}/member/${people.approver.userId}`, {
      as: people.manager.token,
    });
    expect(await codeOf(await orderFor(shop, people.company, people.manager, 3))).toBe('NO_APPROVER');
  });
});

describe('an order that waits', () => {
  it('holds its stock, is listed, is answered again with its key, and is neither paid nor shipped before somebody approved it', async () => {
    const people = await companyWithPeople(shop, 'Waits', { orderLimit: 10 });
    const before = await stock();
    const key = { headers: { 'idempotency-key': 'waits-once' } };
    const body = {
      name: 'B',
      address: '1 Dock Road',
      phone: '5',
      companyId: people.company._id,
      tool: 'Mallet',
      quantity: 50,
    };
    const made = await shop.call('POST', '/order', { as: people.buyer.token, body, ...key });
    const order = (await made.json()) as Order;
    expect(order).toMatchObject({ state: 'waiting', paid: false });
    expect(Date.parse(order.approval!.until)).toBeGreaterThan(Date.now());
    expect(await stock()).toBe(before - 50);
    const again = await shop.call('POST', '/order', { as: people.buyer.token, body, ...key });
    expect(await again.json()).toEqual(order);
    const list = await shop.call('GET', `/order?email=${people.buyer.email}&state=waiting`, { as: people.buyer.token });
    expect(((await list.json()) as Order[]).map(({ _id }) => _id)).toEqual([order._id]);
    const at = `/order/${order._id}`;
    const today = new Date().toISOString().slice(0, 10);
    const tries = [
      shop.call('POST', '/create-payment-intent', { as: people.buyer.token, body: { order: order._id } }),
      shop.call('PATCH', at, { as: people.buyer.token, body: { order: order._id, transactionId: 'pi_1' } }),
      shop.call('GET', `${at}/payment`, { as: people.buyer.token }),
      shop.call('GET', `${at}/pro-forma.pdf`, { as: people.buyer.token }),
      shop.call('POST', `${at}/payment`, { as: ada, body: { date: today, reference: 'x' } }),
      shop.call('POST', `${at}/shipment`, { as: ada, body: { carrier: 'DHL' } }),
    ];
    const codes = await Promise.all(tries.map(async (answer) => codeOf(await answer)));
    expect(codes).toEqual(Array(tries.length).fill('APPROVAL_NEEDED'));
    const decided = await decide(shop, order, people.approver, 'approve', 'Needed on site 7');
    expect(await decided.json()).toMatchObject({
      state: 'unpaid',
      holdUntil: expect.any(String),
      approval: {
        state: 'approved',
        decidedBy: { name: 'WaitsApprover', email: people.approver.email },
        decidedAt: expect.any(String),
        note: 'Needed on site 7',
      },
    });
    expect(await codeOf(await shop.call('GET', `${at}/payment`, { as: people.buyer.token }))).toBe('200');
    expect(await stock()).toBe(before - 50);
  });

  it('for which a transfer was chosen has the days of one once it is approved, whenever that is', async () => {
    const people = await companyWithPeople(shop, 'Transfer', { orderLimit: 10 });
    const order = await waitingFor(shop, people, 7, { pay: 'transfer' });
    const approved = (await (await decide(shop, order, people.approver, 'approve')).json()) as Order;
    expect(Date.parse(approved.holdUntil!) - Date.parse(approved.approval!.decidedAt!)).toBe(7 * 86_400_000);
    const byCard = await waitingFor(shop, people, 7);
    const other = (await (await decide(shop, byCard, people.approver, 'approve')).json()) as Order;
    expect(Date.parse(other.holdUntil!) - Date.parse(other.approval!.decidedAt!)).toBe(2 * 86_400_000);
  });

  it('is withdrawn by who ordered it: its stock is free, and nothing is to be decided any more', async () => {
    const people = await companyWithPeople(shop, 'Withdrawn', { orderLimit: 10 });
    const before = await stock();
    const order = await waitingFor(shop, people, 7);
    expect((await shop.call('DELETE', `/order/${order._id}`, { as: people.buyer.token })).status).toBe(200);
    expect(await stock()).toBe(before);
    expect(await codeOf(await decide(shop, order, people.approver, 'approve'))).toBe('ALREADY_DECIDED');
    const now = (await (await shop.call('GET', `/order/${order._id}`, { as: people.buyer.token })).json()) as Order;
    expect(now).toMatchObject({ state: 'cancelled', approval: null });
  });

  it('is withdrawn by a manager of the company, too, and by nobody else of it', async () => {
    const people = await companyWithPeople(shop, 'Managed', { orderLimit: 10 });
    const order = await waitingFor(shop, people, 7);
    const withdraw = (person: { token: string }) => shop.call('DELETE', `/order/${order._id}`, { as: person.token });
    expect(await codeOf(await withdraw(people.approver))).toBe('FORBIDDEN');
    expect(await codeOf(await withdraw(people.manager))).toBe('200');
    expect(await codeOf(await decide(shop, order, people.approver, 'approve'))).toBe('ALREADY_DECIDED');
  });

  it('counts among the open orders of its buyer', async () => {
    const people = await companyWithPeople(shop, 'Twenty', { orderLimit: 0 });
    for (let index = 0; index < 20; index++) await waitingFor(shop, people, 1);
    expect(await codeOf(await orderFor(shop, people.company, people.buyer, 1))).toBe('TOO_MANY_OPEN_ORDERS');
  });
});

describe('who decides', () => {
  it('who ordered approves it: never, neither a buyer nor a manager approves the own order', async () => {
    const people = await companyWithPeople(shop, 'Self', { orderLimit: 0 });
    const order = await waitingFor(shop, people, 3);
    expect(await codeOf(await decide(shop, order, people.buyer, 'approve'))).toBe('FORBIDDEN');
    await setMember(shop, people, people.buyer, { role: 'manager', orderLimit: null, monthLimit: null });
    expect(await codeOf(await decide(shop, order, people.buyer, 'approve'))).toBe('FORBIDDEN');
    expect(await codeOf(await decide(shop, order, people.manager, 'approve'))).toBe('200');
  });

  it('is an approver or manager up to the own limit; others of the company and staff are refused, strangers see nothing', async () => {
    const people = await companyWithPeople(shop, 'Who', { orderLimit: 0 });
    const books = await shop.person('WhoBooks');
    const other = await shop.person('WhoOther');
    await join(shop, { ...people, person: books, role: 'accounts' });
    await join(shop, { ...people, person: other, role: 'buyer' });
    await setMember(shop, people, people.approver, { role: 'approver', orderLimit: 20, monthLimit: null });
    const order = await waitingFor(shop, people, 30);
    const stranger = await shop.person('WhoStranger');
    const codes = await Promise.all(
      [people.approver, books, other, stranger].map(async (person) =>
        codeOf(await decide(shop, order, person, 'reject')),
      ),
    );
    expect(codes).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'ORDER_NOT_FOUND']);
    expect(await codeOf(await shop.call('GET', `/order/${order._id}`, { as: other.token }))).toBe('ORDER_NOT_FOUND');
    expect(await codeOf(await decide(shop, order, { ...books, token: ada }, 'reject'))).toBe('FORBIDDEN');
    expect(await codeOf(await decide(shop, order, people.manager, 'perhaps'))).toBe('VALIDATION_ERROR');
    const before = await stock();
    expect(await (await decide(shop, order, people.manager, 'reject', 'Too dear')).json()).toMatchObject({
      state: 'rejected',
      approval: { state: 'rejected', note: 'Too dear' },
    });
    expect(await stock()).toBe(before + 30);
    expect(await codeOf(await decide(shop, order, people.manager, 'approve'))).toBe('ALREADY_DECIDED');
    const list = await shop.call('GET', `/order?email=${people.buyer.email}`, { as: people.buyer.token });
    expect(await list.json()).toEqual([]);
    const rejected = await shop.call('GET', `/order?email=${people.buyer.email}&state=rejected`, {
      as: people.buyer.token,
    });
    expect(await rejected.json()).toHaveLength(1);
  });

  it('is a deputy while whoever they stand in for is away, today included, and no longer', async () => {
    const people = await companyWithPeople(shop, 'Deputy', { orderLimit: 0 });
    const deputy = await shop.person('DeputyDeputy');
    await join(shop, { ...people, person: deputy, role: 'buyer' });
    const [clock] = await shop.parts.database.raw<{ today: string; yesterday: string }>(
      `select shop_today()::text as today, (shop_today() - 1)::text as yesterday`,
    );
    const away = (awayUntil: string, orderLimit: number | null = null) =>
      setMember(shop, people, people.approver, {
        role: 'approver',
        orderLimit,
        monthLimit: null,
        deputy: deputy.userId,
        awayUntil,
      });
    const order = await waitingFor(shop, people, 3);
    await away(clock!.yesterday);
    expect(await codeOf(await decide(shop, order, deputy, 'approve'))).toBe('FORBIDDEN');
    await away(clock!.today, 5);
    expect(await codeOf(await decide(shop, order, deputy, 'approve'))).toBe('FORBIDDEN');
    await away(clock!.today);
    expect(await codeOf(await decide(shop, order, deputy, 'approve'))).toBe('200');
    const own = (await (await orderFor(shop, people.company, deputy, 3)).json()) as Order;
    expect(own.state).toBe('unpaid');
  });
});
