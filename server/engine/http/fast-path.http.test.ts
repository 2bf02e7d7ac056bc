import { getRequestListener } from '@hono/node-server';
import { createServer, request as send, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { createFastPath } from './fast-path.ts';
import { createPages } from './pages.ts';
import { everyPage } from './pages-for-tests.ts';

const HTML = `<!doctype html><script>var shop = 1</script><p>${'All tools. '.repeat(200)}`;

let shop: TestShop;
let server: Server;
let fast = 0;
let onlySlow = false;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase(), {}, {}, async ({ pageCache, config }) =>
    createPages(
      async () => new Response(HTML, { headers: { 'content-type': 'text/html; charset=utf-8' } }),
      pageCache,
      config,
      everyPage,
    ),
  );
  const wholeWay = getRequestListener((request) => shop.app.fetch(request));
  const answered = createFastPath(shop.peek, shop.parts.config);
  server = createServer((request, response) => {
    if (!onlySlow && answered(request, response)) fast++;
    else void wholeWay(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await shop.close();
});

/** What comes over the wire, byte for byte. */
function ask(method: string, path: string, headers: Record<string, string> = {}) {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
    const request = send({ port, method, path, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        // Each answer has its own time.
        const { date: _, ...rest } = response.headers;
        resolve({ status: response.statusCode, headers: rest, body: Buffer.concat(parts).toString('base64') });
      });
    });
    request.on('error', reject);
    request.end();
  });
}

async function bothWays(method: string, path: string, headers: Record<string, string> = {}) {
  onlySlow = true;
  const slow = await ask(method, path, headers);
  onlySlow = false;
  const before = fast;
  const quick = await ask(method, path, headers);
  return { slow, quick, wasFast: fast > before };
}

const encodings = ['', 'gzip', 'br', 'gzip, deflate, br, zstd', 'br;q=0, gzip', 'identity', '*'];

it.each(
  ['/', '/tool', '/tool?limit=24', '/config.json', '/openapi.json', '/review'].flatMap((path) =>
    encodings.map((encoding) => [path, encoding]),
  ),
)('a cached %s in "%s" is the same, header by header, past the whole way and along it', async (path, encoding) => {
  const headers: Record<string, string> = encoding === '' ? {} : { 'accept-encoding': encoding };
  const { slow, quick, wasFast } = await bothWays('GET', path, headers);
  expect(wasFast).toBe(true);
  expect(quick).toEqual(slow);
  const head = await bothWays('HEAD', path, headers);
  expect(head.wasFast).toBe(true);
  expect(head.quick).toEqual(head.slow);
  const etag = String(slow.headers['etag']);
  const again = await bothWays('GET', path, { ...headers, 'if-none-match': `"other", W/${etag}` });
  expect(again.wasFast).toBe(true);
  expect(again.quick).toEqual(again.slow);
  expect(again.quick.status).toBe(304);
});

it.each(['/tool?limit=0', '/tool/01aaaaaaaaaaaaaaaaaaaaaaaa', '/order', '/nothing-here?q=1'])(
  '%s, which is not cached, goes the whole way',
  async (path) => {
    const { slow, quick, wasFast } = await bothWays('GET', path);
    expect(wasFast).toBe(false);
    expect(quick.status).toBe(slow.status);
  },
);

it('what a page asks for with its origin goes the whole way, where it is said who may read it', async () => {
  const { slow, quick, wasFast } = await bothWays('GET', '/tool', { origin: 'http://shop.test' });
  expect(wasFast).toBe(false);
  expect(quick).toEqual(slow);
  expect(quick.headers.vary).toBe('Accept-Encoding, Origin');
});

it('other verbs on a cached address go the whole way', async () => {
  await ask('GET', '/tool');
  const { wasFast, quick } = await bothWays('POST', '/tool', { 'content-length': '0' });
  expect(wasFast).toBe(false);
  expect(quick.status).toBe(401);
});

it('a write is seen by the next read past the whole way', async () => {
  const tool = await shop.tool({ name: 'Quick spanner' });
  await ask('GET', `/tool/${tool._id}`);
  const cached = await bothWays('GET', `/tool/${tool._id}`);
  expect(cached.wasFast).toBe(true);
  const alice = await shop.person('Alice');
  await shop.order(alice.token, tool, 7);
  const fresh = await ask('GET', `/tool/${tool._id}`);
  expect(JSON.parse(Buffer.from(fresh.body, 'base64').toString())).toMatchObject({ availableQuantity: 93 });
});
