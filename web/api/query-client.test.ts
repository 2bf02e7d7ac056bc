import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient, tabQueryClient } from './query-client.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('on the server, where visitors would share it, there is no query client', () => {
  expect(() => tabQueryClient()).toThrow('a render has no query client');
});

test('what a render on the server has fetched is held by no clock', () => {
  createQueryClient().setQueryData(['tools'], ['hammer']);
  expect(vi.getTimerCount()).toBe(0);
});

test('what is unused is kept for five minutes', async () => {
  vi.stubGlobal('window', {});
  try {
    const client = createQueryClient();
    await client.fetchQuery({ queryKey: ['orders'], queryFn: async () => ['hammer'] });
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1);
    expect(client.getQueryData(['orders'])).toEqual(['hammer']);
    await vi.advanceTimersByTimeAsync(1);
    expect(client.getQueryData(['orders'])).toBeUndefined();
  } finally {
    vi.unstubAllGlobals();
  }
});
