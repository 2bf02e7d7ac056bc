import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGoogleSandbox, type GoogleSandbox } from '#sandbox/google/google-sandbox.ts';
import type { HostileMode } from '#sandbox/google/people.ts';
import type { OpenIdIssuer } from './google.ts';
import { type Answer, BASE_URL, type Browser, emailOf, type TestIdentity, testIdentity } from './identity-for-tests.ts';

const CALLBACK = `${BASE_URL}/api/auth/callback/google`;
const GRACE = '100000000000000000001';
const ALICE = '100000000000000000002';
const MALLORY = '100000000000000000003';

const registration = { clientId: 'demo', clientSecret: 'secret' };
const issuer = `${BASE_URL}/sandbox/google`;
const asked: string[] = [];
const sandbox: GoogleSandbox = createGoogleSandbox(issuer, { ...registration, redirectUris: [CALLBACK] }, 's');
const google: OpenIdIssuer = {
  ...registration,
  issuers: [issuer],
  authorizationEndpoint: sandbox.authorizationEndpoint,
  tokenEndpoint: sandbox.tokenEndpoint,
  jwksUri: sandbox.jwksUri,
  fetch(input, init) {
    const request = new Request(input, init);
    asked.push(new URL(request.url).pathname);
    return sandbox.fetch(request);
  },
};

let shop: TestIdentity;
beforeAll(async () => {
  shop = await testIdentity({ google });
});
beforeEach(async () => {
  await shop.rows('delete from users');
  await shop.rows('delete from verifications');
  await shop.add('Alice');
  await shop.add('Bob');
});
afterAll(() => shop.close());

/** Presses the button, chooses a person and stops before the shop hears of it. @returns the address of the callback */
async function choose(
  browser: Browser,
  person: string,
  mode: HostileMode | '' = '',
  start = '/sign-in/social',
): Promise<string> {
  const begun = await browser.post(start, { provider: 'google', callbackURL: '/products', errorCallbackURL: '/login' });
  const form = new URL(String(begun.body['url'])).searchParams;
  form.set('person', person);
  form.set('mode', mode);
  const chosen = await sandbox.fetch(new Request(`${issuer}/choose`, { method: 'POST', body: form }));
  return chosen.headers.get('location') ?? '';
}

async function continueWithGoogle(browser: Browser, person: string, mode: HostileMode | '' = ''): Promise<Answer> {
  return browser.get(await choose(browser, person, mode));
}

const where = (answer: Answer) => answer.headers.get('location') ?? '';

describe('Continue with Google', () => {
  test('signs a new person in and leads back to where they came from', async () => {
    const grace = shop.browser();
    const answer = await continueWithGoogle(grace, GRACE);
    expect(answer.status).toBe(302);
    expect(new URL(where(answer), BASE_URL).pathname).toBe('/products');
    const { body } = await grace.get('/get-session');
    expect(body.user).toMatchObject({ email: 'grace@gmail.test', name: 'Grace Green', emailVerified: true });
    expect((await grace.get('/list-accounts')).body).toMatchObject([{ providerId: 'google' }]);
    const again = shop.browser();
    await continueWithGoogle(again, GRACE);
    expect((await again.get('/get-session')).body.user?.id).toBe(body.user?.id);
  });

  test('shows people to choose from, and nothing that was not asked for', async () => {
    const begun = await shop.browser().post('/sign-in/social', { provider: 'google', callbackURL: '/' });
    const page = await sandbox.fetch(new Request(String(begun.body['url'])));
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('grace@gmail.test');
    const other = new URL(String(begun.body['url']));
    other.searchParams.set('redirect_uri', 'https://evil.example/');
    expect((await sandbox.fetch(new Request(other))).status).toBe(400);
  });

  test('links to an account of that verified address', async () => {
    const alice = shop.browser();
    await continueWithGoogle(alice, ALICE);
    expect((await alice.get('/get-session')).body.user?.email).toBe(emailOf('Alice'));
    expect((await alice.get('/list-accounts')).body).toHaveLength(2);
    expect((await shop.browser().signIn('Alice')).status).toBe(200);
  });

  test('never links to an account whose address nobody verified (account-exists-with-different-credential)', async () => {
    await shop.rows('update users set email_verified = false where email = $1', [emailOf('Alice')]);
    const before = await shop.digest();
    const alice = shop.browser();
    const answer = await continueWithGoogle(alice, ALICE);
    expect(where(answer)).toContain('error=account_not_linked');
    expect(alice.session).toBeUndefined();
    expect(await withoutStates(before)).toBe(await withoutStates(await shop.digest()));
  });

  test('drops a picture that is a script (attacks T77)', async () => {
    const grace = shop.browser();
    await continueWithGoogle(grace, GRACE, 'script-picture');
    expect((await grace.get('/get-session')).body.user).toMatchObject({ image: null });
  });

  test('cancelled there leads back with the reason', async () => {
    const answer = await continueWithGoogle(shop.browser(), '');
    expect(where(answer)).toMatch(/\/login\?error=access_denied/);
  });

  test('another provider is not offered', async () => {
    const answer = await shop.browser().post('/sign-in/social', { provider: 'github', callbackURL: '/' });
    expect(answer).toMatchObject({ status: 404, body: { code: 'PROVIDER_NOT_FOUND' } });
    const token = await shop.browser().post('/sign-in/social', { provider: 'google', idToken: { token: 'x' } });
    expect(token).toMatchObject({ status: 400, body: { code: 'FIELD_NOT_ALLOWED' } });
  });
});

