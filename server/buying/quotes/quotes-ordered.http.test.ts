import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { Person } from '#server/buying/companies/company-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { PRICE, quoteCalls, quoteStage } from './quotes-for-tests.ts';

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

const stock = async ({ _id }: Tool) =>
  ((await (await shop.call('GET', `/tool/${_id}`)).json()) as Tool).availableQuantity;

describe('accepting a quote', () => {
  it('orders at the offered prices and freight, whatever minimum, step and list price say', async () => {
    const id = await offered();
    const { status, body } = await calls.accept(alice.token, id, 1, PRICE, { purchaseOrder: 'PO 7', note: 'Gate 4' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      quoteId: id,
      price: PRICE,
      freight: 7.25,
      goods: 101.5,
      purchaseOrder: 'PO 7',
      email: alice.email,
      state: 'unpaid',
      lines: [
        { toolId: hammer._id, unitPrice: 8, quantity: 3 },
        { toolId: saw._id, unitPrice: 15.5, quantity: 5 },
      ],
    });
    expect([await stock(hammer), await stock(saw)]).toEqual([97, 95]);
    expect((await calls.read(alice.token, id)).body).toMatchObject({ state: 'ordered', orderId: body._id });
    const read = await (await shop.call('GET', `/order/${body._id}`, { as: alice.token })).json();
    expect(read).toMatchObject({ quoteId: id, price: PRICE });
  });

  it('looks at what was promised again, and says where the order is served otherwise', async () => {
    const made = await shop.tool({ price: 10, availableQuantity: 3, backorder: { kind: 'always', days: 5 } });
    const ask = async () => {
      const { body } = await calls.ask(alice.token, [
        [made, 5],
        [hammer, 1],
      ]);
      await calls.offer(sally.token, body._id, [
        [made, 5, 8],
        [hammer, 1, 8],
      ]);
      return body._id;
    };
    const [first, second] = [await ask(), await ask()];
    const [offer] = (await calls.read(alice.token, first)).body.versions;
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    const was = [
      { quantity: 3, day: null },
      { quantity: 2, day },
    ];
    expect(offer?.lines.map(({ promises }) => promises)).toEqual([was, [{ quantity: 1, day: null }]]);
    // As it was offered: nothing is said.
    expect((await calls.accept(alice.token, first, 1, 48)).body).toMatchObject({ changedPromises: [] });
    // The first order took the stock that the second offer counted on.
    const { status, body } = await calls.accept(alice.token, second, 1, 48);
    expect([status, body]).toMatchObject([
      201,
      { changedPromises: [{ toolId: made._id, tool: made.name, was, now: [{ quantity: 5, day }] }] },
    ]);
    const again = await calls.accept(alice.token, second, 1, 48);
    expect([again.status, again.body]).toMatchObject([200, { changedPromises: [{ toolId: made._id }] }]);
  });

  it('an accepted quote that becomes two orders or none: it is one, and accepting again answers the same', async () => {
    const id = await offered();
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => calls.accept(alice.token, id, 1, PRICE)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
    expect(await stock(hammer)).toBe(97);
    expect(await calls.accept(alice.token, id, 1, PRICE)).toMatchObject({ status: 200 });
    const orders = await (await shop.call('GET', `/order?email=${alice.email}`, { as: alice.token })).json();
    expect(orders).toHaveLength(1);
  });

  it('an expired quote that is ordered at list prices: nothing is ordered until a new version comes', async () => {
    const id = await offered();
    await calls.passTo(id, '2020-01-31');
    const before = await shop.digest();
    expect(await calls.accept(alice.token, id, 1, PRICE)).toMatchObject({
      status: 409,
      body: { code: 'QUOTE_EXPIRED' },
    });
    expect(await shop.digest()).toBe(before);
    expect((await calls.read(alice.token, id)).body.state).toBe('expired');
    await calls.offer(sally.token, id, [[hammer, 3, 9]]);
    expect(await calls.accept(alice.token, id, 2, 27)).toMatchObject({ status: 201, body: { price: 27 } });
  });

  it('takes today for a day on which it holds', async () => {
    const { body } = await calls.ask(alice.token, [[hammer, 3]]);
    const [today] = await shop.parts.database.raw<{ day: string }>('select shop_today()::text as day');
    await calls.offer(sally.token, body._id, [[hammer, 3, 9]], { validUntil: today!.day });
    expect(await calls.accept(alice.token, body._id, 1, 27)).toMatchObject({ status: 201 });
  });

  it('is refused at an older version, at another price and where there is no version', async () => {
    const id = await offered();
    await calls.offer(sally.token, id, [[hammer, 3, 9]]);
    expect(await calls.accept(alice.token, id, 1, PRICE)).toMatchObject({
      status: 409,
      body: { code: 'QUOTE_REPLACED', version: 2 },
    });
    expect(await calls.accept(alice.token, id, 2, 26.99)).toMatchObject({
      status: 409,
      body: { code: 'PRICE_MISMATCH', price: 27 },
    });
    expect(await calls.accept(alice.token, id, 3, 27)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'version' }] },
    });
    expect(await calls.accept(alice.token, id, 2, 27, { lines: [] })).toMatchObject({ status: 400 });
    const { body } = await calls.ask(alice.token, [[hammer, 3]]);
    expect(await calls.accept(alice.token, body._id, 1, 30)).toMatchObject({ status: 400 });
    expect((await calls.read(alice.token, id)).body.state).toBe('offered');
    expect(await stock(hammer)).toBe(100);
  });

  it('says every line that is short, and the offer stays', async () => {
    const { body } = await calls.ask(alice.token, [[hammer, 3]]);
    await calls.offer(sally.token, body._id, [
      [hammer, 101, 8],
      [saw, 102, 15],
    ]);
    expect(await calls.accept(alice.token, body._id, 1, 101 * 8 + 102 * 15)).toMatchObject({
      status: 409,
      body: {
        code: 'OUT_OF_STOCK',
        availableQuantity: 100,
        issues: [
          { path: 'lines.0.quantity', code: 'OUT_OF_STOCK', availableQuantity: 100 },
          { path: 'lines.1.quantity', code: 'OUT_OF_STOCK', availableQuantity: 100 },
        ],
      },
    });
    expect((await calls.read(alice.token, body._id)).body.state).toBe('offered');
    expect([await stock(hammer), await stock(saw)]).toEqual([100, 100]);
  });

  it('is for the country that it was offered for', async () => {
    const { body } = await calls.ask(alice.token, [[hammer, 3]], { country: 'DE' });
    await calls.offer(sally.token, body._id, [[hammer, 3, 9]]);
    expect(await calls.accept(alice.token, body._id, 1, 27, { country: 'FR' })).toMatchObject({
      status: 422,
      body: { code: 'NO_DELIVERY' },
    });
    expect(await calls.accept(alice.token, body._id, 1, 27)).toMatchObject({ status: 201, body: { country: 'DE' } });
  });
});

