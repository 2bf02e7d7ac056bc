import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BASE_URL, type Browser, emailOf, linkIn, testIdentity, type TestIdentity } from './identity-for-tests.ts';

let shop: TestIdentity;
beforeAll(async () => {
  shop = await testIdentity();
});
beforeEach(() => shop.onlyAlice());
afterEach(() => vi.useRealTimers());
afterAll(() => shop.close());

const later = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
const tokenIn = (text = '') => new URL(linkIn(text)).searchParams.get('token') ?? '';

const signedIn = () => shop.signedIn('Alice');

async function resetToken(name = 'Alice'): Promise<string> {
  const answer = await shop.browser().post('/request-password-reset', { email: emailOf(name) });
  expect(answer.status).toBe(200);
  const [mail] = await shop.mailsTo(emailOf(name));
  expect(mail?.subject).toBe('Set a new password');
  return tokenIn(mail?.text);
}

const isSignedIn = async (browser: Browser) => (await browser.get('/get-session')).body.user !== undefined;

describe('a forgotten password', () => {
  test('is set anew by a link, once, and every session ends (attacks T61)', async () => {
    const elsewhere = await signedIn();
    const { token: access } = await elsewhere.exchange(emailOf('Alice'));
    const token = await resetToken();
    const other = await resetToken();
    const browser = shop.browser();
    expect((await browser.post('/reset-password', { token, newPassword: 'new sesame' })).status).toBe(200);
    expect(await isSignedIn(elsewhere)).toBe(false);
    await expect(shop.identity.authenticate(`Bearer ${access}`)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
    const refused = { status: 400, body: { code: 'INVALID_TOKEN' } };
    expect(await browser.post('/reset-password', { token, newPassword: 'another one' })).toMatchObject(refused);
    expect(await browser.post('/reset-password', { token: other, newPassword: 'another one' })).toMatchObject(refused);
    expect((await shop.browser().signIn('Alice')).status).toBe(401);
    expect((await shop.browser().signIn('Alice', 'new sesame')).status).toBe(200);
    const [mail] = await shop.mailsTo(emailOf('Alice'));
    expect(mail?.subject).toBe('Your password was changed');
  });

  test.each([
    ['61 minutes old', async () => void later(61)],
    [
      'sent before the address changed',
      async () => {
        await shop.rows('update users set email_verified = false');
        const alice = await signedIn();
        await alice.post('/change-email', { newEmail: 'alice2@tradebench.test', callbackURL: '/' });
        const [mail] = await shop.mailsTo('alice2@tradebench.test');
        expect((await alice.get(linkIn(mail?.text))).status).toBe(302);
      },
    ],
  ])('is not set by a link %s (attacks T61)', async (_, age) => {
    const token = await resetToken();
    await age();
    const answer = await shop.browser().post('/reset-password', { token, newPassword: 'new sesame' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
  });

  test.each([
    ['short', 'PASSWORD_TOO_SHORT'],
    ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
  ])('is not %j, and the link stays good', async (newPassword, code) => {
    const token = await resetToken();
    const answer = await shop.browser().post('/reset-password', { token, newPassword });
    expect(answer).toMatchObject({ status: 400, body: { code } });
    expect((await shop.browser().post('/reset-password', { token, newPassword: 'new sesame' })).status).toBe(200);
  });

  test('is asked for in the same words whoever asks (attacks T95)', async () => {
    const ask = async (path: string, name: string) => {
      const { status, body } = await shop.browser().post(path, { email: emailOf(name) });
      return { status, body };
    };
    for (const path of ['/request-password-reset', '/sign-in/magic-link', '/send-verification-email']) {
      expect(await ask(path, 'Nobody')).toEqual(await ask(path, 'Alice'));
    }
  });
});

describe('a password', () => {
  test('is changed with the old one, and every other session ends (attacks T61)', async () => {
    const [here, elsewhere] = [await signedIn(), await signedIn()];
    const wrong = await here.post('/change-password', { currentPassword: 'wrong', newPassword: 'new sesame' });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'INVALID_PASSWORD' } });
    const body = { currentPassword: 'tradebench', newPassword: 'new sesame', revokeOtherSessions: false };
    expect((await here.post('/change-password', body)).status).toBe(200);
    expect(await isSignedIn(here)).toBe(true);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect((await shop.browser().signIn('Alice')).status).toBe(401);
    const [mail] = await shop.mailsTo(emailOf('Alice'));
    expect(mail?.subject).toBe('Your password was changed');
  });
});

