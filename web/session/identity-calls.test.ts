import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { identityCall, signInWithPassword, signInWithPhone, signUp, takeSecondStep, whoAmI } from './identity-calls.ts';
import { LONG_TIMEOUT_MS, OFFLINE_TIMEOUT_MS, SHORT_TIMEOUT_MS } from './times.ts';

const DESK = 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0';
const TELEPHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36';

beforeEach(() => {
  vi.useFakeTimers();
  // The platform's own clock is not the one that these tests turn.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), ms);
    return controller.signal;
  });
  vi.stubGlobal('navigator', { onLine: true, userAgent: DESK });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const answers = (given: Record<string, () => Response>) =>
  vi.stubGlobal('fetch', async (path: string) => (given[path] ?? (() => Response.json(null)))());
const networkError = { status: 0, code: 'NETWORK_ERROR' };

describe('an answer', () => {
  test.each([
    ['at a desk', { onLine: true, userAgent: DESK }, SHORT_TIMEOUT_MS],
    ['on a telephone', { onLine: true, userAgent: TELEPHONE }, LONG_TIMEOUT_MS],
    ['offline', { onLine: false, userAgent: DESK }, OFFLINE_TIMEOUT_MS],
  ])('is waited for so long %s, then counts as no answer (spec §9)', async (_, browser, ms) => {
    vi.stubGlobal('navigator', browser);
    vi.stubGlobal(
      'fetch',
      (_path: string, { signal }: RequestInit) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    let end: unknown = 'waiting';
    void identityCall('/get-session').catch((error: unknown) => (end = error));
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(end).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(end).toMatchObject(networkError);
  });

  test.each([200, 502])('of %i that cannot be read counts as no answer (spec §8)', async (status) => {
    answers({ '/api/auth/get-session': () => new Response('<html>', { status }) });
    await expect(whoAmI()).rejects.toMatchObject(networkError);
  });

  test('that refuses says why', async () => {
    const body = { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Not right.' };
    answers({ '/api/auth/sign-in/email': () => Response.json(body, { status: 401 }) });
    await expect(identityCall('/sign-in/email', { email: 'a@shop.test', password: 'wrong!' })).rejects.toMatchObject({
      status: 401,
      ...body,
    });
  });
});

test('signing in asks identity once: the answer says all that the page needs', async () => {
  const asked: string[] = [];
  const user = { id: 'u1', email: 'a@shop.test', name: 'A', image: null, phoneNumber: null, waysIn: [] };
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return Response.json({ user });
  });
  expect(await signInWithPassword('a@shop.test', 'secret')).toMatchObject({ uid: 'u1', email: 'a@shop.test' });
  expect(await signUp('A', 'a@shop.test', 'secret')).toMatchObject({ uid: 'u1' });
  expect(await signInWithPhone('+8801712345678', '123456')).toMatchObject({ uid: 'u1' });
  expect(await takeSecondStep('totp', { code: '123456' })).toMatchObject({ uid: 'u1' });
  expect(asked).toEqual([
    '/api/auth/sign-in/email',
    '/api/auth/sign-up/email',
    '/api/auth/phone-number/verify',
    '/api/auth/two-factor/verify-totp',
  ]);
});

test('the signed-in user has the fields of spec §3', async () => {
  const user = {
    id: 'u1',
    email: 'alice@shop.test',
    emailVerified: true,
    name: 'Alice',
    image: 'https://pictures.test/alice.png',
    phoneNumber: '+8801712345678',
    waysIn: [
      { id: 'a1', providerId: 'credential', accountId: 'u1' },
      { id: 'a2', providerId: 'google', accountId: 'g1' },
    ],
    createdAt: '2026-01-01T00:00:00.000Z',
    lastSignInAt: '2026-01-03T00:00:00.000Z',
  };
  answers({
    '/api/auth/get-session': () => Response.json({ user, session: { createdAt: '2026-01-02T00:00:00.000Z' } }),
  });
  expect(await whoAmI()).toEqual({
    uid: 'u1',
    email: 'alice@shop.test',
    emailVerified: true,
    displayName: 'Alice',
    isAnonymous: false,
    photoURL: 'https://pictures.test/alice.png',
    phoneNumber: '+8801712345678',
    tenantId: null,
    providerData: [
      { providerId: 'password', uid: 'alice@shop.test' },
      { providerId: 'google', uid: 'g1' },
      { providerId: 'phone', uid: '+8801712345678' },
    ],
    createdAt: '2026-01-01T00:00:00.000Z',
    lastLoginAt: '2026-01-03T00:00:00.000Z',
  });
  answers({});
  expect(await whoAmI()).toBeNull();
});
