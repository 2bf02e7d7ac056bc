import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { QuoteFacts } from '#contract/buying/quotes.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Person } from '#server/buying/companies/company-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { payForTest } from '#server/money/shipments/paying-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { PRICE, quoteCalls, quoteStage, SOMEDAY } from './quotes-for-tests.ts';

let shop: TestShop;
let calls: ReturnType<typeof quoteCalls>;
let sally: Person;
let wes: Person;
let alice: Person;
let hammer: Tool;
let saw: Tool;
let offered: () => Promise<string>;
let counter = 0;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  calls = quoteCalls(shop);
  [sally, wes] = [await shop.person('Sally', 'sales'), await shop.person('Wes', 'warehouse')];
});
afterAll(() => shop.close());
beforeEach(async () => ({ alice, hammer, saw, offered } = await quoteStage(shop, sally, ++counter)));

describe('asking for a quote', () => {
  it('keeps what is wanted and the message, and leaves the basket as it is', async () => {
    await shop.call('PUT', '/my-basket', {
      as: alice.token,
      body: { lines: [{ toolId: hammer._id, quantity: 3 }] },
    });
    const lines = [
      { toolId: hammer._id, quantity: 3, targetPrice: 7.5 },
      { toolId: saw._id, quantity: 5 },
    ];
    const asked = await shop.call('POST', '/quote', {
      as: alice.token,
      body: { lines, message: 'By May?', country: 'de' },
    });
    expect(asked.status).toBe(201);
    const quote = (await asked.json()) as { _id: string };
    expect(quote).toMatchObject({
      number: expect.stringMatching(/^Q\d{5}$/),
      state: 'asked',
      country: 'DE',
      buyer: { email: alice.email },
      wanted: [
        { toolId: hammer._id, tool: hammer.name, quantity: 3, targetPrice: 7.5 },
        { toolId: saw._id, quantity: 5 },
      ],
      versions: [],
      messages: [{ by: 'buyer', text: 'By May?', at: expect.any(String) }],
    });
    expect((await calls.read(alice.token, quote._id)).body).toEqual(quote);
    const basket = await (await shop.call('GET', '/my-basket', { as: alice.token })).json();
    expect(basket).toMatchObject({ lines: [{ toolId: hammer._id, quantity: 3 }] });
    const [letter] = (await shop.lettersTo(sally.email)).slice(-1);
    expect(letter?.text).toContain('By May?');
    expect(letter?.text).not.toContain(alice.email);
    expect(await shop.lettersTo(wes.email)).toEqual([]);
  });

  it('is refused without lines, with a tool twice, unknown or gone, and with money that is none', async () => {
    const line = { toolId: hammer._id, quantity: 1 };
    const refused: [object, number, string][] = [
      [{ lines: [] }, 400, 'VALIDATION_ERROR'],
      [{ lines: [line, line] }, 400, 'VALIDATION_ERROR'],
      [{ lines: [{ ...line, quantity: 0 }] }, 400, 'VALIDATION_ERROR'],
      [{ lines: [{ ...line, targetPrice: -1 }] }, 400, 'VALIDATION_ERROR'],
      [{ lines: [{ ...line, targetPrice: 1.001 }] }, 400, 'VALIDATION_ERROR'],
      [{ lines: [line], message: 'x'.repeat(2_001) }, 400, 'VALIDATION_ERROR'],
      [{ lines: [line], state: 'offered' }, 400, 'VALIDATION_ERROR'],
      [{ lines: [line, { toolId: 'nothing', quantity: 1 }] }, 404, 'TOOL_NOT_FOUND'],
      [{ lines: [line], delivery: 'by-balloon' }, 422, 'NO_DELIVERY'],
      [{ lines: [line], companyId: 'nobodys' }, 404, 'COMPANY_NOT_FOUND'],
      [{ lines: [line], customer: sally.email }, 403, 'FORBIDDEN'],
    ];
    const before = await shop.digest();
    for (const [body, status, code] of refused) {
      const answer = await shop.call('POST', '/quote', { as: alice.token, body });
      expect([answer.status, ((await answer.json()) as { code: string }).code], JSON.stringify(body)).toEqual([
        status,
        code,
      ]);
    }
    expect((await shop.call('POST', '/quote', { body: { lines: [line] } })).status).toBe(401);
    expect(await shop.digest()).toBe(before);
  });

  it('is done by staff for a customer on the telephone, which stands in the audit log', async () => {
    const { status, body } = await calls.ask(sally.token, [[hammer, 3]], { customer: alice.email });
    expect(status).toBe(201);
    expect(body).toMatchObject({ buyer: { email: alice.email } });
    expect((await calls.list(alice.token)).body.map(({ _id }) => _id)).toEqual([body._id]);
    const audit = await shop.parts.database.raw('select action from audit_log where subject = $1', [body._id]);
    expect(audit).toEqual([{ action: 'quote.asked' }]);
    const nobody = await calls.ask(sally.token, [[hammer, 3]], { customer: 'nobody@people.test' });
    expect(nobody).toMatchObject({ status: 404, body: { code: 'USER_NOT_FOUND' } });
  });

  it('ends at fifty that nobody has answered', async () => {
    for (let count = 0; count < 50; count++) await calls.ask(alice.token, [[hammer, 1]]);
    expect(await calls.ask(alice.token, [[hammer, 1]])).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_QUOTES' },
    });
  });
});

