import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, networkError } from './api-error.ts';
import { createKept, type Source, tabKept } from './kept.ts';

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
  const settle = async (deed: (call: (typeof waiting)[number]) => void) => {
    const call = waiting.shift();
    if (!call) throw new Error('nothing was asked');
    deed(call);
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

test('on the server, where visitors would share it, nothing is kept', () => {
  expect(() => tabKept()).toThrow('a render keeps nothing');
});

test('however many ask at once, the server is asked once, and what is there is given at once', async () => {
  const kept = createKept();
  const { source, asked, answer } = stock();
  const both = Promise.all([kept.ensure(source), kept.prefetch(source), kept.ensure(source)]);
  await answer(5);
  expect(await both).toEqual([5, undefined, 5]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await kept.ensure(source)).toBe(5);
  expect(asked).toHaveLength(1);
});

test('a page that cannot be made hears why, and another try asks again', async () => {
  const kept = createKept();
  const { source, fail, answer } = stock();
  const made = kept.ensure(source);
  await Promise.all([
    expect(made).rejects.toThrow('Gone.'),
    fail(new ApiError(404, { code: 'TOOL_NOT_FOUND', message: 'Gone.' })),
  ]);
  const again = kept.ensure(source);
  await answer(5);
  expect(await again).toBe(5);
});

test('what is shown is asked for anew once it is 30 seconds old, and followed', async () => {
  const kept = createKept();
  const { source, asked, answer } = stock();
  kept.seed(source.key, 5);
  const listener = vi.fn<() => void>();
  const stop = kept.watch(source, listener);
  await vi.advanceTimersByTimeAsync(29_999);
  void kept.refresh();
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  void kept.refresh();
  await answer(4);
  expect(asked).toEqual([5]);
  expect(kept.read(source.key)).toBe(4);
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
  await vi.advanceTimersByTimeAsync(30_000);
  void kept.refresh(everything);
  expect(asked).toHaveLength(1);
});

test('what is outdated is asked for at once where it is shown, and when it is shown next elsewhere', async () => {
  const kept = createKept();
  const [shown, left] = [stock(), stock(['tool', 'saw'])];
  kept.seed(shown.source.key, 5);
  kept.seed(left.source.key, 7);
  kept.watch(shown.source, () => {});
  const done = kept.refresh(everything);
  await shown.answer(4);
  await done;
  expect(kept.read(shown.source.key)).toBe(4);
  expect(left.asked).toEqual([]);
  expect(await kept.ensure(left.source)).toBe(7);
  kept.watch(left.source, () => {});
  await left.answer(6);
  expect(kept.read(left.source.key)).toBe(6);
});

test('an answer that was asked for before a change does not undo it', async () => {
  const kept = createKept();
  const { source, answer } = stock();
  kept.seed(source.key, 5);
  await vi.advanceTimersByTimeAsync(30_000);
  kept.watch(source, () => {});
  kept.change(source, (left) => left - 2);
  const done = kept.refresh(everything);
  await answer(5);
  expect(kept.read(source.key)).toBe(3);
  await answer(2);
  await done;
  expect(kept.read(source.key)).toBe(2);
});

test('while the shop does not answer what is shown stays, and three more tries follow 1, 2 and 4 seconds later', async () => {
  const kept = createKept();
  const { source, asked, fail } = stock();
  kept.seed(source.key, 5);
  kept.watch(source, () => {});
  const done = kept.refresh(everything);
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
  expect(kept.read(source.key)).toBe(5);
});

test('what nobody has looked at for five minutes is given up, what is shown is not', async () => {
  const kept = createKept();
  const [shown, left] = [stock(), stock(['tool', 'saw'])];
  kept.seed(shown.source.key, 5);
  kept.seed(left.source.key, 7);
  kept.watch(shown.source, () => {});
  await vi.advanceTimersByTimeAsync(5 * 60_000 + 1);
  void kept.prefetch(stock(['tool', 'axe']).source);
  expect(kept.read(shown.source.key)).toBe(5);
  expect(kept.read(left.source.key)).toBeUndefined();
});

test('what belongs to a person is forgotten with him', () => {
  const kept = createKept();
  kept.seed(['me', 'alice', 'profile'], { address: '12 Harbour Road' });
  kept.seed(['tool', 'hammer'], 5);
  kept.forget(([first]) => first === 'me');
  expect(kept.read(['me', 'alice', 'profile'])).toBeUndefined();
  expect(kept.read(['tool', 'hammer'])).toBe(5);
});
