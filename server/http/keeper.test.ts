import { expect, test, vi } from 'vitest';
import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { choose, respond } from './kept-answer.ts';
import { createKeeper } from './keeper.ts';

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
  const keeper = createKeeper(MEGABYTE);
  const render = slowly();
  const answers = Array.from({ length: 100 }, () => keeper.get('/', ['tools'], render.make));
  render.finish(page('home'));
  const bodies = await Promise.all(answers);
  expect(new Set(bodies.map(({ body }) => String(body)))).toEqual(new Set(['home']));
  expect(render.count()).toBe(1);
  expect(keeper.peek('/')?.body.toString()).toBe('home');
});

test('a render that began before a write is neither kept nor joined by those who ask after it', async () => {
  const keeper = createKeeper(MEGABYTE);
  const before = slowly();
  const early = keeper.get('/', ['tools'], before.make);
  keeper.drop(['tools']);
  const after = slowly();
  const late = keeper.get('/', ['tools'], after.make);
  before.finish(page('old'));
  expect((await early).body.toString()).toBe('old');
  expect(keeper.peek('/')).toBeUndefined();
  await vi.waitFor(() => expect(after.count()).toBe(1));
  after.finish(page('new'));
  expect((await late).body.toString()).toBe('new');
  expect(keeper.peek('/')?.body.toString()).toBe('new');
});

test('writes that come faster than a page renders make one more render, which all who ask meanwhile share', async () => {
  const keeper = createKeeper(MEGABYTE);
  const first = slowly();
  const early = keeper.get('/', ['tools'], first.make);
  const next = slowly();
  const late: Promise<unknown>[] = [];
  for (let writes = 0; writes < 10; writes++) {
    keeper.drop(['tools']);
    late.push(keeper.get('/', ['tools'], next.make));
  }
  expect(next.count()).toBe(0);
  first.finish(page('old'));
  await early;
  await vi.waitFor(() => expect(next.count()).toBe(1));
  next.finish(page('new'));
  await Promise.all(late);
  expect(next.count()).toBe(1);
  expect(keeper.peek('/')?.body.toString()).toBe('new');
});

