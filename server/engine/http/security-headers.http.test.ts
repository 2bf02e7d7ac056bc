import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { createApp } from '#server/shop/app.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { createPages } from './pages.ts';
import { everyPage } from './pages-for-tests.ts';

let shop: TestShop;
let secure: TestShop;

/** The pages without their build: what is tested are the headers around them. */
function withPages(shop: TestShop): TestShop['app'] {
  const { parts } = shop;
  const render = async ({ url }: Request) =>
    url.endsWith('/throws')
      ? Promise.reject(new Error('select * from secrets'))
      : new Response('<script>one()</script>', {
          status: url.endsWith('/missing') ? 404 : 200,
          headers: { 'content-type': 'text/html' },
        });
  const pages = createPages(render, parts.pageCache, parts.config, everyPage);
  return createApp(parts, shop.health, {
    web: { fetch: pages.fetch, listed: () => pages.listed },
    sandbox: {
      '/sandbox/stripe': async () => new Response('stand-in'),
      '/moved': async () => Response.redirect('http://shop.test/'),
    },
  });
}

let app: TestShop['app'];
let secureApp: TestShop['app'];

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  secure = await openTestShop(await freshDatabase(), { BASE_URL: 'https://shop.test' });
  app = withPages(shop);
  secureApp = withPages(secure);
});
afterAll(async () => {
  await shop.close();
  await secure.close();
});

