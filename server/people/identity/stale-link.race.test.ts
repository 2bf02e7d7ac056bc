import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createGoogleSandbox } from '#sandbox/google/google-sandbox.ts';
import type { OpenIdIssuer } from './google.ts';
import { BASE_URL, emailOf, type TestIdentity, testIdentity } from './identity-for-tests.ts';

const ALICE = emailOf('Alice');
const THIEF = '100000000000000000001';
const ROUNDS = 12;

const registration = { clientId: 'demo', clientSecret: 'secret' };
const issuer = `${BASE_URL}/sandbox/google`;
const redirectUris = [`${BASE_URL}/api/auth/callback/google`];
const sandbox = createGoogleSandbox(issuer, { ...registration, redirectUris }, 's');
const google: OpenIdIssuer = {
  ...registration,
  issuers: [issuer],
  authorizationEndpoint: sandbox.authorizationEndpoint,
  tokenEndpoint: sandbox.tokenEndpoint,
  jwksUri: sandbox.jwksUri,
  fetch: (input, init) => sandbox.fetch(new Request(input, init)),
};

let shop: TestIdentity;
let second: TestIdentity;
beforeAll(async () => {
  shop = await testIdentity({ google });
  second = await testIdentity({ google, beside: shop });
});
beforeEach(async () => {
  for (const table of ['users', 'mails', 'verifications']) await shop.rows(`delete from ${table}`);
});
afterAll(() => shop.close());

test('a thief who finishes a link with Google while its owner proves the address has no way in afterwards', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await shop.rows('delete from users');
    await shop.add('Alice');
    await shop.rows('update users set email_verified = false');
    const thief = await shop.signedIn('Alice');
    const begun = await thief.post('/link-social', { provider: 'google', callbackURL: '/' });
    const form = new URL(String(begun.body['url'])).searchParams;
    form.set('person', THIEF);
    const chosen = await sandbox.fetch(new Request(`${issuer}/choose`, { method: 'POST', body: form }));
    const owner = second.browser();
    await owner.post('/sign-in/magic-link', { email: ALICE });
    const link = /http\S+/.exec((await shop.mailsTo(ALICE))[0]?.text ?? '')?.[0] ?? '';
    await Promise.all([thief.get(chosen.headers.get('location') ?? ''), owner.get(link)]);
    expect(owner.session).toBeDefined();
    expect(await shop.rows(`select id from accounts where provider_id = 'google'`)).toEqual([]);
  }
});
