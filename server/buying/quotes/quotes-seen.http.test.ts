import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import type { Company } from '#contract/buying/companies.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { activate, join, openCompany, type Person } from '#server/buying/companies/company-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { findQuotes } from './find-quotes.ts';
import { PRICE, quoteCalls, quoteStage } from './quotes-for-tests.ts';
import { seenInParts } from './whose-quotes.ts';

let shop: TestShop;
let calls: ReturnType<typeof quoteCalls>;
let sally: Person;
let alice: Person;
let hammer: Tool;
let saw: Tool;
let offered: () => Promise<string>;
let counter = 0;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  calls = quoteCalls(shop);
  sally = await shop.person('Sally', 'sales');
});
afterAll(() => shop.close());
beforeEach(async () => ({ alice, hammer, saw, offered } = await quoteStage(shop, sally, ++counter)));

describe('messages at a quote', () => {
  it('go to the other side by letter, and say no address of either', async () => {
    const { body } = await calls.ask(alice.token, [[hammer, 3]]);
    const said = await calls.say(sally.token, body._id, 'Could it be 10?');
    expect(said).toMatchObject({ status: 200, body: { messages: [{ by: 'shop', text: 'Could it be 10?' }] } });
    await calls.say(alice.token, body._id, 'Yes, 10 would do');
    const quote = (await calls.read(alice.token, body._id)).body;
    expect(quote.messages.map(({ by, name }) => [by, name])).toEqual([
      ['shop', ''],
      ['buyer', `Alice${counter}`],
    ]);
    expect((await calls.read(sally.token, body._id)).body.messages[0]?.name).toBe('Sally');
    const [toAlice, toSally] = [(await shop.lettersTo(alice.email)).at(-1), (await shop.lettersTo(sally.email)).at(-1)];
    expect(toAlice?.text).toContain('Could it be 10?');
    expect(toAlice?.text).not.toMatch(/sally|people\.test/i);
    expect(toSally?.text).toContain('Yes, 10 would do');
    expect(toSally?.text).not.toContain('people.test');
    expect(await calls.say(alice.token, body._id, '  ')).toMatchObject({ status: 400 });
  });

  it('are two hundred at most', async () => {
    const { body } = await calls.ask(alice.token, [[hammer, 3]]);
    await shop.parts.database.raw(
      `insert into quote_messages (id, quote_id, side, name, text) select $1 || n, $1, 'buyer', 'Alice', 'Hello' from generate_series(1, 200) n`,
      [body._id],
    );
    expect(await calls.say(alice.token, body._id, 'More')).toMatchObject({ status: 422, body: { code: 'QUOTE_FULL' } });
  });
});

describe('the quotes of a company', () => {
  let company: Company;
  let manager: Person;
  let bob: Person;
  let carol: Person;
  let anna: Person;
  beforeEach(async () => {
    manager = alice;
    company = await openCompany(shop, manager, { name: `Company ${counter}` });
    [bob, carol, anna] = [
      await shop.person(`Bob${counter}`),
      await shop.person(`Carol${counter}`),
      await shop.person(`Anna${counter}`),
    ];
    for (const [person, role] of [
      [bob, 'buyer'],
      [carol, 'approver'],
      [anna, 'accounts'],
    ] as const)
      await join(shop, { company, manager, person, role });
  });

  it('wait for the company to be active, and are seen by its approvers and managers alone', async () => {
    const asked = { companyId: company._id };
    expect(await calls.ask(bob.token, [[hammer, 3]], asked)).toMatchObject({
      status: 409,
      body: { code: 'COMPANY_NOT_ACTIVE' },
    });
    company = await activate(shop, await shop.person(`Root${counter}`, 'admin'), company);
    expect(await calls.ask(anna.token, [[hammer, 3]], asked)).toMatchObject({ status: 403 });
    const { status, body } = await calls.ask(bob.token, [[hammer, 3]], asked);
    expect([status, body.companyId, body.company]).toEqual([201, company._id, company.name]);
    for (const { token } of [bob, carol, manager, sally])
      expect((await calls.list(token, `?q=${encodeURIComponent(company.name)}`)).body.map(({ _id }) => _id)).toEqual([
        body._id,
      ]);
    for (const { token } of [anna, await shop.person(`Eve${counter}`)]) {
      expect((await calls.list(token)).body).toEqual([]);
      expect((await calls.read(token, body._id)).status).toBe(404);
    }
    await shop.call('DELETE', `/company/${company._id}/member/${bob.userId}`, { as: manager.token });
    expect((await calls.read(bob.token, body._id)).status).toBe(404);
  });

  it('are accepted by its approver as the company’s order, and not while it is on hold', async () => {
    const ada = await shop.person(`Root${counter}`, 'admin');
    company = await activate(shop, ada, company);
    const { body } = await calls.ask(bob.token, [[hammer, 3]], { companyId: company._id });
    await calls.offer(sally.token, body._id, [[hammer, 3, 9]]);
    company = await activate(shop, ada, company, { status: 'on-hold' });
    expect(await calls.accept(carol.token, body._id, 1, 27)).toMatchObject({
      status: 409,
      body: { code: 'COMPANY_ON_HOLD' },
    });
    await activate(shop, ada, company);
    const accepted = await calls.accept(carol.token, body._id, 1, 27);
    expect(accepted).toMatchObject({
      status: 201,
      body: { companyId: company._id, company: company.name, orderedBy: { email: carol.email }, quoteId: body._id },
    });
    expect(await calls.accept(bob.token, body._id, 1, 27)).toMatchObject({
      status: 200,
      body: { _id: (accepted.body as Order)._id },
    });
  });
});

