import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createPageCache } from './page-cache.ts';
import { createPages, type AddressFacts } from './pages.ts';
import { everyPage } from './pages-for-tests.ts';

const config = readConfig({
  AUTH_SECRET: 'for-tests-only-for-tests-only-for-tests-only',
  BASE_URL: 'http://shop.test',
});
const realStripe = readConfig({
  AUTH_SECRET: 'for-tests-only-for-tests-only-for-tests-only',
  BASE_URL: 'http://shop.test',
  STRIPE_SECRET_KEY: 'sk_test_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
});

/** Pages whose renderer answers what it was asked for. */
function pagesOf(settings = config, html = (address: string) => `<p>${address}</p>`, known: AddressFacts = everyPage) {
  const pageCache = createPageCache(1_000_000);
  const asked: string[] = [];
  const pages = createPages(
    async (request) => {
      const { pathname, search } = new URL(request.url);
      asked.push(pathname + search);
      const status =
        pathname === '/not-found' || pathname === '/products/-' ? 404 : pathname === '/reviews' ? 503 : 200;
      return new Response(html(pathname + search), { status, headers: { 'content-type': 'text/html' } });
    },
    pageCache,
    settings,
    known,
  );
  const get = (path: string) => pages.fetch(new Request(`http://shop.test${path}`));
  return { pageCache, asked, pages, get };
}

test('a page that cannot be made just now says when to try again', async () => {
  const { get } = pagesOf();
  const [away, there] = [await get('/reviews'), await get('/products')];
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '2']);
  expect([there.status, there.headers.get('retry-after')]).toEqual([200, null]);
});

test('only known parameters make another page, in whatever order they come', async () => {
  const { asked, get } = pagesOf();
  await get('/products?utm_source=x&sort=price&q=axe');
  await get('/products?q=axe&sort=price&fbclid=1');
  await get('/about?q=axe');
  expect(asked).toEqual(['/products?q=axe&sort=price', '/about']);
});

test.each(['/', '/about', '/products?q=axe', '/a-page-that-comes-later'])(
  '%s is made anew after a change of what its calls show, and of nothing else',
  async (path) => {
    const shown = path === '/about' ? [] : (['reviews', 'tool:abc'] as const);
    const { asked, pageCache, get } = pagesOf(config, (address) => {
      // As the calls do that a loader asks.
      pageCache.shows([...shown]);
      return `<p>${address}</p>`;
    });
    await get(path);
    pageCache.drop(['tools', 'stock', 'categories', 'settings', 'tool:other']);
    await get(path);
    expect(asked).toHaveLength(1);
    pageCache.drop(['reviews']);
    await get(path);
    expect(asked).toHaveLength(shown.length > 0 ? 2 : 1);
  },
);

test.each([
  ['/products/%61bc', '/products/abc'],
  ['/%70roducts?q=axe', '/products?q=axe'],
])('%s, another spelling of a page, leads to its own', async (path, own) => {
  const { asked, pageCache, get } = pagesOf();
  const answer = await get(path);
  expect([answer.status, answer.headers.get('location')]).toEqual([308, own]);
  expect(asked).toEqual([]);
  expect(pageCache.size()).toBe(0);
});

test('addresses that nothing has are one document, rendered once', async () => {
  const { asked, pageCache, get } = pagesOf(config, undefined, {
    ...everyPage,
    isPage: (path) => path === '/products' || /^\/products\/[^/]+$/.test(path),
    spelling: (path) => (path.toLowerCase() === '/products' ? '/products' : null),
    missingAt: async (path) => (path === '/products/hidden' ? '/products/-' : null),
    isTool: async (id) => id === 'abc' || id === 'hidden',
  });
  for (const path of ['//products', '/products//abc', '/nothing', '/nothing-else', '/a/b/c', '/%ff', '/x%20y'])
    expect((await get(path)).status, path).toBe(404);
  expect(asked).toEqual(['/not-found']);
  for (const path of ['/products/none', '/products/other']) expect((await get(path)).status, path).toBe(404);
  expect(asked).toEqual(['/not-found', '/products/-']);
  expect((await get('/products/hidden')).status).toBe(404);
  expect(asked).toHaveLength(2);
  expect((await get('/products/abc')).status).toBe(200);
  expect(pageCache.peek('/nothing') ?? pageCache.peek('/products/none')).toBeUndefined();
});

test('a page in other capitals leads to its own spelling, with what was asked for', async () => {
  const { asked, get } = pagesOf(config, undefined, {
    ...everyPage,
    isPage: (path) => path === '/products',
    spelling: (path) => (path.toLowerCase() === '/products' ? '/products' : null),
    missingAt: async () => null,
    isTool: async () => true,
  });
  const answer = await get('/Products?q=axe');
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/products?q=axe']);
  expect(asked).toEqual([]);
});

test.each(['//', '///evil.example/', '//evil.example/%2f..'])('%s stays on the shop', async (path) => {
  const { asked, pages } = pagesOf();
  const answer = await pages.fetch(new Request(`http://shop.test${path}`));
  expect([200, 404]).toContain(answer.status);
  expect(answer.headers.get('location')).toBeNull();
  expect(asked).toHaveLength(1);
});

test('the payment page of every order is one document', async () => {
  const { asked, get } = pagesOf();
  await get('/dashboard/payment/one');
  await get('/dashboard/payment/two');
  expect(asked).toHaveLength(1);
});

test('so is the receipt of every order', async () => {
  const { asked, get } = pagesOf();
  await get('/dashboard/receipt/one');
  await get('/dashboard/receipt/two');
  expect(asked).toEqual(['/dashboard/receipt/order']);
});

test("the provider's hosts are in the policy of the payment page alone (attacks T85)", async () => {
  const { get } = pagesOf(realStripe);
  const policy = async (path: string) => (await get(path)).headers.get('content-security-policy');
  expect(await policy('/dashboard/payment/one')).toContain('https://js.stripe.com');
  for (const path of ['/', '/dashboard', '/dashboard/payment/one/two', '/products/payment']) {
    expect(await policy(path)).not.toContain('stripe.com');
  }
});

test('inline scripts are allowed by hash and nothing else is (attacks T85)', async () => {
  const { get } = pagesOf(config, () => '<script>one()</script><script src="/a.js"></script>');
  const policy = (await get('/')).headers.get('content-security-policy') ?? '';
  const scripts = policy.split('; ').find((part) => part.startsWith('script-src'));
  expect(scripts).toMatch(/^script-src 'self' 'sha256-[\w+/=]{44}'$/);
  for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) expect(policy).toContain(part);
});

test('an address with a slash at its end leads to the one without, on this site', async () => {
  const { get } = pagesOf();
  expect((await get('/products/?q=axe')).headers.get('location')).toBe('/products?q=axe');
  expect((await get('//evil.example/')).status).toBe(404);
});