type Case = [kind: string, status: number, method: string, path: string, init?: RequestInit];
const json = (body: string): RequestInit => ({ headers: { 'content-type': 'application/json' }, body });
const CASES: Case[] = [
  ['a page', 200, 'GET', '/about'],
  ['a page that is not there', 404, 'GET', '/missing'],
  ['a page that fails', 500, 'GET', '/throws'],
  ['a redirect', 308, 'GET', '/about/'],
  ['a list', 200, 'GET', '/tool'],
  ['HEAD of a list', 200, 'HEAD', '/tool'],
  ['a refusal', 401, 'GET', '/user'],
  ['broken JSON', 401, 'POST', '/tool', json('{')],
  ['an unknown path of the API', 404, 'GET', '/tool/a/b/c'],
  ['another verb', 405, 'PUT', '/review', json('{}')],
  ['another verb on a page', 405, 'DELETE', '/about'],
  [
    'a preflight',
    405,
    'OPTIONS',
    '/order',
    { headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' } },
  ],
  ['an address too long', 414, 'GET', `/tool?q=${'x'.repeat(9_000)}`],
  ['identity', 200, 'GET', '/api/auth/get-session'],
  [
    'a failed sign-in',
    401,
    'POST',
    '/api/auth/sign-in/email',
    json('{"email":"nobody@shop.test","password":"wrong-password"}'),
  ],
  ['an unknown path of identity', 404, 'GET', '/api/auth/nothing'],
  ['a webhook without signature', 400, 'POST', '/webhooks/stripe', { body: '{}' }],
  ['an upload that is not there', 404, 'GET', '/uploads/none.webp'],
  ['robots.txt', 200, 'GET', '/robots.txt'],
  ['the sitemap', 200, 'GET', '/sitemap.xml'],
  ['a stand-in', 200, 'GET', '/sandbox/stripe/x'],
  ['a stand-in that redirects', 302, 'GET', '/moved'],
  ['security.txt', 200, 'GET', '/.well-known/security.txt'],
  ['the health check', 200, 'GET', '/healthz'],
  ['the description', 200, 'GET', '/openapi.json'],
  ['its page', 200, 'GET', '/docs'],
  [
    'a policy report',
    204,
    'POST',
    '/csp-report',
    { headers: { 'content-type': 'application/csp-report' }, body: '{"csp-report":{}}' },
  ],
];

describe.each(CASES)('%s', (_kind, status, method, path, init) => {
  const ask = async (secured: boolean, headers: Record<string, string> = {}) =>
    (secured ? secureApp : app).fetch(
      new Request(`http://shop.test${path}`, {
        ...init,
        method,
        headers: { ...(init?.headers as Record<string, string>), ...headers },
      }),
    );

  it('carries every protective header (attacks T85)', async () => {
    const answer = await ask(false);
    expect(answer.status).toBe(status);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("object-src 'none'");
    const scripts = policy.split('; ').find((part) => part.startsWith('script-src')) ?? '';
    expect(scripts).not.toMatch(/unsafe|\*|http:/);
    expect(policy).not.toContain('stripe.com');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBeTruthy();
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(answer.headers.get('permissions-policy')).toContain('camera=()');
    expect(answer.headers.get('cache-control')).toBeTruthy();
    expect(answer.headers.get('x-powered-by')).toBeNull();
    expect(answer.headers.get('server')).toBeNull();
  });

  it('tells browsers to stay on https only where the shop is on https (attacks T85)', async () => {
    expect((await ask(false)).headers.get('strict-transport-security')).toBeNull();
    expect((await ask(true)).headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/);
  });

  it.each(['https://evil.test', 'null', 'https://shop.test.evil', 'https://sub.shop.test', 'http://shop.test:81'])(
    'opens nothing to the origin %s (attacks T84)',
    async (origin) => {
      const answer = await ask(false, { origin });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    },
  );

  it('names its own origin exactly, to that alone (attacks T84)', async () => {
    const answer = await ask(false, { origin: 'http://shop.test' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://shop.test');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('vary')?.split(', ')).toContain('Origin');
  });
});

test('a page that did not change is told so with the same headers', async () => {
  const first = await app.fetch(new Request('http://shop.test/contactUs'));
  const again = await app.fetch(
    new Request('http://shop.test/contactUs', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } }),
  );
  expect(again.status).toBe(304);
  for (const name of ['content-security-policy', 'x-content-type-options', 'cross-origin-opener-policy']) {
    expect(again.headers.get(name)).toBe(first.headers.get(name));
  }
});

test('everything personal is no-store (attacks T85)', async () => {
  const { token, email } = await shop.person('Alice');
  for (const path of [`/order?email=${email}`, `/admin/${email}`, `/user/${email}/profile`]) {
    expect((await shop.call('GET', path, { as: token })).headers.get('cache-control')).toBe('no-store');
  }
  expect((await shop.call('GET', '/api/auth/get-session')).headers.get('cache-control')).toBe('no-store');
});

test('on https the session cookie is bound to this very host', async () => {
  const answer = await secure.app.fetch(
    new Request('https://shop.test/api/auth/sign-in/email', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://shop.test' },
      body: JSON.stringify({ email: 'alice@tradebench.test', password: 'tradebench' }),
    }),
  );
  expect(answer.status).toBe(200);
  const cookies = answer.headers.getSetCookie();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) {
    expect(cookie).toMatch(/^__Host-/);
    expect(cookie).toMatch(/; Secure/i);
    expect(cookie).toMatch(/; Path=\/(;|$)/i);
    expect(cookie).toMatch(/; SameSite=(Lax|Strict)/i);
    expect(cookie).not.toMatch(/; Domain=/i);
    expect(cookie).toMatch(/; HttpOnly/i);
  }
});

test('security.txt says where to report and until when that holds', async () => {
  const text = await (await shop.call('GET', '/.well-known/security.txt')).text();
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
  const expires = Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
});

test.each([
  '/join?token=abc',
  '/approve?x=1&token=abc',
  '/reset-password?token=abc',
  '/approval/abc',
  '/api/auth/verify-email?token=abc',
])('%s is kept nowhere, and its address is said to nobody', async (path) => {
  const { headers } = await app.fetch(new Request(`http://shop.test${path}`));
  expect(headers.get('cache-control')).toBe('private, no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  const without = await app.fetch(new Request('http://shop.test/join'));
  expect(without.headers.get('cache-control')).toContain('public');
});
