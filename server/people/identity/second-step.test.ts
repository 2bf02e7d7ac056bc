import { afterAll, beforeAll, beforeEach, describe, expect, test, vi, afterEach } from 'vitest';
import { createGoogleSandbox } from '#sandbox/google/google-sandbox.ts';
import {
  type Answer,
  BASE_URL,
  type Browser,
  emailOf,
  linkIn,
  testIdentity,
  type TestIdentity,
} from './identity-for-tests.ts';
import { codeOf, switchOnTwoSteps } from './totp-for-tests.ts';

const registration = { clientId: 'demo', clientSecret: 'secret' };
const redirectUris = [`${BASE_URL}/api/auth/callback/google`];
const sandbox = createGoogleSandbox(`${BASE_URL}/sandbox/google`, { ...registration, redirectUris }, 's');
const ALICE_AT_GOOGLE = '100000000000000000002';
const PHONE = '+8801712345678';

let shop: TestIdentity;
let secret: string;
let backupCodes: string[];

beforeAll(async () => {
  shop = await testIdentity({
    google: {
      ...registration,
      ...sandbox,
      issuers: [sandbox.issuer],
      fetch: (input, init) => sandbox.fetch(new Request(input, init)),
    },
  });
});
beforeEach(async () => {
  await shop.rows('delete from users');
  await shop.rows('delete from rate_limits');
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await shop.add('Alice');
  const alice = await shop.signedIn('Alice');
  ({ secret, backupCodes } = await switchOnTwoSteps(alice));
  vi.setSystemTime(Date.now() + 60_000);
  await shop.rows('update users set phone_number = $1, phone_number_verified = true where email = $2', [
    PHONE,
    emailOf('Alice'),
  ]);
});
afterEach(() => vi.useRealTimers());
afterAll(() => shop.close());

/** Every way in but the second step. */
const ways: Record<string, (browser: Browser) => Promise<Answer>> = {
  'a password': (browser) => browser.signIn('Alice'),
  async 'an e-mail link'(browser) {
    await browser.post('/sign-in/magic-link', { email: emailOf('Alice'), callbackURL: '/products?q=saw' });
    const [mail] = await shop.mailsTo(emailOf('Alice'));
    return browser.get(linkIn(mail?.text));
  },
  async 'an e-mail link, without a page to go to'(browser) {
    await browser.post('/sign-in/magic-link', { email: emailOf('Alice') });
    const [mail] = await shop.mailsTo(emailOf('Alice'));
    const link = new URL(linkIn(mail?.text));
    link.searchParams.delete('callbackURL');
    return browser.get(link.href);
  },
  async Google(browser) {
    const begun = await browser.post('/sign-in/social', { provider: 'google', callbackURL: '/products' });
    const form = new URL(String(begun.body['url'])).searchParams;
    form.set('person', ALICE_AT_GOOGLE);
    const chosen = await sandbox.fetch(new Request(`${sandbox.issuer}/choose`, { method: 'POST', body: form }));
    return browser.get(chosen.headers.get('location') ?? '');
  },
  async 'a code by phone'(browser) {
    await browser.post('/phone-number/send-otp', { phoneNumber: PHONE });
    const [sms] = await shop.mailsTo(PHONE);
    return browser.post('/phone-number/verify', { phoneNumber: PHONE, code: /\d{6}/.exec(sms?.text ?? '')?.[0] });
  },
};

const sessionCount = async () => (await shop.rows('select id from sessions')).length;

/** As JSON where JSON was asked for, as the page for it where a page was. */
function asksForSecondStep({ status, headers, body }: Answer): boolean {
  if (status === 200) return body['twoFactorRedirect'] === true && String(body['twoFactorMethods']) === 'totp';
  const { pathname, searchParams } = new URL(headers.get('location') ?? '', BASE_URL);
  const back = /^\/(products|dashboard)/.test(searchParams.get('returnTo') ?? '');
  return pathname === '/two-factor' && searchParams.get('twoFactorRedirect') === 'true' && back;
}

