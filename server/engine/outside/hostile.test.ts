import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readRange } from '#server/client-address.ts';
import { HOSTILE, HOSTILITIES, type Hostile, openHostile } from './hostile-for-tests.ts';
import { lookAt, post } from './outside.ts';
import { settles } from './settles.ts';
import { settlingFetch } from './settling-fetch.ts';

const LIMIT_MS = 300;
/** For a machine that has other things to do, in ms; without a limit they would take for ever. */
const PATIENCE_MS = 8_000;
const never = new AbortController().signal;
const allowed = { names: [], ranges: [readRange('127.0.0.1')!] };

/** How a call ended: `answered`, `failed`, or `pending` where it did not. */
async function endOf(call: Promise<unknown>): Promise<string> {
  const ended = call.then(
    () => 'answered',
    () => 'failed',
  );
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('pending'), PATIENCE_MS);
  });
  return Promise.race([ended, patience]).finally(() => clearTimeout(timer));
}

const callers: Record<string, (url: string) => Promise<unknown>> = {
  'a webhook': (url) => post(url, { headers: {}, body: '{}', allowed, signal: never, timeLimitMs: LIMIT_MS }),
  'a look at a picture': (url) => lookAt(url, { allowed, signal: never, maxBytes: 100_000, timeLimitMs: LIMIT_MS }),
  'a call of a provider': (url) =>
    settlingFetch({ limitMs: LIMIT_MS, maxBytes: 100_000 })(url, { method: 'POST', body: '{}', redirect: 'error' }),
};

describe.each(Object.entries(callers))('%s ends in time', (_name, call) => {
  const receivers = new Map<string, Hostile>();
  beforeAll(async () => {
    for (const hostility of HOSTILITIES) receivers.set(hostility, await openHostile(HOSTILE[hostility]));
  });
  afterAll(async () => {
    for (const receiver of receivers.values()) await receiver.close();
  });

  it.each(HOSTILITIES)('where somebody %s', async (hostility) => {
    expect(await endOf(call(receivers.get(hostility)!.url))).toMatch(/answered|failed/);
  });

  it('where all of them are called at once', async () => {
    const ends = await Promise.all([...receivers.values()].map(({ url }) => endOf(call(url))));
    expect(ends).not.toContain('pending');
  });
});

it('reads no more of an answer than it may, packed or not', async () => {
  for (const hostility of ['gives a body without end', 'gives a body that unpacks without end'] as const) {
    const receiver = await openHostile(HOSTILE[hostility]);
    const before = process.memoryUsage().rss;
    await expect(settlingFetch({ limitMs: 20_000, maxBytes: 100_000 })(receiver.url)).rejects.toThrow(
      'more than 100000 bytes',
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
    await receiver.close();
  }
});

it('work that never ends is left, and whoever leaves breaks it off', async () => {
  const forever = () => new Promise<never>(() => {});
  await expect(settles(20, forever)).rejects.toMatchObject({ name: 'TimeoutError' });
  const leaving = new AbortController();
  const left = settles(60_000, forever, leaving.signal);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ name: 'AbortError' });
  await expect(settles(60_000, forever, leaving.signal)).rejects.toMatchObject({ name: 'AbortError' });
});
