import { expect, test, vi } from 'vitest';
import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { choose, respond } from './cached-response.ts';
import { createPageCache } from './page-cache.ts';

const MEGABYTE = 1_000_000;

function page(text: string, status = 200): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/html', 'cache-control': 'public' } });
}

/** A render that ends when told. */
function slowly() {
  let finish: (response: Response) => void = () => {};
  let count = 0;
  return {
    make: () => {
      count++;
      return new Promise<Response>((resolve) => (finish = resolve));
    },
    finish: (response: Response) => finish(response),
    count: () => count,
  };
}

test('a hundred who ask at once wait for one render', async () => {
  const pageCache = createPageCache(MEGABYTE);
  const render = slowly();
  const answers = Array.from({ length: 100 }, () => pageCache.get('/', ['tools'], render.make));
  render.finish(page('home'));
  const bodies = await Promise.all(answers);
  expect(new Set(bodies.map(({ body }) => String(body)))).toEqual(new Set(['home']));
  expect(render.count()).toBe(1);
  expect(pageCache.peek('/')?.body.toString()).toBe('home');
});

test('a render that began before a write is neither cached nor joined by those who ask after it', async () => {
  const pageCache = createPageCache(MEGABYTE);
  const before = slowly();
  const early = pageCache.get('/', ['tools'], before.make);
  pageCache.drop(['tools']);
  const after = slowly();
  const late = pageCache.get('/', ['tools'], after.make);
  before.finish(page('old'));
  expect((await early).body.toString()).toBe('old');
  expect(pageCache.peek('/')).toBeUndefined();
  await vi.waitFor(() => expect(after.count()).toBe(1));
  after.finish(page('new'));
  expect((await late).body.toString()).toBe('new');
  expect(pageCache.peek('/')?.body.toString()).toBe('new');
});

test('writes that come faster than a page renders make one more render, which all who ask meanwhile share', async () => {
  const pageCache = createPageCache(MEGABYTE);
  const first = slowly();
  const early = pageCache.get('/', ['tools'], first.make);
  const next = slowly();
  const late: Promise<unknown>[] = [];
  for (let writes = 0; writes < 10; writes++) {
    pageCache.drop(['tools']);
    late.push(pageCache.get('/', ['tools'], next.make));
  }
  expect(next.count()).toBe(0);
  first.finish(page('old'));
  await early;
  await vi.waitFor(() => expect(next.count()).toBe(1));
  next.finish(page('new'));
  await Promise.all(late);
  expect(next.count()).toBe(1);
  expect(pageCache.peek('/')?.body.toString()).toBe('new');
});

test('a render that hangs holds up the next one for a second, not for ever', async () => {
  vi.useFakeTimers();
  try {
    const pageCache = createPageCache(MEGABYTE);
    void pageCache.get('/', ['tools'], () => new Promise(() => {}));
    pageCache.drop(['tools']);
    const next = slowly();
    void pageCache.get('/', ['tools'], next.make);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(next.count()).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

test('a write drops what shows it and nothing else; without tags everything goes', async () => {
  const pageCache = createPageCache(MEGABYTE);
  await pageCache.get('/products/a', ['tool:a'], async () => page('a'));
  await pageCache.get('/products/b', ['tool:b'], async () => page('b'));
  await pageCache.get('/about', [], async () => page('about'));
  pageCache.drop(['tool:a']);
  expect(pageCache.peek('/products/a')).toBeUndefined();
  expect(pageCache.peek('/products/b')).toBeDefined();
  pageCache.drop(null);
  expect(pageCache.peek('/products/b')).toBeUndefined();
  expect(pageCache.peek('/about')).toBeUndefined();
  expect(pageCache.size()).toBe(0);
});

test('a page shows what the answers show that it is made from, cached or made', async () => {
  const pageCache = createPageCache(MEGABYTE);
  const list = () =>
    pageCache.get('/tool', ['tools', 'stock'], async () => {
      pageCache.shows(['tools', 'tool:a']);
      return page('list');
    });
  const home = () =>
    pageCache.get('/', ['tools', 'stock', 'reviews'], async () => {
      await list();
      await pageCache.get('/review', ['reviews'], async () => page('reviews'));
      return page('home');
    });
  for (const tag of ['tools', 'tool:a', 'reviews'] as const) {
    await home();
    pageCache.drop(['stock', 'tool:b', 'categories']);
    expect([pageCache.peek('/'), pageCache.peek('/tool')]).not.toContain(undefined);
    pageCache.drop([tag]);
    expect(pageCache.peek('/')).toBeUndefined();
  }
});

test('a write during a render is for those who ask after it, and keeps only what shows it from being cached', async () => {
  const pageCache = createPageCache(MEGABYTE);
  const shown = slowly();
  const other = slowly();
  const early = pageCache.get('/shown', ['tools', 'stock'], () => {
    pageCache.shows(['tools', 'tool:a']);
    return shown.make();
  });
  const aside = pageCache.get('/other', ['tools', 'stock'], () => {
    pageCache.shows(['tools', 'tool:b']);
    return other.make();
  });
  pageCache.drop(['stock', 'tool:a']);
  const late = pageCache.get('/shown', ['tools', 'stock'], async () => page('new'));
  shown.finish(page('old'));
  other.finish(page('other'));
  await aside;
  expect((await early).body.toString()).toBe('old');
  expect((await late).body.toString()).toBe('new');
  expect(pageCache.peek('/shown')?.body.toString()).toBe('new');
  expect(pageCache.peek('/other')?.body.toString()).toBe('other');
});

test('what is cached stays within its bounds, and what was used last stays longest', async () => {
  const pageCache = createPageCache(50_000);
  const wide = () => Promise.resolve(page(Math.random().toString(36).repeat(400)));
  for (const key of ['/1', '/2', '/3']) await pageCache.get(key, [], wide);
  for (let each = 0; each < 100; each++) {
    pageCache.peek('/1');
    await pageCache.get(`/more/${each}`, [], wide);
    expect(pageCache.size()).toBeLessThanOrEqual(50_000);
  }
  expect(pageCache.peek('/1')).toBeDefined();
  expect(pageCache.peek('/2')).toBeUndefined();
});

test.each([404, 500, 503])('a page that answers %d is not cached', async (status) => {
  const pageCache = createPageCache(MEGABYTE);
  expect((await pageCache.get('/x', [], async () => page('no', status))).status).toBe(status);
  expect(pageCache.peek('/x')).toBeUndefined();
});

test('a render that fails fails for all who wait, and the next one is tried anew', async () => {
  const pageCache = createPageCache(MEGABYTE);
  const failing = () => Promise.reject(new Error('down'));
  const both = await Promise.allSettled([pageCache.get('/', [], failing), pageCache.get('/', [], failing)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await pageCache.get('/', [], async () => page('up'))).body.toString()).toBe('up');
});

test('an answer is sent in the best encoding that is taken', async () => {
  const pageCache = createPageCache(MEGABYTE);
  const text = 'spanner '.repeat(500);
  const cached = await pageCache.get('/', [], async () => page(text));
  const brotli = await choose(cached, undefined, 'gzip, deflate, br, zstd');
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.body!).toString()).toBe(text);
  const zipped = await choose(cached, undefined, 'gzip, br;q=0');
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.body!).toString()).toBe(text);
  const plain = await choose(cached, undefined, undefined);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body!.toString()).toBe(text);
  for (const { headers } of [brotli, zipped, plain]) expect(headers['vary']).toBe('Accept, Accept-Encoding');
});

