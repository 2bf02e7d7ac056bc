import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { transaction } from '#server/engine/db/transaction.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import type { Person } from '#server/buying/companies/company-for-tests.ts';
import { join } from '#server/buying/companies/company-for-tests.ts';
import { MONDAY_TO_FRIDAY, workingDaySince } from '#contract/working-days.ts';
import { moveOrder } from '#server/buying/order-life/order-life.ts';
import { codeOf, decide, companyWithPeople, linksTo, setMember, waitingFor } from './approvals-for-tests.ts';
import { remindApprovers } from './remind-approvers.ts';

let shop: TestShop;
let ada: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  await shop.tool({ name: 'Mallet', price: 10, availableQuantity: 1_000_000 });
  ada = await shop.person('Ada', 'admin');
});
afterAll(() => shop.close());

const look = (token: string) => shop.call('GET', `/approval/${token}`);
const byLetter = (token: string, decision: string, note?: string) =>
  shop.call('POST', `/approval/${token}`, { body: { decision, ...(note ? { note } : {}) } });
const orderNow = async (order: Order) =>
  (await (await shop.call('GET', `/order/${order._id}`, { as: ada.token })).json()) as Order;
const lettersTo = async (person: Person) => {
  await shop.atRest();
  const rows = await shop.lettersTo(person.email);
  return rows.map(({ subject, text }) => `${subject}\n${text}`);
};

describe('a letter', () => {
  it('goes to each who may approve, and says who, what, how much, why and what the month stands at; the buyer learns who was asked', async () => {
    const people = await companyWithPeople(shop, 'Letters', { orderLimit: 100, monthLimit: 500 });
    const order = await waitingFor(shop, people, 30, { purchaseOrder: 'PO-77', note: 'For site 7', country: 'NO' });
    for (const person of [people.manager, people.approver]) {
      const letter = (await lettersTo(person)).at(-1) ?? '';
      for (const said of ['LettersBuyer', '30 × Mallet', '$300.00', '$100.00', 'of $500.00', 'PO-77', 'For site 7'])
        expect(letter).toContain(said);
      expect(letter).toContain('1 Dock Road, Norway');
    }
    const letters = await lettersTo(people.buyer);
    expect(letters.filter((text) => text.includes(order.number))).toEqual([
      expect.stringContaining(`Order ${order.number} is waiting for approval`),
    ]);
    expect(letters.at(-1)).toContain('LettersApprover or LettersManager');
  });

  it('a mail scanner that opens the link approves: it shows all without signing in, and decides nothing, whatever it is asked', async () => {
    const people = await companyWithPeople(shop, 'Scanner', { orderLimit: 100, monthLimit: 500 });
    const order = await waitingFor(shop, people, 30);
    const [token = ''] = await linksTo(shop, people.approver, order);
    const seen = await look(token);
    expect(seen.headers.get('cache-control')).toContain('no-store');
    expect(await seen.json()).toEqual({
      ...(await orderNow(order)),
      approver: { userId: people.approver.userId, name: 'ScannerApprover' },
      standing: {
        month: { limit: 500, sum: 0 },
        costCentre: null,
        others: [{ userId: people.manager.userId, name: 'ScannerManager' }],
      },
    });
    for (const method of ['HEAD', 'OPTIONS', 'PUT', 'DELETE']) await shop.call(method, `/approval/${token}`);
    await shop.call('POST', `/approval/${token}`);
    await shop.call('GET', `/approval/${token}?decision=approve`);
    expect(await orderNow(order)).toMatchObject({ state: 'waiting' });
  });

  it('approves: the order goes on to paying, and its buyer is told who approved it and how to pay', async () => {
    const people = await companyWithPeople(shop, 'Approves', { orderLimit: 100 });
    const order = await waitingFor(shop, people, 30);
    const [token = ''] = await linksTo(shop, people.approver, order);
    const decided = await byLetter(token, 'approve', 'Go ahead');
    expect(await decided.json()).toMatchObject({
      state: 'unpaid',
      approval: { state: 'approved', decidedBy: { email: people.approver.email }, note: 'Go ahead' },
    });
    const letter = (await lettersTo(people.buyer)).at(-1) ?? '';
    for (const said of [`Order ${order.number} is approved`, 'ApprovesApprover', 'Go ahead', `payment/${order._id}`])
      expect(letter).toContain(said);
    const log = await shop.call('GET', `/audit?about=${order._id}`, { as: ada.token });
    expect(await log.json()).toContainEqual(
      expect.objectContaining({ action: 'order.approved', actor: people.approver.email }),
    );
  });

  it('rejects with a note, which the buyer reads', async () => {
    const people = await companyWithPeople(shop, 'Rejects', { orderLimit: 100 });
    const order = await waitingFor(shop, people, 30);
    const [token = ''] = await linksTo(shop, people.manager, order);
    expect(await (await byLetter(token, 'reject', 'Ask for a quote first')).json()).toMatchObject({
      state: 'rejected',
    });
    expect((await lettersTo(people.buyer)).at(-1)).toContain('Ask for a quote first');
    const history = await shop.call('GET', `/tool/${order.toolId}/stock-history?limit=2`, { as: ada.token });
    expect(await history.json()).toMatchObject([
      { kind: 'released', change: 30, order: order._id },
      { kind: 'ordered', change: -30, order: order._id },
    ]);
  });

  it('is passed on to another approver: they have a link of their own, the buyer is told, and the old link is over', async () => {
    const people = await companyWithPeople(shop, 'Passes', { orderLimit: 100 });
    const order = await waitingFor(shop, people, 30);
    const [token = ''] = await linksTo(shop, people.approver, order);
    const before = (await linksTo(shop, people.manager, order)).length;
    const to = (userId: string) => shop.call('POST', `/approval/${token}/pass`, { body: { userId } });
    for (const wrong of [people.buyer.userId, people.approver.userId, ada.userId])
      expect(await codeOf(await to(wrong))).toBe('VALIDATION_ERROR');
    expect(await (await to(people.manager.userId)).json()).toEqual({
      userId: people.manager.userId,
      name: 'PassesManager',
    });
    expect(await codeOf(await look(token))).toBe('APPROVAL_GONE');
    expect((await lettersTo(people.buyer)).at(-1)).toContain('PassesApprover passed the approval');
    const links = await linksTo(shop, people.manager, order);
    expect(links).toHaveLength(before + 1);
    expect(await codeOf(await byLetter(links.at(-1)!, 'approve'))).toBe('200');
  });
});