/** The part of a digest that a sign-in which comes to nothing must not change: it does begin a state. */
async function withoutStates(digest: string): Promise<string> {
  return digest.replace(/"verifications":"[^"]*"/, '');
}

describe("somebody else's e-mail address", () => {
  test.each<[string, HostileMode | '']>([
    [MALLORY, ''],
    [ALICE, 'email-unverified'],
    [ALICE, 'email-verified-text'],
    [ALICE, 'email-verified-absent'],
  ])('of person %s with mode "%s" opens nothing (attacks T87)', async (person, mode) => {
    const before = await shop.digest();
    const mallory = shop.browser();
    const answer = await continueWithGoogle(mallory, person, mode);
    expect(where(answer)).toContain('error=account_not_linked');
    expect(mallory.session).toBeUndefined();
    expect(await withoutStates(await shop.digest())).toBe(await withoutStates(before));
  });

  test('is not taken over when it changes at Google', async () => {
    const grace = shop.browser();
    await continueWithGoogle(grace, GRACE);
    const changed = shop.browser();
    await continueWithGoogle(changed, GRACE, 'email-changed');
    expect((await changed.get('/get-session')).body.user?.email).toBe('grace@gmail.test');
  });

  test('is needed', async () => {
    expect(where(await continueWithGoogle(shop.browser(), GRACE, 'no-email'))).toContain('error=email_not_found');
  });
});

describe('a forged answer', () => {
  test.each<HostileMode>([
    'wrong-nonce',
    'no-nonce',
    'wrong-audience',
    'wrong-issuer',
    'expired',
    'alg-none',
    'alg-hs256',
    'foreign-key',
  ])('with %s signs nobody in (attacks T89)', async (mode) => {
    const before = await shop.digest();
    const eve = shop.browser();
    const answer = await continueWithGoogle(eve, GRACE, mode);
    expect(answer.status).toBe(302);
    expect(where(answer)).toContain('error=unable_to_get_user_info');
    expect(eve.session).toBeUndefined();
    expect(await withoutStates(await shop.digest())).toBe(await withoutStates(before));
  });

  test('without the state cookie, with another state, or a second time signs nobody in (attacks T89)', async () => {
    const grace = shop.browser();
    const callback = await choose(grace, GRACE);
    const eve = shop.browser();
    expect(where(await eve.get(callback))).toContain('error=state_mismatch');
    expect(where(await shop.browser().get(await choose(shop.browser(), GRACE, 'wrong-state')))).toContain(
      'error=state_mismatch',
    );
    expect((await grace.get(callback)).status).toBe(302);
    expect(grace.session).toBeDefined();
    grace.jar.delete('tradebench.session_token');
    expect(where(await grace.get(callback))).toContain('error=state_mismatch');
    expect(grace.session).toBeUndefined();
    expect(where(await eve.get('/callback/google?code=x'))).toContain('error=state_not_found');
  });

  test('with a code that is refused signs nobody in', async () => {
    const eve = shop.browser();
    expect(where(await continueWithGoogle(eve, GRACE, 'token-refused'))).toContain('error=invalid_code');
    const other = await choose(shop.browser(), GRACE);
    const mine = new URL(await choose(eve, GRACE));
    // Somebody else's code does not fit this browser's proof key.
    mine.searchParams.set('code', new URL(other).searchParams.get('code') ?? '');
    expect(where(await eve.get(mine.href))).toContain('error=invalid_code');
    expect(eve.session).toBeUndefined();
  });

  test('makes the shop ask nobody but the issuer', () => {
    expect(new Set(asked)).toEqual(new Set(['/sandbox/google/token', '/sandbox/google/jwks']));
  });
});