describe('answering a quote', () => {
  it('is a version with its sums and list prices, which stays when the next one comes, and a letter each', async () => {
    const id = await offered();
    const note = 'Steel got cheaper';
    const second = await calls.offer(sally.token, id, [[hammer, 3, 7]], { note, validUntil: '2999-01-31' });
    expect(second.status).toBe(201);
    expect(second.body).toMatchObject({
      state: 'offered',
      versions: [
        {
          version: 1,
          lines: [
            { tool: hammer.name, sku: hammer.sku, quantity: 3, unitPrice: 8, listPrice: 10, price: 24 },
            { quantity: 5, unitPrice: 15.5, listPrice: 20, price: 77.5 },
          ],
          goods: 101.5,
          freight: 7.25,
          tax: 0,
          price: PRICE,
          validUntil: SOMEDAY,
          note: '',
          at: expect.any(String),
        },
        { version: 2, price: 21, validUntil: '2999-01-31', note },
      ],
    });
    const letters = await shop.lettersTo(alice.email);
    expect(letters).toHaveLength(2);
    expect(letters[0]?.text).toContain('Total: $108.75');
    expect(letters[1]?.text).toContain(note);
    expect(letters.some(({ text }) => text.includes(sally.email))).toBe(false);
    await expect(
      shop.parts.database.raw('update quote_versions set total_cents = 1 where quote_id = $1', [id]),
    ).rejects.toThrow('versions of a quote are final');
    const audit = await shop.parts.database.raw('select action from audit_log where subject = $1', [id]);
    expect(audit).toEqual([{ action: 'quote.offered' }, { action: 'quote.offered' }]);
  });

  it('is refused for a day that is over, an unknown tool, more than an order may come to, and for nothing', async () => {
    const { body } = await calls.ask(alice.token, [[hammer, 3]]);
    const before = await shop.digest();
    const refused = [
      [[hammer, 3, 8], { validUntil: '2020-01-31' }, 400, 'validUntil'],
      [[hammer, 3, 8], { freight: -1 }, 400, 'freight'],
      [[hammer, 3, 8], { freight: undefined }, 400, 'freight'],
      [[{ ...hammer, _id: 'nothing' }, 3, 8], {}, 404, 'lines.0.toolId'],
      [[hammer, 3, 999_999], {}, 422, 'lines'],
      [[hammer, 3, 0], {}, 400, 'lines'],
    ] as const;
    for (const [line, more, status, path] of refused)
      expect(await calls.offer(sally.token, body._id, [[...line]], more)).toMatchObject({
        status,
        body: { issues: [{ path }] },
      });
    expect(await shop.digest()).toBe(before);
  });

  it('is for those who sell: the warehouse sees no quote, and a buyer answers none', async () => {
    const id = await offered();
    const { token: stranger } = await shop.person(`Mallory${counter}`);
    for (const as of [alice.token, wes.token, stranger]) {
      expect(await calls.offer(as, id, [[hammer, 3, 1]])).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
      expect(await calls.withdraw(as, id)).toMatchObject({ status: 403 });
    }
    for (const as of [wes.token, stranger]) {
      const notTheirs = { status: 404, body: { code: 'QUOTE_NOT_FOUND' } };
      expect(await calls.read(as, id)).toMatchObject(notTheirs);
      expect(await calls.say(as, id, 'Hello')).toMatchObject(notTheirs);
      expect(await calls.decline(as, id)).toMatchObject(notTheirs);
      expect(await calls.accept(as, id, 1, PRICE)).toMatchObject(notTheirs);
      expect((await shop.call('GET', `/quote/${id}/quote.pdf`, { as })).status).toBe(404);
      expect((await calls.list(as)).body).toEqual([]);
    }
    expect(await calls.decline(sally.token, id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await calls.accept(sally.token, id, 1, PRICE)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  });

  it('looks at list price, cost, stock and what the customer has bought beside each line, and at tools that nobody asked for', async () => {
    const order = await shop.order(alice.token, hammer, 2);
    await payForTest(shop, order._id);
    const id = await offered();
    await shop.call('PUT', `/tool/${hammer._id}/cost`, { as: sally.token, body: { cost: 4.2 } });
    const awl = await shop.tool({ name: `Awl ${counter}`, price: 5, minOrderQuantity: 10 });
    const read = async (query = '') => {
      const answer = await shop.call('GET', `/quote/${id}/facts${query}`, { as: sally.token });
      return (await answer.json()) as QuoteFacts;
    };
    const facts = await read();
    expect(facts).toMatchObject([
      {
        tool: hammer.name,
        listPrice: 10,
        firmPrice: 10,
        cost: 4.2,
        availableQuantity: 98,
        bought: { orders: 1, pieces: 2, lastPrice: 10 },
      },
      { tool: saw.name, minOrderQuantity: 12, bought: { orders: 0, lastPrice: null }, cost: null },
    ]);
    const also = await read(`?also=${awl._id},${hammer._id},nothing`);
    expect(also.map(({ toolId }) => toolId)).toEqual([hammer._id, saw._id, awl._id]);
    expect(also[2]).toMatchObject({ tool: awl.name, listPrice: 5, cost: null, bought: { orders: 0 } });
    const tooMany = Array.from({ length: 101 }, (_, n) => `t${n}`).join(',');
    expect((await shop.call('GET', `/quote/${id}/facts?also=${tooMany}`, { as: sally.token })).status).toBe(400);
    expect((await shop.call('GET', `/quote/${id}/facts`, { as: alice.token })).status).toBe(403);
  });
});