describe('a link', () => {
  it('that is guessed, cut short or none of ours is unknown', async () => {
    const people = await companyWithPeople(shop, 'Guessed', { orderLimit: 100 });
    const order = await waitingFor(shop, people, 30);
    const [token = ''] = await linksTo(shop, people.approver, order);
    const [row] = await shop.parts.database.raw<{ hash: string }>(
      'select token_hash as hash from approval_tokens where order_id = $1',
      [order._id],
    );
    for (const guess of [token.slice(0, -1), token.toLowerCase(), row!.hash, order._id, 'x', `${token}%00`]) {
      expect((await look(guess)).status, guess).toBeGreaterThanOrEqual(400);
      expect(await codeOf(await byLetter(guess, 'approve')), guess).toMatch(/^(APPROVAL_NOT_FOUND|VALIDATION_ERROR)$/);
    }
    expect(await codeOf(await look('x'.repeat(201)))).toBe('VALIDATION_ERROR');
    expect(await orderNow(order)).toMatchObject({ state: 'waiting' });
  });

  it('that is replayed, or another approver’s once one has decided, is over', async () => {
    const people = await companyWithPeople(shop, 'Replayed', { orderLimit: 100 });
    const order = await waitingFor(shop, people, 30);
    const [token = ''] = await linksTo(shop, people.approver, order);
    const [other = ''] = await linksTo(shop, people.manager, order);
    expect(await codeOf(await byLetter(token, 'reject'))).toBe('200');
    for (const each of [token, other]) {
      expect(await codeOf(await byLetter(each, 'approve'))).toBe('APPROVAL_GONE');
      expect(await codeOf(await look(each))).toBe('APPROVAL_GONE');
    }
    expect(await orderNow(order)).toMatchObject({ state: 'rejected' });
  });

  it('of before the order changed is over; a new letter says what it is now', async () => {
    const people = await companyWithPeople(shop, 'Changed', { orderLimit: 100 });
    const order = await waitingFor(shop, people, 30);
    const [token = ''] = await linksTo(shop, people.approver, order);
    const body = { address: '99 Elsewhere' };
    const changed = await shop.call('PUT', `/order/${order._id}/details`, { as: people.manager.token, body });
    expect(changed.status).toBe(200);
    expect(await codeOf(await byLetter(token, 'approve'))).toBe('APPROVAL_GONE');
    const links = await linksTo(shop, people.approver, order);
    expect(links).toHaveLength(2);
    const letter = (await lettersTo(people.approver)).at(-1);
    expect(letter).toContain('99 Elsewhere');
    // It was the manager.
    expect(letter).not.toContain('ChangedBuyer changed');
    expect(await codeOf(await byLetter(links[1]!, 'approve'))).toBe('200');
  });

  it('is dead once its approver left, may not any more, may not so much, is disabled or gone', async () => {
    const people = await companyWithPeople(shop, 'Lost', { orderLimit: 100 });
    const { company, manager } = people;
    const others = await Promise.all(['Left', 'Demoted', 'Less', 'Banned', 'Gone'].map((name) => shop.person(name)));
    for (const person of others) await join(shop, { company, manager, person, role: 'approver' });
    const [left, demoted, less, banned, gone] = others as [Person, Person, Person, Person, Person];
    const order = await waitingFor(shop, people, 30);
    const tokens = await Promise.all(others.map(async (person) => (await linksTo(shop, person, order))[0]!));
    await shop.call('DELETE', `/company/${company._id}/member/${left.userId}`, { as: left.token });
    await setMember(shop, people, demoted, { role: 'accounts', orderLimit: null, monthLimit: null });
    await setMember(shop, people, less, { role: 'approver', orderLimit: 299.99, monthLimit: null });
    await shop.parts.database.raw('update users set banned = true where id = $1', [banned.userId]);
    await shop.call('DELETE', `/user/${gone.userId}`, { as: ada.token });
    for (const token of tokens) {
      expect(await codeOf(await look(token))).toBe('APPROVAL_GONE');
      expect(await codeOf(await byLetter(token, 'approve'))).toBe('APPROVAL_GONE');
    }
    expect(await orderNow(order)).toMatchObject({ state: 'waiting' });
  });

  it('stays dead where its approver gets the right back: they decide in the dashboard, or by the next letter', async () => {
    const people = await companyWithPeople(shop, 'Back', { orderLimit: 100 });
    const { company, manager, approver } = people;
    const [rejoined, deputy] = [await shop.person('Rejoined'), await shop.person('Stand-in')];
    await join(shop, { company, manager, person: rejoined, role: 'approver' });
    await join(shop, { company, manager, person: deputy, role: 'buyer' });
    const may = { role: 'approver', orderLimit: null, monthLimit: null } as const;
    await setMember(shop, people, approver, { ...may, deputy: deputy.userId, awayUntil: '2999-12-31' });
    const order = await waitingFor(shop, people, 30);
    const tokens: string[] = [];
    for (const person of [approver, rejoined, deputy]) tokens.push((await linksTo(shop, person, order))[0]!);
    const [managers] = await linksTo(shop, manager, order);
    await shop.call('DELETE', `/company/${company._id}/member/${rejoined.userId}`, { as: rejoined.token });
    await setMember(shop, people, approver, { role: 'accounts', orderLimit: null, monthLimit: null });
    await join(shop, { company, manager, person: rejoined, role: 'approver' });
    await setMember(shop, people, approver, may);
    for (const token of tokens) expect(await codeOf(await byLetter(token, 'approve'))).toBe('APPROVAL_GONE');
    expect((await look(managers!)).status).toBe(200);
    expect((await decide(shop, order, approver, 'approve')).status).toBe(200);
  });

  it('is never the buyer’s, and is over once they withdraw or the time is over', async () => {
    const people = await companyWithPeople(shop, 'Over', { orderLimit: 100 });
    const order = await waitingFor(shop, people, 30);
    expect(await linksTo(shop, people.buyer, order)).toEqual([]);
    const [token = ''] = await linksTo(shop, people.approver, order);
    await setMember(shop, people, people.buyer, { role: 'manager', orderLimit: 100, monthLimit: null });
    expect(await codeOf(await decide(shop, order, people.buyer, 'approve'))).toBe('FORBIDDEN');
    await shop.call('DELETE', `/order/${order._id}`, { as: people.buyer.token });
    expect(await codeOf(await byLetter(token, 'approve'))).toBe('APPROVAL_GONE');
    const late = await waitingFor(shop, people, 30);
    const [another = ''] = await linksTo(shop, people.approver, late);
    await shop.parts.database.raw(`update approvals set until = now() where order_id = $1`, [late._id]);
    expect(await codeOf(await byLetter(another, 'approve'))).toBe('APPROVAL_GONE');
    expect(await codeOf(await decide(shop, late, people.approver, 'approve'))).toBe('ALREADY_DECIDED');
    await shop.parts.database.raw(`update orders set hold_until = now() where id = $1`, [late._id]);
    const list = await shop.call('GET', '/approvals', { as: people.approver.token });
    expect(await list.json()).toEqual([]);
  });
});