describe('with two steps switched on', () => {
  test.each(Object.entries(ways))('%s alone lets nobody in (attacks T65)', async (_, enter) => {
    const browser = shop.browser();
    const before = await sessionCount();
    const answer = await enter(browser);
    expect(answer.cookies.filter((cookie) => /session_token=[^;]/.test(cookie))).toEqual([]);
    expect(browser.session).toBeUndefined();
    expect((await browser.get('/get-session')).body).toEqual({});
    expect(asksForSecondStep(answer)).toBe(true);
    expect(answer.body['token']).toBeUndefined();
    expect((await sessionCount()) - before).toBe(0);
    vi.setSystemTime(Date.now() + 90_000);
    expect(await browser.post('/two-factor/verify-totp', { code: codeOf(secret) })).toMatchObject({ status: 200 });
    expect(browser.session).toBeDefined();
  });

  test('the link that verifies the e-mail address lets nobody in', async () => {
    await shop.rows('update users set email_verified = false');
    const browser = shop.browser();
    await browser.post('/send-verification-email', { email: emailOf('Alice') });
    const [mail] = await shop.mailsTo(emailOf('Alice'));
    expect((await browser.get(linkIn(mail?.text))).cookies).toEqual([]);
  });

  test('a code is good once (attacks T66)', async () => {
    const code = codeOf(secret);
    const first = shop.browser();
    await first.signIn('Alice');
    expect((await first.post('/two-factor/verify-totp', { code })).status).toBe(200);
    const second = shop.browser();
    await second.signIn('Alice');
    const replay = await second.post('/two-factor/verify-totp', { code });
    expect(replay).toMatchObject({ status: 401, body: { code: 'INVALID_CODE' } });
    expect(second.session).toBeUndefined();
  });

  test('a code that ten send at once lets one in (attacks T66)', async () => {
    const browsers = Array.from({ length: 10 }, () => shop.browser());
    await Promise.all(browsers.map((browser) => browser.signIn('Alice')));
    const code = codeOf(secret);
    const answers = await Promise.all(browsers.map((browser) => browser.post('/two-factor/verify-totp', { code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a backup code is good once (attacks T66)', async () => {
    const [code = ''] = backupCodes;
    expect(backupCodes.length).toBeGreaterThanOrEqual(8);
    const first = shop.browser();
    await first.signIn('Alice');
    expect((await first.post('/two-factor/verify-backup-code', { code })).status).toBe(200);
    const second = shop.browser();
    await second.signIn('Alice');
    expect(await second.post('/two-factor/verify-backup-code', { code })).toMatchObject({
      status: 401,
      body: { code: 'INVALID_BACKUP_CODE' },
    });
  });

  test('guesses end: three in ten seconds, five for a sign-in, ten for the account (attacks T66)', async () => {
    const limited = await testIdentity({ beside: shop, limits: true });
    const browser = limited.browser();
    await browser.signIn('Alice');
    const statuses: number[] = [];
    for (const code of ['000001', '000002', '000003', '000004']) {
      statuses.push((await browser.post('/two-factor/verify-totp', { code })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429]);
    const codes: unknown[] = [];
    for (let round = 0; round < 3; round++) {
      const guesser = shop.browser();
      await guesser.signIn('Alice');
      for (let guess = 0; guess < 6; guess++) {
        codes.push((await guesser.post('/two-factor/verify-totp', { code: `00${round}10${guess}` })).body.code);
      }
    }
    expect(codes).toContain('TOO_MANY_ATTEMPTS');
    expect(codes).toContain('ACCOUNT_TEMPORARILY_LOCKED');
    const alice = shop.browser();
    await alice.signIn('Alice');
    expect(await alice.post('/two-factor/verify-totp', { code: codeOf(secret) })).toMatchObject({ status: 429 });
    vi.setSystemTime(Date.now() + 16 * 60_000);
    await alice.signIn('Alice');
    expect(await alice.post('/two-factor/verify-totp', { code: codeOf(secret) })).toMatchObject({ status: 200 });
  });

  test('a trusted device is asked once, another one each time', async () => {
    const mine = shop.browser();
    await mine.signIn('Alice');
    await mine.post('/two-factor/verify-totp', { code: codeOf(secret), trustDevice: true });
    await mine.post('/sign-out');
    expect((await mine.signIn('Alice')).body.user).toBeDefined();
    expect((await shop.browser().signIn('Alice')).body).toMatchObject({ twoFactorRedirect: true });
  });

  const trusted = async () => {
    const mine = shop.browser();
    await mine.signIn('Alice');
    await mine.post('/two-factor/verify-totp', { code: codeOf(secret), trustDevice: true });
    return mine;
  };

  test('signing out everywhere makes a stranger of each trusted device', async () => {
    const device = await trusted();
    const alice = await shop.signedIn('Alice');
    expect((await alice.post('/revoke-sessions')).status).toBe(200);
    expect((await device.signIn('Alice')).body).toMatchObject({ twoFactorRedirect: true });
  });

  test('switching it off and on makes a stranger of each trusted device', async () => {
    const device = await trusted();
    const alice = await shop.signedIn('Alice');
    await alice.post('/two-factor/disable', { password: 'tradebench' });
    await switchOnTwoSteps(alice, 'tradebench');
    expect((await device.signIn('Alice')).body).toMatchObject({ twoFactorRedirect: true });
  });

  test('switching it off asks for the password', async () => {
    const alice = shop.browser();
    await alice.signIn('Alice');
    await alice.post('/two-factor/verify-totp', { code: codeOf(secret) });
    expect(await alice.post('/two-factor/disable', {})).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PASSWORD' },
    });
    expect(await alice.post('/two-factor/disable', { password: 'wrong!' })).toMatchObject({ status: 400 });
    expect(await alice.post('/two-factor/disable', { password: 'tradebench' })).toMatchObject({ status: 200 });
    expect((await shop.browser().signIn('Alice')).body.user).toBeDefined();
  });

  test('a second step without a first is refused', async () => {
    const answer = await shop.browser().post('/two-factor/verify-totp', { code: codeOf(secret) });
    expect(answer).toMatchObject({ status: 401, body: { code: 'INVALID_TWO_FACTOR_COOKIE' } });
  });
});
