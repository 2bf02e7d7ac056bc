import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Basket } from '#contract/buying/basket.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, persistently, type TestShop } from '#server/shop-for-tests.ts';

let shops: TestShop[];
let tools: Tool[];
let turn = 0;

beforeAll(async () => {
  const url = await freshPostgres();
  shops = [await openTestShop(await openDatabase({ url })), await openTestShop(await openDatabase({ url }))];
  tools = await Promise.all(Array.from({ length: 30 }, (_, index) => shops[0]!.tool({ name: `Tool ${index}` })));
});
afterAll(() => Promise.all(shops.map((shop) => shop.close())));

/** Every second call goes to the other process, as from another device. */
const call = (as: string, method: string, path: string, body?: object) =>
  shops[turn++ % 2]!.call(method, path, { as, ...(body ? { body } : {}) });
const persist: typeof call = (...wanted) => persistently(() => call(...wanted));
const line = (tool: number, quantity: number) => ({ toolId: tools[tool]!._id, quantity });
const basketOf = async (as: string) => (await (await call(as, 'GET', '/my-basket')).json()) as Basket;

it('of two windows that replace the version both saw one wins, and the lines are those of one of them', async () => {
  const { token } = await shops[0]!.person('Windows');
  for (let version = 0; version < 15; version++) {
    const answers = await Promise.all([
      call(token, 'PUT', '/my-basket', { lines: [line(0, 1 + version), line(1, 1)], version }),
      call(token, 'PUT', '/my-basket', { lines: [line(2, 1 + version), line(3, 1)], version }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const basket = await basketOf(token);
    expect(basket.version).toBe(version + 1);
    expect(['Tool 0,Tool 1', 'Tool 2,Tool 3']).toContain(basket.lines.map(({ tool }) => tool).join());
  }
});

it('thirty tools that are added at once from two devices, in any order, are all there, and each change counts once', async () => {
  const { token } = await shops[0]!.person('Adders');
  const answers = await Promise.all(
    tools.map((_, index) => {
      const others = [line(index, index + 1), line((index * 7) % 30, ((index * 7) % 30) + 1)];
      const lines = others[0]!.toolId === others[1]!.toolId ? others.slice(0, 1) : others;
      return call(token, 'PATCH', '/my-basket', { lines });
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(tools.map(() => 200));
  const { lines, version } = await basketOf(token);
  expect(version).toBe(tools.length);
  expect(new Map(lines.map(({ tool, quantity }) => [tool, quantity]))).toEqual(
    new Map(tools.map((_, index) => [`Tool ${index}`, index + 1])),
  );
});

it('an order that empties the basket, and a line that is changed meanwhile, leave no line half there', async () => {
  const { token } = await shops[0]!.person('Emptier');
  for (let round = 0; round < 10; round++) {
    await call(token, 'PUT', '/my-basket', { lines: [line(0, 1), line(1, 1), line(2, 1)] });
    const order = { name: 'Buyer', address: '1 Dock Road', phone: '555', emptyBasket: true };
    const [placed, changed] = await Promise.all([
      call(token, 'POST', '/order', { ...order, lines: [line(0, 1), line(1, 1)] }),
      call(token, 'PATCH', '/my-basket', { lines: [line(1, 5), line(3, 2)] }),
    ]);
    expect([placed.status, changed.status]).toEqual([201, 200]);
    const left = (await basketOf(token)).lines.map(({ tool, quantity }) => `${tool}: ${quantity}`).toSorted();
    // What was ordered has left; a quantity that was set after it is a new wish.
    expect([
      ['Tool 2: 1', 'Tool 3: 2'],
      ['Tool 1: 5', 'Tool 2: 1', 'Tool 3: 2'],
    ]).toContainEqual(left);
    const { _id } = (await placed.json()) as { _id: string };
    await call(token, 'DELETE', `/order/${_id}`);
  }
});

it('baskets that overlap, ordered at once on scarce stock, each sell whole or stay whole', async () => {
  const ids = await Promise.all(
    Array.from(
      { length: 20 },
      async (_, index) =>
        (await shops[0]!.tool({ name: `Scarce ${index}`, availableQuantity: 40, minOrderQuantity: 1 }))._id,
    ),
  );
  const people = await Promise.all(Array.from({ length: 20 }, (_, index) => shops[0]!.person(`Basket${index}`)));
  const outcomes = await Promise.all(
    people.map(async ({ token }, person) => {
      const seen: string[] = [];
      for (let round = 0; round < 4; round++) {
        const lines = ids
          .filter((_, tool) => (tool * 7 + person * 3 + round) % 4 !== 0)
          .toSorted(() => (person % 2 === 0 ? 1 : -1))
          .map((toolId) => ({ toolId, quantity: 1 + ((person + round) % 4) }));
        await persist(token, 'PUT', '/my-basket', { lines });
        const order = { name: 'Buyer', address: '1 Dock Road', phone: '555', lines, emptyBasket: true };
        // Another window puts the same basket once more while it is ordered.
        const [placed] = await Promise.all([
          persist(token, 'POST', '/order', order),
          persist(token, 'PATCH', '/my-basket', { lines: lines.slice(0, 2) }),
        ]);
        const left = (await basketOf(token)).lines.length;
        seen.push(`${placed.status} ${placed.status === 201 ? left <= 2 : left === lines.length}`);
        if (placed.status !== 201) continue;
        const { _id } = (await placed.json()) as { _id: string };
        await persist(token, 'DELETE', `/order/${_id}`);
      }
      return seen;
    }),
  );
  expect([...new Set(outcomes.flat())].filter((outcome) => !['201 true', '409 true'].includes(outcome))).toEqual([]);
  const [stock] = await shops[0]!.parts.database.raw<{ left: number }>(
    'select sum(available_quantity)::int as left from tools where id = any($1)',
    [ids],
  );
  expect(stock?.left).toBe(20 * 40);
}, 60_000);
