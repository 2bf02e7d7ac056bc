import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
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
    nearest: answer.headers.has('x-nearest'),
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
    ['chainsaw', []],
    ['?!', []],
    ['%', []],
  ])('%s: %j', async (q, names) => {
    expect(await find({ q })).toEqual({ names, total: names.length, nearest: false, next: null });
  });

  it('the words between signs that mean something to the database', async () => {
    expect((await find({ q: "zeta '|& \\ !*:" })).total).toBe(7);
  });
});

describe('as buyers write it', () => {
  beforeAll(async () => {
    const add = (name: string, sku: string, category: string) =>
      shop.tool({ name, sku, category, image: '/pictures/hammer-640.webp' });
    await add('Hex Key 5 mm, Long', 'KEY-HX-05', 'Keys');
    await add('Hex Key 6 mm, Long', 'KEY-HX-06', 'Keys');
    await add('Ratchet Drive 1/2 in', 'RAT-050', 'Sockets');
    await add('Coach Screw M10x120', 'CSC-10120', 'Fasteners');
  });

  it.each([
    ['m10x50', ['Hex Bolt M10 × 50 mm, Steel 8.8']],
    ['M10 × 50', ['Hex Bolt M10 × 50 mm, Steel 8.8']],
    ['m10*50', ['Hex Bolt M10 × 50 mm, Steel 8.8']],
    ['M10-50', ['Hex Bolt M10 × 50 mm, Steel 8.8']],
    ['M 10 x 50 bolt', ['Hex Bolt M10 × 50 mm, Steel 8.8']],
    ['M10x50mm', ['Hex Bolt M10 × 50 mm, Steel 8.8']],
    ['bolt 50mm m10', ['Hex Bolt M10 × 50 mm, Steel 8.8']],
    ['M10 x 120', ['Coach Screw M10x120']],
    ['m 10', ['Hex Bolt M10 × 50 mm, Steel 8.8', 'Hex Bolt M10 × 80 mm, Steel 8.8', 'Coach Screw M10x120']],
    ['5/16x2', ['Hex Bolt 5/16 × 2 in, Grade 5']],
    ['screw driver ph2', ['Phillips Screwdriver PH2 × 100 mm']],
    ['phillips screw drivers', ['Phillips Screwdriver PH2 × 100 mm']],
    ['philips screwdriver', ['Phillips Screwdriver PH2 × 100 mm']],
    ['clawhammer 20oz', ['Claw Hammer 20 oz, Hickory']],
    ['claw hamer 20', ['Claw Hammer 20 oz, Hickory']],
    ['20 oz claw-hammer', ['Claw Hammer 20 oz, Hickory']],
    ['pad lock', ['Padlock 50 mm, Solid Brass']],
    ['13mm spanner', ['Combination Spanner 13 mm, Chrome Vanadium']],
    ['spanner 13', ['Combination Spanner 13 mm, Chrome Vanadium']],
    ['combi spanner 13-mm', ['Combination Spanner 13 mm, Chrome Vanadium']],
    ['hex key 5', ['Hex Key 5 mm, Long']],
    ['allen key 5mm', ['Hex Key 5 mm, Long']],
    ['1/2" drive', ['Ratchet Drive 1/2 in']],
    ['drive 1/2 inch', ['Ratchet Drive 1/2 in']],
    ['½ drive', ['Ratchet Drive 1/2 in']],
    ['pince', []],
    ['pinc', []],
  ])('%s: %j', async (q, names) => {
    expect(await find({ q })).toMatchObject({ names, total: names.length, nearest: false });
  });

  it('13mm: first what says so itself', async () => {
    expect((await find({ q: '13mm' })).names[0]).toBe('Combination Spanner 13 mm, Chrome Vanadium');
  });

  it('a size that is not made: the nearest of the same, and other goods of that size', async () => {
    const { names, nearest, total, next } = await find({ q: '5/16 spanner' });
    expect(nearest).toBe(true);
    expect(names[0]).toBe('Combination Spanner 8 mm, Chrome Vanadium');
    expect(names).toContain('Combination Spanner 10 mm, Chrome Vanadium');
    expect(names).toContain('Hex Bolt 5/16 × 2 in, Grade 5');
    expect([total, next]).toEqual([names.length, null]);
    expect((await find({ q: 'hex key 5.5 mm' })).names.slice(0, 2).toSorted()).toEqual([
      'Hex Key 5 mm, Long',
      'Hex Key 6 mm, Long',
    ]);
    expect((await find({ q: 'M9 bolt' })).names[0]).toMatch(/M8|M10/);
    expect((await find({ q: 'zeta 9 mm' })).names).toEqual([
      'Zeta nut driver 8 mm',
      'Zeta bolt 5/16″',
      'Zeta bolt 1/2 in, bright',
    ]);
  });

  it('a word that no tool has does not hide what has the others; nothing comes near words that none has', async () => {
    expect(await find({ q: 'hickory chainsaw axe', limit: '1' })).toMatchObject({ nearest: true, total: 1 });
    expect((await find({ q: 'claw hammer qqqqqq' })).names[0]).toContain('Claw Hammer');
    expect(await find({ q: 'qqqqqq wwwwww' })).toMatchObject({ names: [], nearest: false });
    expect(await find({ q: 'claw brush' })).toMatchObject({ nearest: true });
  });

  it('what comes near keeps to the filters and to the order', async () => {
    expect((await find({ q: '5/16 spanner', category: 'Fasteners' })).names).toEqual(['Hex Bolt 5/16 × 2 in, Grade 5']);
    const prices = await shop.call('GET', `/tool?${new URLSearchParams({ q: '5/16 spanner', sort: '-price' })}`);
    const rows = (await prices.json()) as Tool[];
    expect(rows.map(({ price }) => price)).toEqual(rows.map(({ price }) => price).toSorted((a, b) => b - a));
    expect((await find({ q: '5/16 spanner', minPrice: '9999' })).names).toEqual([]);
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

it('a list goes on behind the longest name there can be', async () => {
  for (const letter of ['\u{1F528}', '"']) {
    const name = letter.repeat(199);
    await shop.tool({ name: `${name}1`, category: `Longest ${letter}` });
    await shop.tool({ name: `${name}2`, category: `Longest ${letter}` });
    const asked = { category: `Longest ${letter}`, sort: 'name', limit: '1' };
    const { next } = await find(asked);
    expect((await find({ ...asked, cursor: next ?? '' })).names).toEqual([`${name}2`]);
  }
});

it('a cursor goes on with the list that gave it, in parts of any size, and with no other', async () => {
  const asked = { category: 'Zetas', sort: 'price', limit: '2' };
  const cursor = (await find(asked)).next ?? '';
  expect((await find({ cursor, limit: '3', sort: 'price', category: 'Zetas' })).names).toEqual([
    'Zeta bolt 1/2 in, bright',
    'Zeta bolt 5/16″',
    'Zeta bolt 1 1/2 in',
  ]);
  const others: Record<string, string>[] = [
    { sort: '-price' },
    { category: 'Others' },
    { inStock: 'true' },
    { 'attr.length': '1' },
  ];
  for (const other of others) {
    const answer = await shop.call('GET', `/tool?${new URLSearchParams({ ...asked, ...other, cursor })}`);
    expect(answer.status, JSON.stringify(other)).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'VALIDATION_ERROR',
      issues: [{ path: 'cursor', message: expect.stringContaining('with the same filters and sort') }],
    });
  }
  const { token } = await shop.person('lists', 'admin');
  expect((await shop.call('GET', `/tools?category=Zetas&sort=price&cursor=${cursor}`, { as: token })).status).toBe(400);
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
