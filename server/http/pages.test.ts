import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { createKeeper } from './keeper.ts';
import { createPages } from './pages.ts';

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
function pagesOf(settings = config, html = (address: string) => `<p>${address}</p>`) {
  const keeper = createKeeper(1_000_000);
  const asked: string[] = [];
  const pages = createPages(
    async (request) => {
      const { pathname, search } = new URL(request.url);
      asked.push(pathname + search);
      return new Response(html(pathname + search), { headers: { 'content-type': 'text/html' } });
    },
    keeper,
    settings,
  );
  const get = (path: string) => pages.fetch(new Request(`http://shop.test${path}`));
  return { keeper, asked, pages, get };
}

test('only known parameters make another page, in whatever order they come', async () => {
  const { asked, get } = pagesOf();
  await get('/products?utm_source=x&sort=price&q=axe');
  await get('/products?q=axe&sort=price&fbclid=1');
  await get('/about?q=axe');
  expect(asked).toEqual(['/products?q=axe&sort=price', '/about']);
});

test.each([
  ['/', 'tools'],
  ['/', 'reviews'],
  ['/products?q=axe', 'tools'],
  ['/reviews', 'reviews'],
  ['/products/abc', 'tool:abc'],
] as const)('%s is made anew after a change of %s', async (path, tag) => {
  const { asked, keeper, get } = pagesOf();
  await get(path);
  await get(path);
  expect(asked).toHaveLength(1);
  keeper.drop([tag]);
  await get(path);
  expect(asked).toHaveLength(2);
});

test.each(['/products/%61bc', '//products', '/%70roducts', '/products//abc'])(
  '%s, another spelling that the router may understand, is never kept',
  async (path) => {
    const { asked, keeper, get } = pagesOf();
    await get(path);
    await get(path);
    expect(asked).toHaveLength(2);
    expect(keeper.size()).toBe(0);
  },
);

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
  expect((await get('//evil.example/')).status).toBe(200);
});
