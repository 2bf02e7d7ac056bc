import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const reads = (client: ReturnType<typeof createQueryClient>) =>
  client.fetchQuery({ queryKey: ['tools'], queryFn: async () => ['hammer'] });

test('the cache of a render on the server is held by no timer', async () => {
  await reads(createQueryClient());
  expect(vi.getTimerCount()).toBe(0);
});

test('the cache of a tab keeps what is unused for five minutes', async () => {
  vi.stubGlobal('window', {});
  try {
    const client = createQueryClient();
    await reads(client);
    await vi.advanceTimersByTimeAsync(5 * 60_000 - 1);
    expect(client.getQueryData(['tools'])).toEqual(['hammer']);
    await vi.advanceTimersByTimeAsync(1);
    expect(client.getQueryData(['tools'])).toBeUndefined();
  } finally {
    vi.unstubAllGlobals();
  }
});