describe('an e-mail address', () => {
  test('that is verified changes by a link to the old and then one to the new address', async () => {
    const alice = await signedIn();
    const change = { newEmail: 'Alice2@tradebench.test', callbackURL: '/dashboard/myProfile' };
    expect((await alice.post('/change-email', change)).status).toBe(200);
    const [confirm] = await shop.mailsTo(emailOf('Alice'));
    expect(confirm?.subject).toBe('Confirm your new e-mail address');
    expect(confirm?.text).toContain('alice2@tradebench.test');
    await alice.get(linkIn(confirm?.text));
    expect((await alice.get('/get-session')).body.user?.email).toBe(emailOf('Alice'));
    const [verify] = await shop.mailsTo('alice2@tradebench.test');
    await alice.get(linkIn(verify?.text));
    expect((await alice.get('/get-session')).body.user).toMatchObject({
      email: 'alice2@tradebench.test',
      emailVerified: true,
    });
    const { caller } = await alice.exchange('alice2@tradebench.test');
    expect(caller.email).toBe('alice2@tradebench.test');
    expect((await shop.mailsTo(emailOf('Alice')))[0]?.subject).toBe('Your e-mail address was changed');
    // Mail programs look at links before their readers do.
    const again = await shop.browser().get(linkIn(verify?.text));
    expect(again.headers.get('location')).toBe('/dashboard/myProfile');
    expect(again.cookies).toEqual([]);
  });

  test("that is somebody else's is neither taken nor told apart", async () => {
    await shop.add('Bob');
    const alice = await signedIn();
    const taken = await alice.post('/change-email', { newEmail: emailOf('Bob') });
    const free = await alice.post('/change-email', { newEmail: 'free@tradebench.test' });
    expect({ ...taken, headers: null }).toEqual({ ...free, headers: null });
    expect(await shop.mailsTo(emailOf('Bob'))).toEqual([]);
    expect(await alice.post('/change-email', { newEmail: emailOf('Alice') })).toMatchObject({
      status: 400,
      body: { code: 'SAME_EMAIL' },
    });
  });

  test("that is somebody else's gets no letter to verify it", async () => {
    const alice = await signedIn();
    await shop.rows('update users set email_verified = false');
    const answer = await alice.post('/send-verification-email', { email: emailOf('Bob') });
    expect(answer).toMatchObject({ status: 400, body: { code: 'EMAIL_MISMATCH' } });
    expect(await shop.mailsTo(emailOf('Bob'))).toEqual([]);
  });

  test('is not verified by a link that is old or forged', async () => {
    const carol = shop.browser();
    await carol.post('/sign-up/email', { name: 'Carol', email: emailOf('Carol'), password: 'sesame' });
    const [mail] = await shop.mailsTo(emailOf('Carol'));
    const link = new URL(linkIn(mail?.text));
    const forged = new URL(link);
    forged.searchParams.set('token', `${link.searchParams.get('token')}x`);
    expect((await carol.get(forged.href)).headers.get('location')).toContain('error=INVALID_TOKEN');
    later(61);
    expect((await carol.get(link.href)).headers.get('location')).toContain('error=TOKEN_EXPIRED');
    link.searchParams.delete('callbackURL');
    expect(await carol.get(link.href)).toMatchObject({ status: 400, body: { code: 'LINK_EXPIRED' } });
  });
});

describe('an e-mail link', () => {
  test('signs in once, within five minutes, and leads on', async () => {
    const send = async () => {
      await shop.browser().post('/sign-in/magic-link', { email: emailOf('Alice'), callbackURL: '/products' });
      return linkIn((await shop.mailsTo(emailOf('Alice')))[0]?.text);
    };
    const link = await send();
    const alice = shop.browser();
    const answer = await alice.get(link);
    expect(answer.headers.get('location')).toMatch(/\/products$/);
    expect(await isSignedIn(alice)).toBe(true);
    const again = shop.browser();
    expect((await again.get(link)).headers.get('location')).toContain('error=INVALID_TOKEN');
    expect(again.session).toBeUndefined();
    const old = await send();
    later(6);
    expect((await again.get(old)).headers.get('location')).toContain('error=INVALID_TOKEN');
  });

  test('leads to the very address that was asked for, signs and all', async () => {
    for (const callbackURL of ['/products?q=a%26b%3D100%25', '/signed-in?to=%2Fproducts%3Fq%3D100%2525', '/100%']) {
      await shop.browser().post('/sign-in/magic-link', { email: emailOf('Alice'), callbackURL });
      const answer = await shop.browser().get(linkIn((await shop.mailsTo(emailOf('Alice')))[0]?.text));
      expect(answer.headers.get('location')).toBe(`${BASE_URL}${callbackURL}`);
    }
  });

  test('makes a verified account for whoever has none, with a name', async () => {
    const carol = shop.browser();
    await carol.post('/sign-in/magic-link', { email: emailOf('Carol') });
    await carol.get(linkIn((await shop.mailsTo(emailOf('Carol')))[0]?.text));
    expect((await carol.get('/get-session')).body.user).toMatchObject({ name: 'carol', emailVerified: true });
  });
});

describe('a way in', () => {
  test.each([
    ['/unlink-account', { accountId: 'x' }],
    ['/link-social', { provider: 'google' }],
    ['/phone-number/verify', { phoneNumber: '+8801712345678', code: '123456', updatePhoneNumber: true }],
    ['/update-user', { phoneNumber: null }],
    ['/change-email', { newEmail: 'alice2@tradebench.test' }],
  ])('is changed by %s only a short while after signing in', async (path, body) => {
    const alice = await signedIn();
    await shop.rows(`update sessions set created_at = now() - interval '16 minutes'`);
    const before = await shop.digest();
    expect(await alice.post(path, body)).toMatchObject({ status: 403, body: { code: 'SESSION_NOT_FRESH' } });
    expect(await shop.digest()).toBe(before);
    expect((await alice.post('/update-user', { name: 'Alice' })).status).toBe(200);
  });
});

describe('an account cannot be changed', () => {
  test.each([
    ['/update-user', { name: 'Eve' }],
    ['/change-email', { newEmail: 'eve@tradebench.test' }],
    ['/change-password', { currentPassword: 'tradebench', newPassword: 'sesame' }],
    ['/delete-user', {}],
    ['/two-factor/enable', {}],
    ['/two-factor/generate-backup-codes', {}],
    ['/revoke-sessions', {}],
    ['/unlink-account', { accountId: 'x' }],
  ])('without a session by %s', async (path, body) => {
    expect(await shop.browser().post(path, body)).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED', message: 'No user is logged in.' },
    });
  });
});