test('an answer is compressed when that is first asked for, and once for all who ask', async () => {
  const pageCache = createPageCache(MEGABYTE);
  const cached = await pageCache.get('/', [], async () => page('spanner '.repeat(500)));
  await choose(cached, undefined, 'identity');
  expect([cached.brotli, cached.gzip]).toEqual([undefined, undefined]);
  const answers = await Promise.all([1, 2, 3].map(() => choose(cached, undefined, 'br')));
  expect(new Set(answers.map(({ body }) => body))).toEqual(new Set([cached.brotli]));
  expect(cached.gzip).toBeUndefined();
});

test('who has the page already is told so, whatever encoding they have it in', async () => {
  const pageCache = createPageCache(MEGABYTE);
  const cached = await pageCache.get('/', [], async () => page('spanner '.repeat(500)));
  const tags: string[] = [];
  for (const encoding of ['identity', 'gzip', 'br']) {
    const etag = (await choose(cached, undefined, encoding)).headers['etag'] ?? '';
    tags.push(etag);
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const answer = await choose(cached, header, 'br');
      expect(answer.status).toBe(304);
      expect(answer.body).toBeNull();
      expect(answer.headers['etag']).toBe(etag);
    }
  }
  expect((await choose(cached, '*', 'br')).headers['etag']).toBe(tags[2]);
  expect((await choose(cached, '"other"', undefined)).status).toBe(200);
});

test('each encoding has a strong tag of its own, the same each time', async () => {
  const pageCache = createPageCache(MEGABYTE);
  const cached = await pageCache.get('/', [], async () => page('spanner '.repeat(500)));
  const tagsOf = async () =>
    Promise.all(['', 'gzip', 'br'].map(async (each) => (await choose(cached, undefined, each)).headers['etag']));
  const tags = await tagsOf();
  expect(new Set(tags).size).toBe(3);
  for (const tag of tags) expect(tag).toMatch(/^"[^"]+"$/);
  expect(await tagsOf()).toEqual(tags);
});

test.each([
  ['GZIP', 'gzip'],
  ['Br', 'br'],
  ['gzip;q=0.5, BR;Q=0', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['gzip; q=0.000', undefined],
  ['x-gzip', undefined],
  ['br ; q=1', 'br'],
])('"%s" asks for %s', async (accepted, encoding) => {
  const pageCache = createPageCache(MEGABYTE);
  const cached = await pageCache.get('/', [], async () => page('spanner '.repeat(500)));
  expect((await choose(cached, undefined, accepted)).headers['content-encoding']).toBe(encoding);
});

test('the same content has the same tag, other content another', async () => {
  const pageCache = createPageCache(MEGABYTE);
  const [one, same, other] = await Promise.all([
    pageCache.get('/1', [], async () => page('x')),
    pageCache.get('/2', [], async () => page('x')),
    pageCache.get('/3', [], async () => page('y')),
  ]);
  expect(same.etag).toBe(one.etag);
  expect(other.etag).not.toBe(one.etag);
});

test('HEAD gets the headers alone', async () => {
  const pageCache = createPageCache(MEGABYTE);
  const cached = await pageCache.get('/', [], async () => page('home'));
  const answer = await respond(cached, new Request('http://shop.test/', { method: 'HEAD' }));
  expect(answer.headers.get('content-length')).toBe('4');
  expect(await answer.text()).toBe('');
});
