import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, emailOf, linkIn, testIdentity, type TestIdentity } from './identity-for-tests.ts';
import { codeOf, switchOnTwoSteps } from './totp-for-tests.ts';

const CAROL = emailOf('Carol');
const PHONE = '+8801712345678';

let shop: TestIdentity;
beforeAll(async () => {
  shop = await testIdentity();
});
beforeEach(async () => {
  await shop.rows('delete from users');
  await shop.rows('delete from mails');
  await shop.rows('delete from rate_limits');
});
afterAll(() => shop.close());

const newestLink = async (receiver: string) => linkIn((await shop.mailsTo(receiver))[0]?.text);
const phoneCode = async () => /\d{6}/.exec((await shop.mailsTo(PHONE))[0]?.text ?? '')?.[0];
const user = async (browser: Browser) => (await browser.get('/get-session')).body.user;

/** How Carol shows that the address is hers. */
const proofs: Record<string, (carol: Browser) => Promise<void>> = {
  async 'an e-mail link'(carol) {
    await carol.post('/sign-in/magic-link', { email: CAROL });
    await carol.get(await newestLink(CAROL));
  },
  async 'a new password'(carol) {
    await carol.post('/request-password-reset', { email: CAROL });
    const token = new URL(await newestLink(CAROL)).searchParams.get('token');
    expect((await carol.post('/reset-password', { token, newPassword: 'new sesame' })).status).toBe(200);
    await carol.signIn('Carol', 'new sesame');
  },
};

describe("whoever registers somebody else's address", () => {
  test.each(Object.entries(proofs))('has no way in left once its owner comes by %s', async (_, prove) => {
    const mallory = shop.browser();
    await mallory.post('/sign-up/email', { name: 'Mallory', email: CAROL, password: 'sesame' });
    await mallory.post('/phone-number/send-otp', { phoneNumber: PHONE });
    const added = { phoneNumber: PHONE, code: await phoneCode(), updatePhoneNumber: true };
    expect((await mallory.post('/phone-number/verify', added)).status).toBe(200);
    await shop.rows(
      `insert into accounts (id, account_id, provider_id, user_id) select 'a', 'g', 'google', id from users`,
    );
    const { token } = await mallory.exchange(CAROL);

    const carol = shop.browser();
    await prove(carol);
    expect(await user(carol)).toMatchObject({
      email: CAROL,
      emailVerified: true,
      phoneNumber: null,
    });

    expect(await user(mallory)).toBeUndefined();
    await expect(shop.identity.authenticate(`Bearer ${token}`)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
    const again = shop.browser();
    expect((await again.signIn('Carol', 'sesame')).status).toBe(401);
    await shop.rows('delete from mails');
    await again.post('/phone-number/send-otp', { phoneNumber: PHONE });
    expect(await shop.mailsTo(PHONE)).toEqual([]);
    expect(await shop.rows(`select id from accounts where provider_id = 'google'`)).toEqual([]);
    expect(again.session).toBeUndefined();
  });

  test.each(Object.entries(proofs))('cannot have switched its second step off by %s', async (_, prove) => {
    const carol = shop.browser();
    await carol.post('/sign-up/email', { name: 'Carol', email: CAROL, password: 'sesame' });
    const { secret } = await switchOnTwoSteps(carol, 'sesame');
    await shop.rows('delete from rate_limits');
    const mailbox = shop.browser();
    await prove(mailbox);
    expect(mailbox.session).toBeUndefined();
    expect((await mailbox.post('/two-factor/verify-totp', { code: codeOf(secret) })).status).toBe(200);
    expect(await user(mailbox)).toMatchObject({ email: CAROL });
  });

  test('takes nothing from an owner who had verified it', async () => {
    await shop.add('Carol');
    await shop.rows('update users set phone_number = $1, phone_number_verified = true', [PHONE]);
    const carol = shop.browser();
    await carol.signIn('Carol');
    await proofs['an e-mail link']!(shop.browser());
    expect(await user(carol)).toMatchObject({ phoneNumber: PHONE });
    await proofs['a new password']!(carol);
    expect(await user(carol)).toMatchObject({ phoneNumber: PHONE });
  });
});

test('who follows a link sees a page whatever goes wrong, a program sees JSON', async () => {
  const browser = shop.browser();
  const follow = (path: string, accept = 'text/html') => browser.send(path, { headers: { accept } });
  const where = async (path: string) => (await follow(path)).headers.get('location');
  expect(await where('/verify-email')).toBe('/login?error=VALIDATION_ERROR');
  expect(await where('/magic-link/verify?callbackURL=%2Fa%3Fb%3Dc%23d')).toBe('/a?b=c&error=VALIDATION_ERROR#d');
  expect(await where('/verify-email?token=x&callbackURL=%2F%2Fevil.example')).toBe('/login?error=INVALID_CALLBACK_URL');
  expect(await where('/verify-email?errorCallbackURL=https%3A%2F%2Fevil.example')).toBe(
    '/login?error=INVALID_CALLBACK_URL',
  );
  expect(await follow('/verify-email', 'application/json')).toMatchObject({ status: 400 });
  expect(await follow('/list-sessions')).toMatchObject({ status: 401 });
});

describe('a disabled account', () => {
  test('is entered neither by an e-mail link, nor by phone, nor with a new password', async () => {
    await shop.add('Carol');
    await shop.rows('update users set phone_number = $1, phone_number_verified = true, banned = true', [PHONE]);
    const carol = shop.browser();
    await carol.post('/sign-in/magic-link', { email: CAROL, callbackURL: '/signed-in' });
    const link = await carol.send(await newestLink(CAROL), { headers: { accept: 'text/html,*/*' } });
    expect(link.headers.get('location')).toBe('/signed-in?error=BANNED_USER');
    await carol.post('/phone-number/send-otp', { phoneNumber: PHONE });
    const phone = await carol.post('/phone-number/verify', { phoneNumber: PHONE, code: await phoneCode() });
    expect(phone).toMatchObject({ status: 403, body: { code: 'BANNED_USER' } });
    await proofs['a new password']!(carol);
    expect(await carol.signIn('Carol', 'new sesame')).toMatchObject({ status: 403, body: { code: 'BANNED_USER' } });
    expect(carol.session).toBeUndefined();
  });
});

test.each(['CAROL@tradebench.test', 'Carol@TradeBench.TEST'])(
  '%s is the same address as in lower case',
  async (email) => {
    await shop.add('Carol');
    const taken = await shop.browser().post('/sign-up/email', { name: 'Eve', email, password: 'sesame' });
    expect(taken).toMatchObject({ status: 422, body: { code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' } });
    expect((await shop.browser().post('/sign-in/email', { email, password: 'tradebench' })).status).toBe(200);
  },
);

test.each([
  '\u0441arol@tradebench.test',
  'carol@tradebench.te\u017ft',
  '\u212aarol@tradebench.test',
  'carol\u200b@tradebench.test',
  'carol@tradebench.test\n',
  '"carol"@tradebench.test',
])('the look-alike %j is no address', async (email) => {
  const answer = await shop.browser().post('/sign-up/email', { name: 'Eve', email, password: 'sesame' });
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_EMAIL' } });
});