describe('what nobody decides', () => {
  it('is reminded of once, after a working day or before it expires, and both sides are told', async () => {
    const people = await companyWithPeople(shop, 'Reminded', { orderLimit: 100 });
    const order = await waitingFor(shop, people, 30);
    const before = await linksTo(shop, people.approver, order);
    await remindApprovers(shop.parts.database);
    expect(await linksTo(shop, people.approver, order)).toEqual(before);
    await shop.parts.database.raw(`update approvals set remind_at = now() where order_id = $1`, [order._id]);
    await Promise.all([remindApprovers(shop.parts.database), remindApprovers(shop.parts.database)]);
    await remindApprovers(shop.parts.database);
    const links = await linksTo(shop, people.approver, order);
    expect(links).toHaveLength(before.length + 1);
    expect((await lettersTo(people.buyer)).at(-1)).toContain('still waiting for approval');
    // The first letter's link is as good as the second's.
    expect(await codeOf(await byLetter(before[0]!, 'approve'))).toBe('200');
  });

  it('is not reminded of once its time is over, even where the shop was away meanwhile', async () => {
    const people = await companyWithPeople(shop, 'Away', { orderLimit: 100 });
    const order = await waitingFor(shop, people, 30);
    const before = await linksTo(shop, people.approver, order);
    await shop.parts.database.raw(
      `update approvals set remind_at = now() - interval '1 hour', until = now() where order_id = $1`,
      [order._id],
    );
    await remindApprovers(shop.parts.database);
    expect(await linksTo(shop, people.approver, order)).toEqual(before);
    expect((await lettersTo(people.buyer)).at(-1)).not.toContain('still waiting');
  });

  it('is reminded of a working day later, before three quarters of its time are over', async () => {
    const people = await companyWithPeople(shop, 'Remembered', { orderLimit: 100 });
    const order = await waitingFor(shop, people, 30);
    const [asked] = await shop.parts.database.raw<{ created: Date; remind: Date; until: Date }>(
      `select o.created_at as created, a.remind_at as remind, a.until from approvals a join orders o on o.id = a.order_id
       where o.id = $1`,
      [order._id],
    );
    const { created, remind, until } = asked!;
    const heldMs = until.getTime() - created.getTime();
    const workingDay = workingDaySince(created, { ...MONDAY_TO_FRIDAY, timeZone: 'UTC' }).getTime();
    expect(remind.getTime()).toBe(Math.min(workingDay, created.getTime() + (heldMs * 3) / 4));
  });

  it('expires with its hold, frees its stock, and both sides are told', async () => {
    const people = await companyWithPeople(shop, 'Expires', { orderLimit: 100 });
    const order = await waitingFor(shop, people, 30);
    await transaction(shop.parts.database, (tx) => moveOrder(tx, order._id, 'expire'));
    expect(await orderNow(order)).toMatchObject({ state: 'expired', approval: { state: 'expired' } });
    expect((await lettersTo(people.buyer)).at(-1)).toContain(`Order ${order.number} expired`);
    expect((await lettersTo(people.approver)).at(-1)).toContain(`Nobody approved order ${order.number} in time`);
  });
});

