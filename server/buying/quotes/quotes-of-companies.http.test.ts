import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { decide, companyWithPeople, type People, setMember } from '#server/buying/approvals/approvals-for-tests.ts';
import { activate, type Person } from '#server/buying/companies/company-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { quoteCalls } from './quotes-for-tests.ts';

let shop: TestShop;
let calls: ReturnType<typeof quoteCalls>;
let sally: Person;
let ada: Person;
let hammer: Tool;
let awl: Tool;
let people: People;
let counter = 0;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  calls = quoteCalls(shop);
  [sally, ada] = [await shop.person('Sally', 'sales'), await shop.person('Root', 'admin')];
  hammer = await shop.tool({ name: 'Hammer', price: 10, availableQuantity: 1_000 });
  awl = await shop.tool({ name: 'Awl', price: 5, availableQuantity: 1_000 });
});
afterAll(() => shop.close());
beforeEach(async () => {
  people = await companyWithPeople(shop, `Quoted${++counter}`, { orderLimit: 100 });
});

const stock = async () => ((await (await shop.call('GET', `/tool/${hammer._id}`)).json()) as Tool).availableQuantity;
/** 30 hammers at 8 for the company, above its buyer's limit. */
const offered = async (freight = 5) => {
  const { body } = await calls.ask(people.buyer.token, [[hammer, 30]], { companyId: people.company._id });
  await calls.offer(sally.token, body._id, [[hammer, 30, 8]], { freight });
  return body._id;
};
const lettersTo = (email: string) =>
  shop.parts.database.raw<{ subject: string }>(`select subject from mails where "to" = $1 order by created_at, id`, [
    email,
  ]);

describe('accepting a quote that is above a limit', () => {
  it('waits for approval at the offered price, holds its stock, and goes on to paying once it is approved', async () => {
    const id = await offered();
    const before = await stock();
    const { status, body } = await calls.accept(people.buyer.token, id, 1, 245);
    expect([status, body.state, body.price, body.approval?.reasons]).toEqual([
      201,
      'waiting',
      245,
      [{ code: 'ORDER_LIMIT', limit: 100, sum: 245 }],
    ]);
    expect(await stock()).toBe(before - 30);
    expect((await calls.read(people.buyer.token, id)).body).toMatchObject({ state: 'ordered', orderId: body._id });
    expect(await calls.accept(people.buyer.token, id, 1, 245)).toMatchObject({
      status: 200,
      body: { _id: body._id, state: 'waiting' },
    });
    await shop.atRest();
    expect((await lettersTo(people.approver.email)).at(-1)?.subject).toContain('asks you to approve $245');
    const decided = await decide(shop, body as Order, people.approver, 'approve');
    expect(await decided.json()).toMatchObject({ state: 'unpaid', price: 245, freight: 5, quoteId: id });
  });

  it('that is rejected frees its stock, and the quote is over: nobody orders it a second time', async () => {
    const id = await offered();
    const before = await stock();
    const { body } = await calls.accept(people.buyer.token, id, 1, 245);
    await decide(shop, body as Order, people.approver, 'reject', 'Too dear');
    expect(await stock()).toBe(before);
    expect(await calls.accept(people.manager.token, id, 1, 245)).toMatchObject({
      status: 200,
      body: { _id: body._id, state: 'rejected' },
    });
    expect(await calls.offer(sally.token, id, [[hammer, 30, 7]])).toMatchObject({
      status: 409,
      body: { code: 'QUOTE_OVER', state: 'ordered' },
    });
  });

  it('where nobody could approve it is refused, and the offer stays', async () => {
    const id = await offered();
    for (const person of [people.manager, people.approver])
      await setMember(shop, people, person, {
        role: person === people.manager ? 'manager' : 'approver',
        orderLimit: 50,
        monthLimit: null,
      });
    const before = await shop.digest();
    expect(await calls.accept(people.buyer.token, id, 1, 245)).toMatchObject({
      status: 409,
      body: { code: 'NO_APPROVER' },
    });
    expect(await shop.digest()).toBe(before);
    expect((await calls.read(people.buyer.token, id)).body.state).toBe('offered');
  });
});

