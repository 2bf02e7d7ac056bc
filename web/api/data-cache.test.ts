import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, networkError } from './api-error.ts';
import { createDataCache, type Source, tabCache } from './data-cache.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A source of numbers that a test answers when it likes. */
function stock(key = ['tool', 'hammer']) {
  const waiting: { resolve: (left: number) => void; reject: (error: unknown) => void }[] = [];
  const asked: (number | undefined)[] = [];
  const source: Source<number> = {
    key,
    fetch: (_transport, shown) =>
      new Promise((resolve, reject) => {
        asked.push(shown);
        waiting.push({ resolve, reject });
      }),
  };
  const settle = async (action: (call: (typeof waiting)[number]) => void) => {
    const call = waiting.shift();
    if (!call) throw new Error('nothing was asked');
    action(call);
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    source,
    asked,
    answer: (left: number) => settle(({ resolve }) => resolve(left)),
    fail: (error: unknown) => settle(({ reject }) => reject(error)),
  };
}

const everything = () => true;

test('on the server, where visitors would share it, nothing is cached', () => {
  expect(() => tabCache()).toThrow('a render has no cache');
});

test('however many ask at once, the server is asked once, and what is there is given at once', async () => {
  const cache = createDataCache();
  const { source, asked, answer } = stock();
  const both = Promise.all([cache.ensure(source), cache.prefetch(source), cache.ensure(source)]);
  await answer(5);
  expect(await both).toEqual([5, undefined, 5]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await cache.ensure(source)).toBe(5);
  expect(asked).toHaveLength(1);
});

test('a page that cannot be made hears why, and another try asks again', async () => {
  const cache = createDataCache();
  const { source, fail, answer } = stock();
  const made = cache.ensure(source);
  await Promise.all([
    expect(made).rejects.toThrow('Gone.'),
    fail(new ApiError(404, { code: 'TOOL_NOT_FOUND', message: 'Gone.' })),
  ]);
  const again = cache.ensure(source);
  await answer(5);
  expect(await again).toBe(5);
});

test('a page whose call fails on the way is asked for three times more, from a second on', async () => {
  const cache = createDataCache();
  const { source, asked, fail, answer } = stock();
  const made = cache.ensure(source);
  for (const pause of [1_000, 2_000, 4_000]) {
    await fail(networkError());
    await vi.advanceTimersByTimeAsync(pause);
  }
  await answer(5);
  expect(await made).toBe(5);
  expect(asked).toHaveLength(4);
});

test('a page wanted while a mere look at its link fails does not fail with it', async () => {
  const cache = createDataCache();
  const { source, fail, answer } = stock();
  const looked = cache.prefetch(source);
  const made = cache.ensure(source);
  await fail(networkError());
  await looked;
  await vi.advanceTimersByTimeAsync(1_000);
  await answer(5);
  expect(await made).toBe(5);
});

test('what is shown is asked for anew once it is 30 seconds old, and followed', async () => {
  const cache = createDataCache();
  const { source, asked, answer } = stock();
  cache.preload(source.key, 5);
  const listener = vi.fn<() => void>();
  const stop = cache.watch(source, listener);
  await vi.advanceTimersByTimeAsync(29_999);
  void cache.refresh();
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  void cache.refresh();
  await answer(4);
  expect(asked).toEqual([5]);
  expect(cache.read(source.key)).toBe(4);
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
  await vi.advanceTimersByTimeAsync(30_000);
  void cache.refresh(everything);
  expect(asked).toHaveLength(1);
});

test('what is outdated is asked for at once where it is shown, and when it is shown next elsewhere', async () => {
  const cache = createDataCache();
  const [shown, left] = [stock(), stock(['tool', 'saw'])];
  cache.preload(shown.source.key, 5);
  cache.preload(left.source.key, 7);
  cache.watch(shown.source, () => {});
  const done = cache.refresh(everything);
  await shown.answer(4);
  await done;
  expect(cache.read(shown.source.key)).toBe(4);
  expect(left.asked).toEqual([]);
  expect(await cache.ensure(left.source)).toBe(7);
  cache.watch(left.source, () => {});
  await left.answer(6);
  expect(cache.read(left.source.key)).toBe(6);
});

test('an answer that was asked for before a change does not undo it', async () => {
  const cache = createDataCache();
  const { source, answer } = stock();
  cache.preload(source.key, 5);
  await vi.advanceTimersByTimeAsync(30_000);
  cache.watch(source, () => {});
  cache.change(source, (left) => left - 2);
  const done = cache.refresh(everything);
  await answer(5);
  expect(cache.read(source.key)).toBe(3);
  await answer(2);
  await done;
  expect(cache.read(source.key)).toBe(2);
});

test('while the shop does not answer what is shown stays, and three more tries follow 1, 2 and 4 seconds later', async () => {
  const cache = createDataCache();
  const { source, asked, fail } = stock();
  cache.preload(source.key, 5);
  cache.watch(source, () => {});
  const done = cache.refresh(everything);
  for (const pause of [1_000, 2_000, 4_000]) {
    await fail(networkError());
    const before = asked.length;
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(asked).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(before + 1);
  }
  await fail(networkError());
  await done;
  expect(cache.read(source.key)).toBe(5);
});

test('what nobody has looked at for five minutes is given up, what is shown is not', async () => {
  const cache = createDataCache();
  const [shown, left] = [stock(), stock(['tool', 'saw'])];
  cache.preload(shown.source.key, 5);
  cache.preload(left.source.key, 7);
  cache.watch(shown.source, () => {});
  await vi.advanceTimersByTimeAsync(5 * 60_000 + 1);
  void cache.prefetch(stock(['tool', 'axe']).source);
  expect(cache.read(shown.source.key)).toBe(5);
  expect(cache.read(left.source.key)).toBeUndefined();
});

test('what belongs to a person is forgotten with them', () => {
  const cache = createDataCache();
  cache.preload(['me', 'alice', 'profile'], { address: '12 Harbour Road' });
  cache.preload(['tool', 'hammer'], 5);
  cache.forget(([first]) => first === 'me');
  expect(cache.read(['me', 'alice', 'profile'])).toBeUndefined();
  expect(cache.read(['tool', 'hammer'])).toBe(5);
});