describe('the list of what waits', () => {
  it('approving loads all 5,000 orders: it has what the caller may approve, and reads no other order of the company', async () => {
    const people = await companyWithPeople(shop, 'Listed', { orderLimit: 100 });
    const orders = [await waitingFor(shop, people, 20), await waitingFor(shop, people, 30)];
    await shop.parts.database.raw(
      `insert into orders (id, user_id, name, email, address, phone, total_cents, company_id, state, created_at)
       select 'listed' || n, $1, 'x', 'y', 'z', '1', 100, $2, 'deleted', now() - n * interval '1 minute' from generate_series(1, 5000) n`,
      [people.buyer.userId, people.company._id],
    );
    await setMember(shop, people, people.approver, { role: 'approver', orderLimit: 250, monthLimit: null });
    const list = async (person: Person, query = '') => shop.call('GET', `/approvals${query}`, { as: person.token });
    const all = await list(people.manager);
    expect(all.headers.get('x-total-count')).toBe('2');
    expect(((await all.json()) as Order[]).map(({ _id }) => _id)).toEqual(orders.map(({ _id }) => _id).toReversed());
    const some = (await (await list(people.approver, `?companyId=${people.company._id}`)).json()) as Order[];
    expect(some.map(({ _id }) => _id)).toEqual([orders[0]!._id]);
    for (const person of [people.buyer, ada]) expect(await (await list(person)).json()).toEqual([]);
    const stranger = await shop.person('Nobody');
    expect(await codeOf(await list(stranger, `?companyId=${people.company._id}`))).toBe('COMPANY_NOT_FOUND');
    const plan = await shop.parts.database.raw<{ 'QUERY PLAN': string }>(
      `explain select id from orders where state = 'waiting' and company_id = '${people.company._id}' order by created_at desc limit 21`,
    );
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('orders_waiting');
  });

  it('says what the month stands at, to who may approve alone', async () => {
    const people = await companyWithPeople(shop, 'Stands', { orderLimit: 100, monthLimit: 800 });
    const order = await waitingFor(shop, people, 30);
    const ask = (person: Person) => shop.call('GET', `/order/${order._id}/approval`, { as: person.token });
    expect(await (await ask(people.approver)).json()).toEqual({
      month: { limit: 800, sum: 0 },
      costCentre: null,
      others: [{ userId: people.manager.userId, name: 'StandsManager' }],
    });
    expect(await codeOf(await ask(people.buyer))).toBe('FORBIDDEN');
    const pass = (person: Person, userId: string) =>
      shop.call('POST', `/order/${order._id}/approval/pass`, { as: person.token, body: { userId } });
    expect(await codeOf(await pass(people.buyer, people.manager.userId))).toBe('FORBIDDEN');
    expect(await codeOf(await pass(people.approver, people.manager.userId))).toBe('200');
    await decide(shop, order, people.manager, 'approve');
    expect(await codeOf(await ask(people.approver))).toBe('ALREADY_DECIDED');
  });
});

it('of two who decide at the same moment one is heard, and the other learns that it is decided', async () => {
  const people = await companyWithPeople(shop, 'Twice', { orderLimit: 100 });
  for (let round = 0; round < 5; round++) {
    const order = await waitingFor(shop, people, 30);
    const answers = await Promise.all([
      decide(shop, order, people.approver, 'approve'),
      decide(shop, order, people.manager, 'reject'),
    ]);
    const codes = await Promise.all(answers.map(codeOf));
    expect(codes.toSorted()).toEqual(['200', 'ALREADY_DECIDED']);
    expect((await orderNow(order)).state).toBe(codes[0] === '200' ? 'unpaid' : 'rejected');
  }
});