describe('the list of quotes', () => {
  it('is newest first, by state, by any part of number, buyer and tools, and in pages', async () => {
    const first = await offered();
    const { body: second } = await calls.ask(alice.token, [[saw, 12]]);
    const expired = await offered();
    await calls.passTo(expired, '2020-01-31');
    const idsOf = async (query: string, as = alice.token) => (await calls.list(as, query)).body.map(({ _id }) => _id);
    expect(await idsOf('')).toEqual([expired, second._id, first]);
    expect(await idsOf('?state=offered')).toEqual([first]);
    expect(await idsOf('?state=expired')).toEqual([expired]);
    expect(await idsOf('?state=asked')).toEqual([second._id]);
    expect(await idsOf(`?q=${second.number.toLowerCase()}`)).toEqual([second._id]);
    expect(await idsOf(`?q=h-${counter}`)).toEqual([expired, first]);
    expect(await idsOf(`?q=alice${counter}%40people+saw`, sally.token)).toEqual([expired, second._id, first]);
    const page = await shop.call('GET', `/quotes?limit=2&q=alice${counter}%40`, { as: sally.token });
    expect(page.headers.get('x-total-count')).toBe('3');
    const next = /<([^>]+)>/.exec(page.headers.get('link') ?? '')?.[1];
    expect((await (await shop.call('GET', next!, { as: sally.token })).json()) as object[]).toMatchObject([
      { _id: first },
    ]);
    expect((await calls.list(alice.token, '?state=lost')).status).toBe(400);
  });
});

describe('the search for quotes', () => {
  it('finds across several companies and the own ones in the order of time, however few of the newest are looked through', async () => {
    const bob = await shop.person(`Bob${counter}`);
    const companies = [];
    for (const name of ['North', 'South']) {
      const manager = await shop.person(`${name}Boss${counter}`);
      const made = await openCompany(shop, manager, { name: `${name} ${counter}` });
      const company = await activate(shop, await shop.person(`${name}Root${counter}`, 'admin'), made);
      await join(shop, { company, manager, person: bob, role: 'buyer' });
      await join(shop, { company, manager, person: alice, role: 'approver' });
      companies.push(company._id);
    }
    const [north, south] = companies;
    const asked = async (as: string, tool: Tool, companyId?: string) =>
      (await calls.ask(as, [[tool, 12]], companyId === undefined ? {} : { companyId })).body._id;
    const ids = [
      await asked(alice.token, saw),
      await asked(bob.token, hammer, north),
      await asked(alice.token, hammer),
      await asked(bob.token, hammer, south),
      await asked(bob.token, saw, south),
    ];
    await asked(bob.token, hammer);
    const caller = { userId: alice.userId, role: 'customer' as const };
    const find = async (q: string, latest: number | undefined, rows = 10) => {
      const { db } = shop.parts.database;
      const parts = await seenInParts(db, caller);
      const found = await findQuotes(db, { parts, wanted: sql`true`, q, after: null, rows }, latest);
      return [...found.ids.map((id) => ids.indexOf(id)), `of ${found.total}`];
    };
    for (const latest of [1, 2, 3, undefined]) {
      expect(await find('', latest)).toEqual([4, 3, 2, 1, 0, 'of 5']);
      expect(await find('', latest, 2)).toEqual([4, 3, 'of 5']);
      expect(await find('hammer', latest)).toEqual([3, 2, 1, 'of 3']);
      expect(await find('hammer', latest, 1)).toEqual([3, 'of 3']);
      expect(await find(`bob${counter}@ saw`, latest)).toEqual([4, 'of 1']);
      expect(await find('no such thing', latest)).toEqual(['of 0']);
    }
  });

  it('takes one or two characters for the beginning of a word, and signs for signs', async () => {
    const { body } = await calls.ask(alice.token, [[hammer, 3]]);
    const found = async (q: string) =>
      (await calls.list(alice.token, `?q=${encodeURIComponent(q)}`)).body.map(({ _id }) => _id);
    for (const q of ['ha', 'HA', 'q', 'h-', `Ha ${alice.email}`, 'amm']) expect(await found(q)).toEqual([body._id]);
    for (const q of ['mm', 'h%', '_', '%', '\\', 'zz']) expect(await found(q)).toEqual([]);
  });
});

