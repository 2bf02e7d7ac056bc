import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, networkError } from './api-error.ts';
import { forgetPersonal, outdate, PERSONAL } from './caches.ts';
import { tabQueryClient } from './query-client.ts';
import { changeShown, type Key, queryOf, type Source } from './source.ts';

beforeEach(() => {
  vi.stubGlobal('window', { addEventListener() {}, removeEventListener() {} });
  vi.useFakeTimers();
  tabQueryClient().clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A source of numbers that a test answers when it likes. */
function stock(key: Key = ['tool', 'hammer']) {
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
    shown: () => tabQueryClient().getQueryData<number>(key),
    watch: () => new QueryObserver(tabQueryClient(), queryOf(source)).subscribe(() => {}),
  };
}

const ensure = <T>(source: Source<T>) => tabQueryClient().ensureQueryData(queryOf(source));
const preload = ({ source }: { source: Source<number> }, left: number) =>
  tabQueryClient().setQueryData(source.key, left);

test('a page that is refused hears why at once, and another try asks again', async () => {
  const { source, asked, fail, answer } = stock();
  const made = ensure(source);
  await Promise.all([
    expect(made).rejects.toThrow('Gone.'),
    fail(new ApiError(404, { code: 'TOOL_NOT_FOUND', message: 'Gone.' })),
  ]);
  expect(asked).toHaveLength(1);
  const again = ensure(source);
  await answer(5);
  expect(await again).toBe(5);
});

test('a page whose call fails on the way is asked for three times more, from a second on', async () => {
  const { source, asked, fail, answer } = stock();
  const made = ensure(source);
  for (const pause of [1_000, 2_000, 4_000]) {
    const before = asked.length;
    await fail(networkError());
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(asked).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(before + 1);
  }
  await answer(5);
  expect(await made).toBe(5);
});

test('a page wanted while a mere look at its link fails does not fail with it', async () => {
  const { source, fail, answer } = stock();
  const looked = tabQueryClient().prefetchQuery(queryOf(source));
  const made = ensure(source);
  await fail(networkError());
  await vi.advanceTimersByTimeAsync(1_000);
  await answer(5);
  await looked;
  expect(await made).toBe(5);
});

test('what is shown again once it is 30 seconds old is asked for anew, and told what is there', async () => {
  const hammer = stock();
  preload(hammer, 5);
  await vi.advanceTimersByTimeAsync(29_999);
  hammer.watch()();
  expect(hammer.asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  hammer.watch();
  await hammer.answer(4);
  expect(hammer.asked).toEqual([5]);
  expect(hammer.shown()).toBe(4);
});

test('what is outdated is asked for at once where it is shown, and when it is shown next elsewhere', async () => {
  const [hammer, saw, review] = [stock(), stock(['tool', 'saw']), stock(['reviews'])];
  for (const each of [hammer, saw, review]) preload(each, 5);
  hammer.watch();
  review.watch();
  const done = outdate('tool');
  await hammer.answer(4);
  await done;
  expect(hammer.shown()).toBe(4);
  expect([saw.asked, review.asked]).toEqual([[], []]);
  saw.watch();
  await saw.answer(6);
  expect(saw.shown()).toBe(6);
});

test('an answer that was asked for before a change does not undo it, and what is there grows no younger', async () => {
  const hammer = stock();
  preload(hammer, 5);
  await vi.advanceTimersByTimeAsync(30_000);
  const stop = hammer.watch();
  changeShown(hammer.source, (left) => left - 2);
  await hammer.answer(5);
  expect(hammer.shown()).toBe(3);
  stop();
  hammer.watch();
  await hammer.answer(2);
  expect(hammer.shown()).toBe(2);
  changeShown(stock(['tool', 'saw']).source, () => 1);
  expect(tabQueryClient().getQueryData(['tool', 'saw'])).toBeUndefined();
});

test('while the shop does not answer, what is shown stays', async () => {
  const hammer = stock();
  preload(hammer, 5);
  hammer.watch();
  const done = outdate('tool');
  for (const pause of [1_000, 2_000, 4_000]) {
    await hammer.fail(networkError());
    await vi.advanceTimersByTimeAsync(pause);
  }
  await hammer.fail(networkError());
  await done;
  expect(hammer.shown()).toBe(5);
});

test('what belongs to a person is outdated by its subject, and forgotten with them', async () => {
  const [profile, hammer] = [stock([PERSONAL, 'alice', 'profile']), stock()];
  preload(profile, 1);
  preload(hammer, 5);
  profile.watch();
  const done = outdate('profile');
  await profile.answer(2);
  await done;
  expect(profile.shown()).toBe(2);
  forgetPersonal();
  expect(profile.shown()).toBeUndefined();
  expect(hammer.shown()).toBe(5);
});
