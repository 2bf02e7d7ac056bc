import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onceInAWhile } from './once-in-a-while.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('is read once, and again after a while', async () => {
  let times = 0;
  const read = onceInAWhile(1_000, 0, async () => ++times);
  const from = {};
  expect([await read(from), await read(from), await read({})]).toEqual([1, 1, 2]);
  vi.advanceTimersByTime(1_001);
  expect(await read(from)).toBe(3);
});

it('nobody waits for a slow database, nor fails with one that is away', async () => {
  let answer = (_value: number) => {};
  const read = onceInAWhile(1_000, 0, () => new Promise<number>((resolve) => (answer = resolve)));
  const from = {};
  const first = read(from);
  await vi.advanceTimersByTimeAsync(50);
  expect(await first).toBe(0);
  answer(7);
  await vi.advanceTimersByTimeAsync(0);
  expect(await read(from)).toBe(7);
  await vi.advanceTimersByTimeAsync(1_001);
  const again = read(from);
  await vi.advanceTimersByTimeAsync(50);
  expect(await again).toBe(7);
  const away = onceInAWhile(1_000, 0, async () => {
    throw new Error('away');
  });
  expect(await away({})).toBe(0);
});
