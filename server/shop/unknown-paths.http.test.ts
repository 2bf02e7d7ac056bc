import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { createPages } from '#server/engine/http/pages.ts';
import { everyPage } from '#server/engine/http/pages-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { createApp } from './app.ts';

let shop: TestShop;
let app: TestShop['app'];
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  const { parts } = shop;
  const render = async ({ url }: Request) =>
    new Response('<p>a page</p>', {
      status: url.endsWith('/missing') ? 404 : 200,
      headers: { 'content-type': 'text/html' },
    });
  const pages = createPages(render, parts.pageCache, parts.config, everyPage);
  app = createApp(parts, shop.health, { web: { fetch: pages.fetch, listed: () => pages.listed } });
});
afterAll(() => shop.close());

const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
  const answer = await app.fetch(new Request(`http://shop.test${path}`, { method, headers }));
  const text = await answer.text();
  const code = answer.headers.get('content-type')?.startsWith('application/json')
    ? (JSON.parse(text) as { code: string }).code
    : text;
  return [answer.status, code, answer.headers.get('allow')];
};

it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
  '%s of a path that is nothing is 404, of a page or file 405',
  async (method) => {
    expect(await ask(method, '/missing')).toEqual([404, 'NOT_FOUND', null]);
    for (const path of ['/about', '/about/', '/robots.txt', '/sitemap.xml', '/docs', '/uploads/none.webp'])
      expect([path, ...(await ask(method, path))]).toEqual([path, 405, 'METHOD_NOT_ALLOWED', 'GET, HEAD']);
  },
);

it('a path that one call names and others take for an id allows the verbs of all of them', async () => {
  expect(await ask('PATCH', '/invitation/accept')).toEqual([405, 'METHOD_NOT_ALLOWED', 'DELETE, POST']);
  expect(await ask('PATCH', '/invitation/some-id')).toEqual([405, 'METHOD_NOT_ALLOWED', 'DELETE']);
  expect(await ask('PUT', '/import/bank')).toEqual([405, 'METHOD_NOT_ALLOWED', 'GET, HEAD, POST']);
});

it('whoever asks a path that is nothing for JSON reads the error as JSON, a browser and a crawler the page', async () => {
  expect(await ask('GET', '/missing', { accept: 'application/json' })).toEqual([404, 'NOT_FOUND', null]);
  for (const accept of ['text/html,application/xhtml+xml,*/*;q=0.8', '*/*'])
    expect(await ask('GET', '/missing', { accept })).toEqual([404, '<p>a page</p>', null]);
  expect(await ask('GET', '/about', { accept: 'application/json' })).toEqual([200, '<p>a page</p>', null]);
});

it("the demo's mailbox answers HEAD as it does GET", async () => {
  for (const path of ['/demo/mailbox', '/demo/mailbox.json'])
    expect((await shop.call('HEAD', path)).status).toBe((await shop.call('GET', path)).status);
  expect((await shop.call('HEAD', '/demo/mailbox')).status).toBe(200);
});