test('a render that hangs holds up the next one for a second, not for ever', async () => {
  vi.useFakeTimers();
  try {
    const keeper = createKeeper(MEGABYTE);
    void keeper.get('/', ['tools'], () => new Promise(() => {}));
    keeper.drop(['tools']);
    const next = slowly();
    void keeper.get('/', ['tools'], next.make);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(next.count()).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

test('a write drops what shows it and nothing else; without tags everything goes', async () => {
  const keeper = createKeeper(MEGABYTE);
  await keeper.get('/products/a', ['tool:a'], async () => page('a'));
  await keeper.get('/products/b', ['tool:b'], async () => page('b'));
  await keeper.get('/about', [], async () => page('about'));
  keeper.drop(['tool:a']);
  expect(keeper.peek('/products/a')).toBeUndefined();
  expect(keeper.peek('/products/b')).toBeDefined();
  keeper.drop(null);
  expect(keeper.peek('/products/b')).toBeUndefined();
  expect(keeper.peek('/about')).toBeUndefined();
  expect(keeper.size()).toBe(0);
});

test('a page shows what the answers show that it is made from, kept or made', async () => {
  const keeper = createKeeper(MEGABYTE);
  const list = () =>
    keeper.get('/tool', ['tools', 'stock'], async () => {
      keeper.shows(['tools', 'tool:a']);
      return page('list');
    });
  const home = () =>
    keeper.get('/', ['tools', 'stock', 'reviews'], async () => {
      await list();
      await keeper.get('/review', ['reviews'], async () => page('reviews'));
      return page('home');
    });
  for (const tag of ['tools', 'tool:a', 'reviews'] as const) {
    await home();
    keeper.drop(['stock', 'tool:b', 'categories']);
    expect([keeper.peek('/'), keeper.peek('/tool')]).not.toContain(undefined);
    keeper.drop([tag]);
    expect(keeper.peek('/')).toBeUndefined();
  }
});

test('a write during a render is for those who ask after it, and keeps only what shows it from being kept', async () => {
  const keeper = createKeeper(MEGABYTE);
  const shown = slowly();
  const other = slowly();
  const early = keeper.get('/shown', ['tools', 'stock'], () => {
    keeper.shows(['tools', 'tool:a']);
    return shown.make();
  });
  const aside = keeper.get('/other', ['tools', 'stock'], () => {
    keeper.shows(['tools', 'tool:b']);
    return other.make();
  });
  keeper.drop(['stock', 'tool:a']);
  const late = keeper.get('/shown', ['tools', 'stock'], async () => page('new'));
  shown.finish(page('old'));
  other.finish(page('other'));
  await aside;
  expect((await early).body.toString()).toBe('old');
  expect((await late).body.toString()).toBe('new');
  expect(keeper.peek('/shown')?.body.toString()).toBe('new');
  expect(keeper.peek('/other')?.body.toString()).toBe('other');
});

test('what is kept stays within its bounds, and what was used last stays longest', async () => {
  const keeper = createKeeper(50_000);
  const wide = () => Promise.resolve(page(Math.random().toString(36).repeat(400)));
  for (const key of ['/1', '/2', '/3']) await keeper.get(key, [], wide);
  for (let each = 0; each < 100; each++) {
    keeper.peek('/1');
    await keeper.get(`/more/${each}`, [], wide);
    expect(keeper.size()).toBeLessThanOrEqual(50_000);
  }
  expect(keeper.peek('/1')).toBeDefined();
  expect(keeper.peek('/2')).toBeUndefined();
});

test.each([404, 500, 503])('a page that answers %d is not kept', async (status) => {
  const keeper = createKeeper(MEGABYTE);
  expect((await keeper.get('/x', [], async () => page('no', status))).status).toBe(status);
  expect(keeper.peek('/x')).toBeUndefined();
});

test('a render that fails fails for all who wait, and the next one is tried anew', async () => {
  const keeper = createKeeper(MEGABYTE);
  const failing = () => Promise.reject(new Error('down'));
  const both = await Promise.allSettled([keeper.get('/', [], failing), keeper.get('/', [], failing)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await keeper.get('/', [], async () => page('up'))).body.toString()).toBe('up');
});

test('an answer is sent in the best encoding that is taken', async () => {
  const keeper = createKeeper(MEGABYTE);
  const text = 'spanner '.repeat(500);
  const kept = await keeper.get('/', [], async () => page(text));
  const brotli = await choose(kept, undefined, 'gzip, deflate, br, zstd');
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.body!).toString()).toBe(text);
  const zipped = await choose(kept, undefined, 'gzip, br;q=0');
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.body!).toString()).toBe(text);
  const plain = await choose(kept, undefined, undefined);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body!.toString()).toBe(text);
  for (const { headers } of [brotli, zipped, plain]) expect(headers['vary']).toBe('Accept-Encoding');
});

test('an answer is compressed when that is first asked for, and once for all who ask', async () => {
  const keeper = createKeeper(MEGABYTE);
  const kept = await keeper.get('/', [], async () => page('spanner '.repeat(500)));
  await choose(kept, undefined, 'identity');
  expect([kept.brotli, kept.gzip]).toEqual([undefined, undefined]);
  const answers = await Promise.all([1, 2, 3].map(() => choose(kept, undefined, 'br')));
  expect(new Set(answers.map(({ body }) => body))).toEqual(new Set([kept.brotli]));
  expect(kept.gzip).toBeUndefined();
});

test('who has the page already is told so, whatever encoding he has it in', async () => {
  const keeper = createKeeper(MEGABYTE);
  const kept = await keeper.get('/', [], async () => page('home'));
  for (const header of [kept.etag, `W/${kept.etag}`, `"other", ${kept.etag}`, '*']) {
    const answer = await choose(kept, header, 'br');
    expect(answer.status).toBe(304);
    expect(answer.body).toBeNull();
    expect(answer.headers['etag']).toBe(kept.etag);
  }
  expect((await choose(kept, '"other"', undefined)).status).toBe(200);
});

test('the same content has the same tag, other content another', async () => {
  const keeper = createKeeper(MEGABYTE);
  const [one, same, other] = await Promise.all([
    keeper.get('/1', [], async () => page('x')),
    keeper.get('/2', [], async () => page('x')),
    keeper.get('/3', [], async () => page('y')),
  ]);
  expect(same.etag).toBe(one.etag);
  expect(other.etag).not.toBe(one.etag);
});

test('HEAD gets the headers alone', async () => {
  const keeper = createKeeper(MEGABYTE);
  const kept = await keeper.get('/', [], async () => page('home'));
  const answer = await respond(kept, new Request('http://shop.test/', { method: 'HEAD' }));
  expect(answer.headers.get('content-length')).toBe('4');
  expect(await answer.text()).toBe('');
});
