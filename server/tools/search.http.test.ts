import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tool } from '#contract/tools.ts';
import { freshDatabase } from '#server/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  const add = (name: string, sku: string, category: string, price = 10) =>
    shop.tool({ name, sku, category, price, image: '/pictures/hammer-640.webp' });
  await add('Zeta nut driver 8 mm', 'ZND-08', 'Zetas', 3);
  await add('Zeta nut driver 18 mm', 'ZND-18', 'Zetas', 4);
  await add('Zeta bolt 1/2 in, bright', 'ZB-050-12', 'Zetas', 5);
  await add('Zeta bolt 5/16″', 'ZB-031-12', 'Zetas', 6);
  await add('Zeta bolt 1 1/2 in', 'ZB-150-12', 'Zetas', 7);
  await add('Zeta spanner, ring', 'ZSP-7741', 'Zetas', 8);
  await add('Bright zeta flashlight', 'ZFL-9', 'Zetas', 9);
});
afterAll(() => shop.close());

async function find(query: Record<string, string>) {
  const answer = await shop.call('GET', `/tool?${new URLSearchParams(query)}`);
  expect(answer.status).toBe(200);
  const rows = (await answer.json()) as Tool[];
  return {
    names: rows.map(({ name }) => name),
    total: Number(answer.headers.get('x-total-count')),
    next: /cursor=([\w-]+)/.exec(answer.headers.get('link') ?? '')?.[1] ?? null,
  };
}

describe('a search finds', () => {
  it.each([
    ['zeta nut driver 8mm', ['Zeta nut driver 8 mm']],
    ['zeta 8 mm', ['Zeta nut driver 8 mm']],
    ['zeta 8 millimetres', ['Zeta nut driver 8 mm']],
    ['zeta ½', ['Zeta bolt 1/2 in, bright']],
    ['zeta 1/2', ['Zeta bolt 1/2 in, bright']],
    ['zeta 0.5', ['Zeta bolt 1/2 in, bright']],
    ['zeta 0,5 inch', ['Zeta bolt 1/2 in, bright']],
    ['zeta 1/2"', ['Zeta bolt 1/2 in, bright']],
    ['zeta 1.5 in', ['Zeta bolt 1 1/2 in']],
    ['zeta 1½ in', ['Zeta bolt 1 1/2 in']],
    ['zeta 5/16 in.', ['Zeta bolt 5/16″']],
    ['zeta 5/16-inch', ['Zeta bolt 5/16″']],
    ['zeta wrench', ['Zeta spanner, ring']],
    ['zeta wrenches', ['Zeta spanner, ring']],
    ['zeta wernch', ['Zeta spanner, ring']],
    ['zeta torch', ['Bright zeta flashlight']],
    ['zetta spaner', ['Zeta spanner, ring']],
    ['zeta flashligth', ['Bright zeta flashlight']],
    ['zeta flash', ['Bright zeta flashlight']],
    ['ZSP-7741', ['Zeta spanner, ring']],
    ['zsp 7741', ['Zeta spanner, ring']],
    ['zsp7741', ['Zeta spanner, ring']],
    ['ZSP-7742', ['Zeta spanner, ring']],
    ['ZSB-7741', ['Zeta spanner, ring']],
    ['zsp774', ['Zeta spanner, ring']],
    ['zsp77441', ['Zeta spanner, ring']],
    ['zps7741', ['Zeta spanner, ring']],
    ['zeta 9 mm', []],
    ['zeta chainsaw', []],
    ['?!', []],
    ['%', []],
  ])('%s: %j', async (q, names) => {
    expect(await find({ q })).toEqual({ names, total: names.length, next: null });
  });

  it('the words between signs that mean something to the database', async () => {
    expect((await find({ q: "zeta '|& \\ !*:" })).total).toBe(7);
  });
});

it('the tools that begin with the search come first, then all words as typed; going on shows each once', async () => {
  const all = await find({ q: 'zeta' });
  expect(all.names).toHaveLength(7);
  expect(all.names.at(-1)).toBe('Bright zeta flashlight');
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const part = await find({ q: 'zeta', limit: '2', ...(cursor ? { cursor } : {}) });
    expect(part.total).toBe(7);
    seen.push(...part.names);
    cursor = part.next;
  } while (cursor);
  expect(seen).toEqual(all.names);
});

it('a search goes with every filter and order', async () => {
  expect((await find({ q: 'zeta', sort: '-price', limit: '2' })).names).toEqual([
    'Bright zeta flashlight',
    'Zeta spanner, ring',
  ]);
  expect((await find({ q: 'zeta', minPrice: '5', maxPrice: '6' })).total).toBe(2);
  expect((await find({ q: 'zeta', category: 'Hammers' })).total).toBe(0);
  expect((await find({ q: 'zeta', inStock: 'true', sort: 'name' })).total).toBe(7);
});

it('the words of a tool follow its name, and a removed one is found no more', async () => {
  const tool = await shop.tool({ name: 'Omega plane' });
  const { token } = await shop.signIn('ada@tradebench.test');
  expect((await find({ q: 'omega plane' })).total).toBe(1);
  const { price, image, description, availableQuantity, minOrderQuantity, version } = tool;
  await shop.call('PUT', `/tool/${tool._id}`, {
    as: token,
    body: { name: 'Sigma file', price, image, description, availableQuantity, minOrderQuantity, version },
  });
  expect((await find({ q: 'omega plane' })).total).toBe(0);
  expect((await find({ q: 'sigma file' })).total).toBe(1);
  await shop.call('DELETE', `/tool/${tool._id}`, { as: token });
  expect((await find({ q: 'sigma file' })).total).toBe(0);
});

it('suggests tools while one types, with name and category alone', async () => {
  const answer = await shop.call('GET', '/tool-suggestions?q=zeta%20b');
  const rows = (await answer.json()) as Record<string, unknown>[];
  expect(rows.map(({ name }) => name)).toEqual([
    'Zeta bolt 1/2 in, bright',
    'Zeta bolt 5/16″',
    'Zeta bolt 1 1/2 in',
    'Bright zeta flashlight',
  ]);
  expect(Object.keys(rows[0] ?? {}).toSorted()).toEqual(['_id', 'category', 'name']);
  expect((await shop.call('GET', '/tool-suggestions')).status).toBe(400);
});