describe('the paper of a quote', () => {
  it('is a PDF of the version that is asked for, or of the latest', async () => {
    const id = await offered();
    await calls.offer(sally.token, id, [[hammer, 3, 9]]);
    for (const [query, name, as] of [
      ['', 2, alice.token],
      ['?version=1', 1, sally.token],
    ] as const) {
      const paper = await shop.call('GET', `/quote/${id}/quote.pdf${query}`, { as });
      expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(paper.headers.get('content-disposition')).toContain(`-${name}.pdf`);
      expect(
        Buffer.from(await paper.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-');
    }
    expect((await shop.call('GET', `/quote/${id}/quote.pdf?version=3`, { as: alice.token })).status).toBe(404);
    const { body } = await calls.ask(alice.token, [[hammer, 3]]);
    expect((await shop.call('GET', `/quote/${body._id}/quote.pdf`, { as: alice.token })).status).toBe(404);
  });
});

it('a shop with a quote keeps its currency', async () => {
  const fresh = await openTestShop(await freshDatabase());
  try {
    const own = await fresh.person('Owner', 'admin');
    const buyer = await fresh.person('Buyer');
    await quoteCalls(fresh).ask(buyer.token, [[await fresh.tool(), 3]]);
    const settings = (await (await fresh.call('GET', '/settings', { as: own.token })).json()) as object;
    const changed = await fresh.call('PUT', '/settings', { as: own.token, body: { ...settings, currency: 'EUR' } });
    expect([changed.status, ((await changed.json()) as { code: string }).code]).toEqual([409, 'CURRENCY_IN_USE']);
  } finally {
    await fresh.close();
  }
});

it('is in what the shop hands out about somebody', async () => {
  const id = await offered();
  const read = async () => (await shop.call('GET', `/user/${alice.email}/data`, { as: alice.token })).json();
  expect(await read()).toMatchObject({ quotes: [{ _id: id, versions: [{ price: PRICE }] }] });
});

it('what happens to a quote is told to other systems, without a word about people', async () => {
  const root = await shop.person(`Root${counter}`, 'admin');
  const events = ['quote.asked', 'quote.offered', 'quote.accepted'];
  const made = await shop.call('POST', '/webhook', { as: root.token, body: { url: 'https://erp.example/in', events } });
  expect(made.status).toBe(201);
  const { body } = await calls.ask(alice.token, [[hammer, 3]], { message: 'Call me: 555 01' });
  await calls.offer(sally.token, body._id, [[hammer, 3, 9]], { note: 'For Alice' });
  await calls.accept(alice.token, body._id, 1, 27);
  await shop.atRest();
  const told = await shop.parts.database.raw<{ type: string; data: { _id: string; versions: object[] } }>(
    `select type, data from webhook_messages where type like 'quote.%' order by created_at`,
  );
  expect(told.map(({ type }) => type)).toEqual(events);
  expect(told.at(-1)?.data).toMatchObject({ _id: body._id, versions: [{ version: 1, price: 27 }] });
  expect(JSON.stringify(told)).not.toMatch(/alice|555/i);
});