describe('accepting a quote on account', () => {
  it('is owed at the offered price and freight, with its invoice and due day', async () => {
    await activate(shop, ada, people.company, { termsDays: 14, creditLimit: 300 });
    const id = await offered();
    const accepted = await calls.accept(people.manager.token, id, 1, 245, { pay: 'account' });
    expect(accepted).toMatchObject({
      status: 201,
      body: { state: 'open', onAccount: true, paid: false, price: 245, freight: 5, quoteId: id },
    });
    const order = accepted.body as Order;
    expect([order.invoiceNumber, order.dueAt]).toEqual([
      expect.any(String),
      expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    ]);
    const account = await shop.call('GET', `/company/${people.company._id}/account`, { as: people.manager.token });
    expect(await account.json()).toMatchObject({ open: 245, available: 55 });
  });

  it('without terms, or beyond the credit, orders nothing, and the offer stays', async () => {
    const id = await offered();
    expect(await calls.accept(people.manager.token, id, 1, 245, { pay: 'account' })).toMatchObject({
      status: 409,
      body: { code: 'NO_TERMS' },
    });
    await activate(shop, ada, people.company, { termsDays: 14, creditLimit: 244.99 });
    expect(await calls.accept(people.manager.token, id, 1, 245, { pay: 'account' })).toMatchObject({
      status: 409,
      body: { code: 'CREDIT_LIMIT', limit: 244.99, open: 0, available: 244.99 },
    });
    expect((await calls.read(people.buyer.token, id)).body.state).toBe('offered');
  });
});

describe('a quote of a company', () => {
  it('is asked for by staff for a customer on the telephone: it is the customer’s and their company’s', async () => {
    const { buyer, company, approver } = people;
    const asked = await calls.ask(sally.token, [[hammer, 30]], { customer: buyer.email, companyId: company._id });
    expect(asked).toMatchObject({ status: 201, body: { companyId: company._id, buyer: { email: buyer.email } } });
    expect((await calls.read(approver.token, asked.body._id)).status).toBe(200);
    const stranger = await shop.person(`Stranger${counter}`);
    expect(
      await calls.ask(sally.token, [[hammer, 30]], { customer: stranger.email, companyId: company._id }),
    ).toMatchObject({ status: 404, body: { code: 'COMPANY_NOT_FOUND' } });
  });

  it('is answered with a tool that nobody had asked for, and without one that was', async () => {
    const { body } = await calls.ask(people.buyer.token, [[hammer, 30]], { companyId: people.company._id });
    const { status, body: quote } = await calls.offer(sally.token, body._id, [[awl, 12, 4.5]]);
    expect([status, quote.versions[0]?.lines.map(({ tool, listPrice }) => [tool, listPrice])]).toEqual([
      201,
      [['Awl', 5]],
    ]);
    expect(await calls.accept(people.buyer.token, body._id, 1, 54)).toMatchObject({
      status: 201,
      body: { lines: [{ toolId: awl._id, quantity: 12, unitPrice: 4.5 }] },
    });
  });

  it('that somebody asked for who has left the company since is no longer told to them, but to its managers', async () => {
    const { body } = await calls.ask(people.buyer.token, [[hammer, 30]], { companyId: people.company._id });
    const leave = `/company/${people.company._id}/member/${people.buyer.userId}`;
    await shop.call('DELETE', leave, { as: people.manager.token });
    const before = await lettersTo(people.buyer.email);
    await calls.offer(sally.token, body._id, [[hammer, 30, 8]], { note: 'For your company alone' });
    await calls.say(sally.token, body._id, 'What do you say?');
    await calls.withdraw(sally.token, body._id);
    expect(await lettersTo(people.buyer.email)).toEqual(before);
    expect((await lettersTo(people.manager.email)).slice(-3).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Our offer'),
      expect.stringContaining('wrote about'),
      expect.stringContaining('was withdrawn'),
    ]);
  });

  it('is told to the shop by the name of whoever of the company wrote, accepted or declined, not of who asked', async () => {
    const { company, manager, approver } = people;
    const [first, second] = [await offered(), await offered()];
    await calls.say(approver.token, first, 'Is it forged?');
    expect((await calls.accept(manager.token, first, 1, 245)).status).toBe(201);
    expect((await calls.decline(approver.token, second)).status).toBe(200);
    const letters = (await lettersTo(sally.email))
      .map(({ subject }) => subject)
      .filter((subject) => subject.includes(`(${company.name})`));
    const [one, other] = [(await calls.read(ada.token, first)).body, (await calls.read(ada.token, second)).body];
    const name = (role: string) => `Quoted${counter}${role} (${company.name})`;
    expect(letters).toEqual([
      `${name('Buyer')} requested a quote: ${one.number}`,
      `${name('Buyer')} requested a quote: ${other.number}`,
      `${name('Approver')} wrote about ${one.number}`,
      `${name('Manager')} accepted ${one.number}`,
      `${name('Approver')} declined ${other.number}`,
    ]);
  });
});
