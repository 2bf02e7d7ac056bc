import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Facets } from '#contract/catalogue/facets.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let ada: Awaited<ReturnType<TestShop['person']>>;
const byName = new Map<string, Tool>();
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  for (const [name, said, more] of PEGS) {
    const attributes = Object.entries(said).map(([key, value]) => ({ key, value }));
    byName.set(name, await shop.tool({ name: `Tommy peg ${name}`, category: 'Tommy pegs', attributes, ...more }));
  }
});
afterAll(() => shop.close());

const PEGS: [name: string, said: Record<string, string>, more?: object][] = [
  ['inch', { length: '1 in', thread: 'M10' }],
  ['bare', {}],
  ['ten', { length: '10', thread: 'M8' }],
  ['half', { length: '1/2 in', thread: 'M6' }],
  ['metre', { length: '0.9 m' }],
  ['other half', { length: '12.7 mm', thread: 'M12', finish: 'Zinc plated' }],
  ['hidden', { length: '11' }, { onSale: false }],
  ['unfinished', { finish: 'Zinc plated' }],
];

const ask = (query: string) => shop.call('GET', `/tool?category=Tommy+pegs&${query}`);
const names = async (answer: Response) =>
  ((await answer.json()) as Tool[]).map(({ name }) => name.replace('Tommy peg ', ''));
const nextOf = (answer: Response) => /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];

it.each([
  ['sort=attr.length', ['ten', 'half', 'other half', 'inch', 'metre', 'bare', 'unfinished']],
  ['sort=-attr.length', ['metre', 'inch', 'half', 'other half', 'ten', 'bare', 'unfinished']],
  ['sort=attr.thread', ['half', 'ten', 'inch', 'other half', 'bare', 'metre', 'unfinished']],
  ['sort=-attr.thread', ['other half', 'inch', 'ten', 'half', 'bare', 'metre', 'unfinished']],
  ['sort=attr.length&attr.finish=Zinc+plated', ['other half', 'unfinished']],
  ['sort=-attr.length&attr.length=10..30', ['inch', 'half', 'other half', 'ten']],
  ['sort=attr.length&attr.length=99', []],
  ['sort=attr.length&q=half', ['half', 'other half']],
  [
    'sort=attr.length&q=peg&inStock=true&minPrice=1',
    ['ten', 'half', 'other half', 'inch', 'metre', 'bare', 'unfinished'],
  ],
])('%s', async (query, expected) => {
  const answer = await ask(query);
  expect(await names(answer)).toEqual(expected);
  expect(answer.headers.get('x-total-count')).toBe(String(expected.length));
});

it.each(['', 'q=tommy+peg&', 'attr.length=1..9999&'])('its pages come to the whole list, %s', async (query) => {
  for (const sort of ['attr.length', '-attr.length', 'attr.thread', '-attr.thread']) {
    const whole = await names(await ask(`${query}sort=${sort}`));
    const seen: string[] = [];
    let path: string | undefined = `/tool?category=Tommy+pegs&${query}sort=${sort}&limit=2`;
    for (let page = 0; path !== undefined && page < 9; page++) {
      const answer = await shop.call('GET', path);
      expect(answer.headers.get('x-total-count')).toBe(String(whole.length));
      seen.push(...(await names(answer)));
      path = nextOf(answer);
    }
    expect(seen).toEqual(whole);
  }
});

it('a list goes on where it was though its last tool has changed what it is, and though tools came', async () => {
  const first = await ask('sort=attr.length&limit=3');
  expect(await names(first)).toEqual(['ten', 'half', 'other half']);
  const change = (name: string, attributes: Tool['attributes']) => {
    const tool = byName.get(name)!;
    return shop.call('PUT', `/tool/${tool._id}`, { as: ada.token, body: { ...tool, attributes } });
  };
  expect((await change('half', [{ key: 'length', value: '400' }])).status).toBe(200);
  expect((await change('other half', [])).status).toBe(200);
  const added = await shop.tool({
    name: 'Tommy peg new',
    category: 'Tommy pegs',
    attributes: [{ key: 'length', value: 20 }],
  });
  expect(await names(await shop.call('GET', nextOf(first)!))).toEqual(['new', 'inch', 'half']);
  expect(await names(await ask('sort=attr.length'))).toEqual([
    'ten',
    'new',
    'inch',
    'half',
    'metre',
    'bare',
    'other half',
    'unfinished',
  ]);
  const facets = (await (await shop.call('GET', '/facets?category=Tommy+pegs')).json()) as Facets;
  expect(facets.facets.find(({ key }) => key === 'length')?.values.map(({ value }) => value)).toEqual([
    '10',
    '20',
    '25.4',
    '400',
    '900',
  ]);
  expect(facets.facets.map(({ key }) => key)).toContain('finish');
  await shop.call('DELETE', `/tool/${added._id}`, { as: ada.token });
  expect(await names(await ask('sort=attr.length&limit=2'))).toEqual(['ten', 'inch']);
});

it('threads go by their size, metric and in inches', async () => {
  const threads = ['M10', '3/8-16 UNC', '1/2-13 UNC', 'M8 × 1', 'M8', '1 1/4-7 UNC', 'Left-hand', '1/4-20 UNC'];
  for (const value of threads)
    await shop.tool({ name: `Tap ${value}`, category: 'Taps of old', attributes: [{ key: 'thread', value }] });
  const sorted = ['1/4-20 UNC', 'M8', 'M8 × 1', '3/8-16 UNC', 'M10', '1/2-13 UNC', '1 1/4-7 UNC', 'Left-hand'];
  const list = (await (await shop.call('GET', '/tool?category=Taps+of+old&sort=attr.thread')).json()) as Tool[];
  expect(list.map(({ name }) => name.replace('Tap ', ''))).toEqual(sorted);
  const { facets } = (await (await shop.call('GET', '/facets?category=Taps+of+old')).json()) as Facets;
  expect(facets[0]?.values.map(({ value }) => value)).toEqual(sorted);
});

it('staff sort all tools by it, also those that are not on sale', async () => {
  const answer = await shop.call('GET', '/tools?category=Tommy+pegs&sort=attr.length&limit=2', { as: ada.token });
  expect(await names(answer)).toEqual(['ten', 'hidden']);
});

it.each([
  ['sort=attr.colour', 'sort'],
  ['sort=attr.', 'sort'],
  ['sort=--attr.length', 'sort'],
  ['sort=attr.%00', 'sort'],
  ['sort=attr.length&cursor=W10', 'cursor'],
  [`sort=attr.length&cursor=${Buffer.from('["long",4]').toString('base64url')}`, 'cursor'],
])('refuses %s', async (query, path) => {
  const answer = await ask(query);
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as ErrorBody).issues?.map((issue) => issue.path)).toEqual([path]);
});
