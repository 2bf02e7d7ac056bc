import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Settings } from '#contract/office/settings.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { openDatabase } from '#server/engine/db/open-database.ts';
import { freshPostgres } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { toolTags } from './changes.ts';
import { createPages } from './pages.ts';
import { everyPage } from './pages-for-tests.ts';

/** What each page asks the API for: all of them what the shop says of itself. */
function callsOf(path: string): string[] {
  return ['/shop', ...ownCallsOf(path)];
}

function ownCallsOf(path: string): string[] {
  if (path === '/') return ['/tool?limit=6', '/review?limit=6'];
  if (path.startsWith('/products/')) return [path.replace('/products/', '/tool/')];
  if (path === '/products') return ['/tool?limit=24', '/category'];
  return path === '/reviews' ? ['/review'] : [];
}

/** A process of the shop, whose pages show the plain answers that they are made from. */
async function openProcess(url: string): Promise<TestShop> {
  const database = await openDatabase({ url });
  return openTestShop(database, {}, {}, async ({ pageCache, config }, api) => {
    const render = async (request: Request) => {
      const { pathname } = new URL(request.url);
      const answers = await Promise.all(
        callsOf(pathname).map(async (call) => (await api(new Request(`http://shop.test${call}`))).text()),
      );
      return new Response(`<pre>${answers.join('\n')}</pre>`, { headers: { 'content-type': 'text/html' } });
    };
    return createPages(render, pageCache, config, everyPage);
  });
}

let here: TestShop;
let there: TestShop;
let tool: Tool;
let ada: string;
let alice: Awaited<ReturnType<TestShop['person']>>;

beforeAll(async () => {
  const url = await freshPostgres();
  here = await openProcess(url);
  there = await openProcess(url);
  ada = (await here.signIn('ada@tradebench.test')).token;
  alice = await here.person('Alice');
});
afterAll(() => Promise.all([here.close(), there.close()]));

const addresses = () => [
  '/',
  '/products',
  `/products/${tool._id}`,
  '/reviews',
  '/about',
  '/shop',
  '/tool?limit=6',
  '/tool?limit=24&sort=newest',
  '/tool?q=stale&sort=name',
  '/tool?inStock=true&sort=newest',
  `/tool/${tool._id}`,
  '/tool-suggestions?q=stale',
  '/category',
  '/review',
];

/** What a visitor gets: what is cached, as the socket's short way would send it, else what is made. */
async function read(shop: TestShop, address: string): Promise<string> {
  const cached = shop.peek(address);
  if (cached) return `${cached.headers['x-total-count'] ?? ''} ${cached.body.toString()}`;
  const answer = await shop.call('GET', address);
  // A refusal is never cached, and each has its own number.
  const text = (await answer.text()).replace(/,"requestId":"[^"]*"/, '');
  return `${answer.headers.get('x-total-count') ?? ''} ${text}`;
}

/** What the database answers now, all that is cached, lengths of lists included, being dropped before. */
async function truth(address: string): Promise<string> {
  here.parts.changes.touch([...toolTags(tool._id), 'reviews', 'settings']);
  return read(here, address);
}

async function expectFresh(act: () => Promise<Response>): Promise<void> {
  for (const shop of [here, there]) await Promise.all(addresses().map((address) => read(shop, address)));
  for (const address of addresses()) expect(here.peek(address) && there.peek(address), address).toBeDefined();
  const answer = await act();
  expect(answer.status, await answer.clone().text()).toBeLessThan(300);
  const now = await Promise.all(addresses().map((address) => read(here, address)));
  await here.parts.changes.told();
  for (const [index, address] of addresses().entries()) {
    await expect.poll(() => read(there, address), { message: address }).toBe(now[index]);
  }
  for (const [index, address] of addresses().entries()) expect(now[index], address).toBe(await truth(address));
}

const whole = (changes: object) => {
  const { name, description, price, image, availableQuantity, minOrderQuantity, version } = tool;
  return { name, description, price, image, availableQuantity, minOrderQuantity, version, ...changes };
};
const order = (quantity: number) =>
  here.call('POST', '/order', {
    as: alice.token,
    body: { name: 'Alice', address: '1 Dock Road', phone: '555', tool: tool.name, toolId: tool._id, quantity },
  });

describe('the next read of every page and list is fresh, in this process and in another, after', () => {
  beforeEach(async () => {
    tool = await here.tool({ name: 'Stale spanner 8 mm', category: 'Stale things', availableQuantity: 50 });
    await here.parts.changes.told();
  });

  it('an order', () => expectFresh(() => order(3)));

  it('an order that takes the last piece', () => expectFresh(() => order(50)));

  it('a deleted order', async () => {
    const { _id } = (await (await order(3)).json()) as { _id: string };
    await here.parts.changes.told();
    await expectFresh(() => here.call('DELETE', `/order/${_id}`, { as: alice.token }));
  });

  it('a new tool', () =>
    expectFresh(() =>
      here.call('POST', '/tool', { as: ada, body: { ...whole({ name: 'Stale news' }), version: undefined } }),
    ));

  it.each([{ name: 'Stale no more' }, { price: 11.5 }, { availableQuantity: 7 }, { category: 'Other things' }])(
    'an edit: %j',
    (changes) => expectFresh(() => here.call('PUT', `/tool/${tool._id}`, { as: ada, body: whole(changes) })),
  );

  it('a removed tool', () => expectFresh(() => here.call('DELETE', `/tool/${tool._id}`, { as: ada })));

  it('a review', () =>
    expectFresh(() => here.call('POST', '/review', { as: alice.token, body: { review: 'It holds.', rating: 5 } })));

  it('settings that are changed', async () => {
    const settings = (await (await here.call('GET', '/settings', { as: ada })).json()) as Settings;
    const company = { ...settings.company, phone: '+880 2 7777' };
    await expectFresh(() => here.call('PUT', '/settings', { as: ada, body: { ...settings, company } }));
    for (const address of ['/', '/about', '/reviews']) expect(await read(there, address)).toContain('+880 2 7777');
  });
});

it('a sale drops only what shows the tool, here and in another process', async () => {
  tool = await here.tool({ name: 'Sold spanner', category: 'Sold things' });
  const other = await here.tool({ name: 'Other spanner' });
  await here.parts.changes.told();
  const untouched = [
    '/',
    '/products',
    '/reviews',
    '/review',
    `/products/${other._id}`,
    `/tool/${other._id}`,
    '/category',
    '/tool?limit=6',
    '/tool?q=other',
  ];
  const touched = [`/products/${tool._id}`, '/tool?category=Sold+things', '/tool?inStock=true&limit=6'];
  for (const shop of [here, there]) await Promise.all([...untouched, ...touched].map((address) => read(shop, address)));
  expect((await order(1)).status).toBe(201);
  await expect.poll(() => touched.filter((address) => here.peek(address) ?? there.peek(address))).toEqual([]);
  expect(untouched.filter((address) => !here.peek(address) || !there.peek(address))).toEqual([]);
});

it('an answer that was being made while an order came in is not cached', async () => {
  tool = await here.tool({ name: 'Raced spanner', availableQuantity: 20 });
  const stock = async (shop: TestShop) =>
    (JSON.parse((await read(shop, `/tool/${tool._id}`)).trim()) as Tool).availableQuantity;
  for (let left = 19; left >= 10; left--) {
    const readers = Array.from({ length: 5 }, () => stock(here));
    expect((await order(1)).status).toBe(201);
    expect(await stock(here)).toBe(left);
    await Promise.all(readers);
    expect(await stock(here)).toBe(left);
  }
  await expect.poll(() => stock(there)).toBe(10);
});