describe('linking from the account page', () => {
  test('links any verified Google account to whoever is signed in, and unlinks it again', async () => {
    const bob = await shop.signedIn('Bob');
    const answer = await bob.get(await choose(bob, GRACE, '', '/link-social'));
    expect(where(answer)).toMatch(/\/products$/);
    const accounts = (await bob.get('/list-accounts')).body as unknown as { id: string; providerId: string }[];
    const linked = accounts.find(({ providerId }) => providerId === 'google');
    const viaGoogle = shop.browser();
    await continueWithGoogle(viaGoogle, GRACE);
    expect((await viaGoogle.get('/get-session')).body.user?.email).toBe(emailOf('Bob'));
    expect(await bob.post('/unlink-account', { accountId: linked?.id })).toMatchObject({ status: 200 });
    expect((await bob.get('/list-accounts')).body).toHaveLength(1);
  });

  test('refuses an unverified address and an account that is linked elsewhere', async () => {
    const bob = await shop.signedIn('Bob');
    expect(where(await bob.get(await choose(bob, MALLORY, '', '/link-social')))).toContain(
      'error=unable_to_link_account',
    );
    await continueWithGoogle(shop.browser(), GRACE);
    const taken = await bob.get(await choose(bob, GRACE, '', '/link-social'));
    expect(where(taken)).toContain('error=account_already_linked_to_different_user');
  });

  const acts: [string, (alice: Browser) => Promise<unknown>][] = [
    [
      'proves the address',
      async (alice) => {
        await shop.rows('update users set email_verified = false');
        await alice.post('/sign-in/magic-link', { email: emailOf('Alice') });
        const [mail] = await shop.mailsTo(emailOf('Alice'));
        await shop.browser().get(/http\S+/.exec(mail?.text ?? '')?.[0] ?? '');
      },
    ],
    [
      'changes the password',
      (alice) => alice.post('/change-password', { currentPassword: 'tradebench', newPassword: 'new sesame' }),
    ],
    ['signs out everywhere', (alice) => alice.post('/revoke-sessions')],
    ['signs out other devices', (alice) => alice.post('/revoke-other-sessions')],
  ];
  test.each(acts)('that was begun before its owner %s is not finished', async (_, act) => {
    const thief = await shop.signedIn('Alice');
    const callback = await choose(thief, GRACE, '', '/link-social');
    const alice = await shop.signedIn('Alice');
    await act(alice);
    const answer = await thief.get(callback);
    expect(where(answer)).toMatch(/\/login\?error=state_mismatch$/);
    expect(await shop.rows(`select id from accounts where provider_id = 'google'`)).toEqual([]);
    await continueWithGoogle(thief, GRACE);
    expect((await thief.get('/get-session')).body.user?.email).toBe('grace@gmail.test');
  });

  test('keeps the last way in', async () => {
    const grace = shop.browser();
    await continueWithGoogle(grace, GRACE);
    const [only] = (await grace.get('/list-accounts')).body as unknown as { id: string }[];
    const answer = await grace.post('/unlink-account', { accountId: only?.id });
    expect(answer).toMatchObject({ status: 400, body: { code: 'FAILED_TO_UNLINK_LAST_ACCOUNT' } });
  });

  test('nobody links to an account that they are not signed in to', async () => {
    const answer = await shop.browser().post('/link-social', { provider: 'google', callbackURL: '/' });
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });
});
