import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RouteName, Routes } from '#contract/routes.ts';
import type { Settings } from '#contract/office/settings.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type CachedRoute = { [N in RouteName]: Routes[N] extends { cache: 'public' } ? N : never }[RouteName];

let shop: TestShop;
let tool: Tool;
let ada: string;
let alice: Awaited<ReturnType<TestShop['person']>>;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = (await shop.signIn('ada@tradebench.test')).token;
  alice = await shop.person('Alice');
  tool = await shop.tool({ name: 'Stale scraper', category: 'Scrapers', availableQuantity: 90 });
});
afterAll(() => shop.close());

/** Addresses of every call whose answer is cached; a new one without any does not compile. */
const ADDRESSES: Record<CachedRoute, () => string[]> = {
  listTools: () => [
    '/tool',
    '/tool?q=scraper',
    '/tool?inStock=true&sort=newest',
    '/tool?category=Scrapers&limit=1',
    '/tool?language=de',
  ],
  listFacets: () => ['/facets', '/facets?q=scraper', '/facets?category=Scrapers', '/facets?inStock=true'],
  listAttributeNames: () => ['/attribute-names', '/attribute-names?language=de'],
  suggestFacets: () => ['/facet-suggestions?q=scraper'],
  suggestTools: () => ['/tool-suggestions?q=scraper'],
  getTool: () => [`/tool/${tool._id}`, `/tool/${tool._id}?language=de`],
  listCategories: () => ['/category', '/category?language=de'],
  shopFront: () => ['/shop'],
  listPages: () => ['/pages'],
  getPage: () => ['/page/terms', '/page/terms?language=de'],
  listReviews: () => ['/review', '/review?limit=1', `/review?tool=${tool._id}`],
  openapi: () => ['/openapi.json'],
  publicConfig: () => ['/config.json'],
};

async function asAda(method: string, path: string, body?: unknown): Promise<Response> {
  const answer = await shop.call(method, path, { as: ada, ...(body === undefined ? {} : { body }) });
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return answer;
}
const read = async <T>(path: string) => (await asAda('GET', path)).json() as Promise<T>;

const WRITES: [string, () => Promise<unknown>][] = [
  ['an order', () => shop.order(alice.token, tool, 3)],
  [
    'an order that is deleted',
    async () => {
      const order = await shop.order(alice.token, tool, 2);
      await shop.call('DELETE', `/order/${order._id}`, { as: alice.token });
    },
  ],
  ['a tool that is added', () => shop.tool({ name: 'Second scraper', category: 'Scrapers' })],
  [
    'a tool that is edited',
    async () => {
      const now = await read<Tool>(`/tool/${tool._id}`);
      await asAda('PUT', `/tool/${tool._id}`, {
        ...now,
        name: 'Stale cabinet scraper',
        price: 12,
        category: 'Cabinets',
      });
    },
  ],
  [
    'a category that is called otherwise in German',
    () => asAda('PUT', '/category', { name: 'Scrapers', translations: { de: { name: 'Schaber' } } }),
  ],
  ['stock that is added', () => asAda('POST', `/tool/${tool._id}/stock`, { change: 5, reason: 'counted' })],
  ['a review', () => shop.call('POST', '/review', { as: alice.token, body: { review: 'Keen edge.', rating: 5 } })],
  [
    'a review that is hidden',
    async () => {
      const [review] = await read<{ _id: string }[]>('/review');
      await asAda('PUT', `/review/${review!._id}`, { hidden: true });
    },
  ],
  [
    'a review that is removed',
    async () => {
      const [review] = await read<{ _id: string }[]>('/review');
      await asAda('DELETE', `/review/${review!._id}`);
    },
  ],
  [
    'settings that are changed',
    async () => {
      const settings = await read<Settings>('/settings');
      await asAda('PUT', '/settings', { ...settings, company: { ...settings.company, phone: '+880 2 1111' } });
    },
  ],
  ['a page that is written', () => asAda('PUT', '/page/terms', { title: 'Terms', text: 'Pay.', place: 'footer' })],
  ['a page that is removed', () => asAda('DELETE', '/page/terms')],
  ['a tool that is removed', () => asAda('DELETE', `/tool/${tool._id}`)],
];

it.each(WRITES)('after %s, nothing that is cached is older than it', async (_what, write) => {
  const addresses = Object.values(ADDRESSES).flatMap((each) => each());
  const look = () =>
    Promise.all(
      addresses.map(async (address) => {
        const answer = await shop.call('GET', address);
        // A refusal is made for each who asks, with a number of its own.
        return [address, answer.status, answer.ok ? await answer.text() : ''];
      }),
    );
  const before = await look();
  await write();
  const after = await look();
  shop.parts.pageCache.drop(null);
  expect(after).toEqual(await look());
  expect(after).not.toEqual(before);
});