describe('a quote that is over', () => {
  it('comments on a quote that is over: it takes none, and nothing else', async () => {
    const [gone, refused, bought] = [await offered(), await offered(), await offered()];
    expect(await calls.withdraw(sally.token, gone)).toMatchObject({ status: 200, body: { state: 'withdrawn' } });
    expect(await calls.decline(alice.token, refused, { reason: 'Too dear' })).toMatchObject({
      status: 200,
      body: { state: 'declined', reason: 'Too dear' },
    });
    expect((await calls.accept(alice.token, bought, 1, PRICE)).status).toBe(201);
    const before = await shop.digest();
    for (const [id, state] of [
      [gone, 'withdrawn'],
      [refused, 'declined'],
      [bought, 'ordered'],
    ] as const) {
      const over = { status: 409, body: { code: 'QUOTE_OVER', state } };
      expect(await calls.say(alice.token, id, 'One more thing')).toMatchObject(over);
      expect(await calls.say(sally.token, id, 'One more thing')).toMatchObject(over);
      expect(await calls.decline(alice.token, id)).toMatchObject(over);
      expect(await calls.withdraw(sally.token, id)).toMatchObject(over);
      expect(await calls.offer(sally.token, id, [[hammer, 3, 1]])).toMatchObject(over);
    }
    for (const id of [gone, refused])
      expect(await calls.accept(alice.token, id, 1, PRICE)).toMatchObject({
        status: 409,
        body: { code: 'QUOTE_OVER' },
      });
    expect(await shop.digest()).toBe(before);
    const [letter] = (await shop.lettersTo(sally.email)).filter(({ subject }) => subject.includes('declined'));
    expect(letter?.text).toContain('Too dear');
  });

  it('is as before once its buyer takes back that it was declined, which the shop is told once', async () => {
    const { body: asked } = await calls.ask(alice.token, [[hammer, 3]]);
    for (const [id, state] of [
      [await offered(), 'offered'],
      [asked._id, 'asked'],
    ] as const) {
      const { number } = (await calls.decline(alice.token, id, { reason: 'By mistake' })).body;
      expect(await calls.takeBack(sally.token, id)).toMatchObject({ status: 403 });
      for (let time = 0; time < 2; time += 1) {
        const { status, body } = await calls.takeBack(alice.token, id);
        expect([status, body.state, body.reason]).toEqual([200, state, undefined]);
      }
      const letters = await shop.lettersTo(sally.email);
      expect(letters.filter(({ subject }) => subject.endsWith(`reopened ${number}`))).toHaveLength(1);
    }
    const [gone, bought] = [await offered(), await offered()];
    await calls.withdraw(sally.token, gone);
    await calls.accept(alice.token, bought, 1, PRICE);
    for (const id of [gone, bought])
      expect(await calls.takeBack(alice.token, id)).toMatchObject({ status: 409, body: { code: 'QUOTE_OVER' } });
  });

  it('is declined without a word, and without a body', async () => {
    const [first, second] = [await offered(), await offered()];
    const wordless = await shop.call('POST', `/quote/${first}/decline`, { as: alice.token });
    expect([wordless.status, await wordless.json()]).toMatchObject([200, { state: 'declined' }]);
    const typed = { as: alice.token, headers: { 'content-type': 'text/plain' } };
    expect((await shop.call('POST', `/quote/${second}/decline`, typed)).status).toBe(415);
    const needed = await shop.call('POST', `/quote/${second}/message`, { as: alice.token });
    expect(needed.status).toBe(415);
  });
});
