import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BASE_URL, type Browser, emailOf, type TestIdentity, testIdentity } from './identity-for-tests.ts';

let shop: TestIdentity;
beforeAll(async () => {
  shop = await testIdentity();
});
beforeEach(async () => {
  await shop.rows('delete from users');
  await shop.rows('delete from mails');
  await shop.add('Alice');
});
afterEach(() => vi.useRealTimers());
afterAll(() => shop.close());

const later = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 });
const linkIn = (text = '') => /http\S+/.exec(text)?.[0] ?? '';
const tokenIn = (text = '') => new URL(linkIn(text)).searchParams.get('token') ?? '';

async function signedIn(name = 'Alice', password = 'tradebench'): Promise<Browser> {
  const browser = shop.browser();
  expect((await browser.signIn(name, password)).status).toBe(200);
  return browser;
}

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
    await signedIn('Alice', 'new sesame');
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
    const again = await shop.browser().get(linkIn(verify?.text));
    expect(again.headers.get('location')).toContain('error=USER_NOT_FOUND');
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

describe('a phone number', () => {
  const phoneNumber = '+8801712345678';
  const codeSent = async () => /\d{6}/.exec((await shop.mailsTo(phoneNumber))[0]?.text ?? '')?.[0];
  const addTo = async (browser: Browser) => {
    await browser.post('/phone-number/send-otp', { phoneNumber });
    return browser.post('/phone-number/verify', { phoneNumber, code: await codeSent(), updatePhoneNumber: true });
  };

  test('is added by whoever is signed in and has it, and is a way in from then on', async () => {
    const alice = await signedIn();
    expect((await addTo(alice)).status).toBe(200);
    expect((await alice.get('/get-session')).body.user).toMatchObject({ phoneNumber, phoneNumberVerified: true });
    const phone = shop.browser();
    await phone.post('/phone-number/send-otp', { phoneNumber });
    expect((await phone.post('/phone-number/verify', { phoneNumber, code: await codeSent() })).status).toBe(200);
    expect((await phone.get('/get-session')).body.user?.email).toBe(emailOf('Alice'));
    expect((await alice.post('/update-user', { phoneNumber: null })).status).toBe(200);
    expect((await alice.get('/get-session')).body.user).toMatchObject({
      phoneNumber: null,
      phoneNumberVerified: false,
    });
  });

  test('that nobody has gets no code, and is not told apart', async () => {
    const answer = await shop.browser().post('/phone-number/send-otp', { phoneNumber });
    expect(answer).toMatchObject({ status: 200, body: { message: 'code sent' } });
    expect(await shop.mailsTo(phoneNumber)).toEqual([]);
    const guess = await shop.browser().post('/phone-number/verify', { phoneNumber, code: '000000' });
    expect(guess).toMatchObject({ status: 400, body: { code: 'INVALID_OTP' } });
    // The code for adding it is no way in for whoever is not signed in.
    await (await signedIn()).post('/phone-number/send-otp', { phoneNumber });
    const early = await shop.browser().post('/phone-number/verify', { phoneNumber, code: await codeSent() });
    expect(early).toMatchObject({ status: 400, body: { code: 'INVALID_OTP' } });
  });

  test('of another account is refused', async () => {
    await shop.add('Bob');
    await addTo(await signedIn());
    const taken = await addTo(await signedIn('Bob'));
    expect(taken).toMatchObject({ status: 400, body: { code: 'PHONE_NUMBER_EXIST' } });
  });

  test('is not guessed: three wrong codes, then none is right; and none is after five minutes', async () => {
    await addTo(await signedIn());
    const eve = shop.browser();
    await eve.post('/phone-number/send-otp', { phoneNumber });
    const right = await codeSent();
    const codes: unknown[] = [];
    for (const code of ['000000', '000001', '000002', right]) {
      codes.push((await eve.post('/phone-number/verify', { phoneNumber, code })).body.code);
    }
    expect(codes).toEqual(['INVALID_OTP', 'INVALID_OTP', 'INVALID_OTP', 'TOO_MANY_ATTEMPTS']);
    await eve.post('/phone-number/send-otp', { phoneNumber });
    const fresh = await codeSent();
    later(6);
    expect(await eve.post('/phone-number/verify', { phoneNumber, code: fresh })).toMatchObject({
      status: 400,
      body: { code: expect.stringMatching(/OTP_EXPIRED|INVALID_OTP/) },
    });
    expect(eve.session).toBeUndefined();
  });

  test.each(['01712345678', '+0123', 'abc', '+880 1712', '+88017123456789012', ''])('is not %j', async (wrong) => {
    const answer = await shop.browser().post('/phone-number/send-otp', { phoneNumber: wrong });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_PHONE_NUMBER' } });
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

describe('leaving', () => {
  test('needs a sign-in a short while ago, or the password', async () => {
    const alice = await signedIn();
    await shop.rows(`update sessions set created_at = now() - interval '16 minutes'`);
    expect(await alice.post('/delete-user')).toMatchObject({ status: 403, body: { code: 'SESSION_NOT_FRESH' } });
    expect(await alice.post('/delete-user', { password: 'wrong!' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PASSWORD' },
    });
    expect(await alice.post('/delete-user', { password: 'tradebench' })).toMatchObject({ status: 200 });
    expect(await isSignedIn(alice)).toBe(false);
    const [left] = await shop.rows<{ users: number; accounts: number; sessions: number }>(
      `select (select count(*)::int from users) as users, (select count(*)::int from accounts) as accounts,
         (select count(*)::int from sessions) as sessions`,
    );
    expect(left).toEqual({ users: 0, accounts: 0, sessions: 0 });
  });

  test('without a password needs a sign-in a short while ago, whatever is sent as a password', async () => {
    await shop.rows('update accounts set password = null');
    await shop.rows(`update users set email_verified = true`);
    const alice = shop.browser();
    await alice.post('/sign-in/magic-link', { email: emailOf('Alice') });
    await alice.get(linkIn((await shop.mailsTo(emailOf('Alice')))[0]?.text));
    await shop.rows(`update sessions set created_at = now() - interval '16 minutes'`);
    for (const path of ['/delete-user', '/two-factor/enable', '/two-factor/disable']) {
      expect(await alice.post(path, { password: 'anything' })).toMatchObject({
        status: 403,
        body: { code: 'SESSION_NOT_FRESH' },
      });
    }
    await shop.rows('update sessions set created_at = now()');
    expect(await alice.post('/delete-user')).toMatchObject({ status: 200 });
  });

  test('is refused to the last admin, and to one of two who leave at once (attacks T92)', async () => {
    await shop.add('Ada', 'admin');
    const ada = await signedIn('Ada');
    expect(await ada.post('/delete-user')).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN' } });
    await shop.add('Bea', 'admin');
    const bea = await signedIn('Bea');
    const answers = await Promise.all([ada.post('/delete-user'), bea.post('/delete-user')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [row] = await shop.rows<{ count: number }>(`select count(*)::int as count from users where role = 'admin'`);
    expect(row?.count).toBe(1);
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
