import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, emailOf, linkIn, type TestIdentity, testIdentity } from './identity-for-tests.ts';

const ALICE = emailOf('Alice');
const THIEF = 'thief@tradebench.test';

let shop: TestIdentity;
beforeAll(async () => {
  shop = await testIdentity();
});
beforeEach(() => shop.onlyAlice());
afterAll(() => shop.close());

const newestLink = async (receiver: string) => linkIn((await shop.mailsTo(receiver))[0]?.text);
const addresses = async () => (await shop.rows<{ email: string }>('select email from users')).map(({ email }) => email);

async function resetPassword(): Promise<void> {
  await shop.browser().post('/request-password-reset', { email: ALICE });
  const token = new URL(await newestLink(ALICE)).searchParams.get('token');
  expect((await shop.browser().post('/reset-password', { token, newPassword: 'new sesame' })).status).toBe(200);
}

async function proveByLink(): Promise<void> {
  await shop.browser().post('/sign-in/magic-link', { email: ALICE });
  expect((await shop.browser().get(await newestLink(ALICE))).status).toBe(302);
}

/** What the owner does to have the account for themselves. */
const acts: [string, (alice: Browser) => Promise<unknown>][] = [
  ['comes by an e-mail link', proveByLink],
  ['sets a new password by letter', resetPassword],
  [
    'changes the password',
    (alice) => alice.post('/change-password', { currentPassword: 'tradebench', newPassword: 'new sesame' }),
  ],
  ['signs out everywhere', (alice) => alice.post('/revoke-sessions')],
  ['signs out other devices', (alice) => alice.post('/revoke-other-sessions')],
  [
    'changes the address',
    async (alice) => {
      await alice.post('/change-email', { newEmail: 'alice2@tradebench.test' });
      await shop.browser().get(await newestLink('alice2@tradebench.test'));
    },
  ],
];

describe('a change of address that a thief began', () => {
  test.each(acts)('is void once the owner %s', async (_, act) => {
    await shop.rows('update users set email_verified = false');
    const thief = await shop.signedIn('Alice');
    expect((await thief.post('/change-email', { newEmail: THIEF, callbackURL: '/dashboard' })).status).toBe(200);
    const link = await newestLink(THIEF);
    await act(await shop.signedIn('Alice'));
    for (const browser of [thief, shop.browser()]) {
      const answer = await browser.send(link, { headers: { accept: 'text/html' } });
      expect(answer.headers.get('location')).toBe('/dashboard?error=INVALID_TOKEN');
      expect(answer.cookies.filter((cookie) => /session_token=[^;]/.test(cookie))).toEqual([]);
    }
    expect(await addresses()).not.toContain(THIEF);
  });

  test('is void after the first of its two links as well', async () => {
    const thief = await shop.signedIn('Alice');
    await thief.post('/change-email', { newEmail: THIEF });
    const confirm = await newestLink(ALICE);
    await thief.get(confirm);
    const verify = await newestLink(THIEF);
    await resetPassword();
    for (const link of [confirm, verify]) {
      expect(await shop.browser().get(link)).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    }
    expect(await addresses()).toEqual([ALICE]);
  });

  test('is not finished by a link of an earlier version, which was bound to nothing', async () => {
    const sign = (claims: Record<string, unknown>) =>
      new SignJWT({ email: ALICE, ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(shop.config.authSecret));
    for (const requestType of ['change-email-verification', 'change-email-confirmation', undefined]) {
      const token = await sign({ updateTo: THIEF, requestType });
      const answer = await shop.browser().get(`/verify-email?token=${token}`);
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    }
    expect(await addresses()).toEqual([ALICE]);
    expect(await shop.mailsTo(THIEF)).toEqual([]);
  });
});

describe('a link that changes an address', () => {
  test('lets nobody in, and the old address is told', async () => {
    await shop.rows('update users set email_verified = false');
    const alice = await shop.signedIn('Alice');
    await alice.post('/change-email', { newEmail: 'alice2@tradebench.test', callbackURL: '/dashboard' });
    const telephone = shop.browser();
    const answer = await telephone.get(await newestLink('alice2@tradebench.test'));
    expect(answer.headers.get('location')).toBe('/dashboard');
    expect(answer.cookies).toEqual([]);
    expect(await shop.rows('select email, email_verified from users')).toEqual([
      { email: 'alice2@tradebench.test', email_verified: true },
    ]);
    expect((await shop.mailsTo(ALICE))[0]?.subject).toBe('Your e-mail address was changed');
  });

  test('is for the account that it was made for, and loses to whoever took the address meanwhile', async () => {
    await shop.rows('update users set email_verified = false');
    const alice = await shop.signedIn('Alice');
    await alice.post('/change-email', { newEmail: emailOf('Bob') });
    const link = await newestLink(emailOf('Bob'));
    await shop.add('Bob');
    const bob = await shop.signedIn('Bob');
    expect(await bob.get(link)).toMatchObject({ status: 400, body: { code: 'EMAIL_MISMATCH' } });
    expect(await alice.get(link)).toMatchObject({
      status: 422,
      body: { code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL' },
    });
    expect((await addresses()).toSorted()).toEqual([ALICE, emailOf('Bob')]);
  });
});
