import { type MutableToken, OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Answer, type Browser, type TestIdentity, testIdentity } from './identity-for-tests.ts';

/** An issuer that nobody here wrote: what passes against our own stand-in must pass against another one. */
const server = new OAuth2Server();
let shop: TestIdentity;
let issuer: string;
let person: Record<string, unknown>;

beforeAll(async () => {
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  issuer = server.issuer.url ?? '';
  server.service.on('beforeTokenSigning', (token: MutableToken) => Object.assign(token.payload, person));
  shop = await testIdentity({
    google: {
      issuers: [issuer],
      authorizationEndpoint: `${issuer}/authorize`,
      tokenEndpoint: `${issuer}/token`,
      jwksUri: `${issuer}/jwks`,
      clientId: 'tradebench',
      clientSecret: 'secret',
    },
  });
});
beforeEach(async () => {
  await shop.rows('delete from users');
  person = { aud: 'tradebench', sub: '42', email: 'Grace@gmail.test', email_verified: true, name: 'Grace Green' };
});
afterAll(async () => {
  await server.stop();
  await shop.close();
});

async function signIn(browser: Browser): Promise<Answer> {
  const begun = await browser.post('/sign-in/social', { provider: 'google', callbackURL: '/products' });
  const sent = await fetch(String(begun.body['url']), { redirect: 'manual' });
  return browser.get(sent.headers.get('location') ?? '');
}

const where = (answer: Answer) => answer.headers.get('location') ?? '';

test('its people sign in, and are the same people the next time', async () => {
  const grace = shop.browser();
  expect(where(await signIn(grace))).toMatch(/\/products$/);
  const { user } = (await grace.get('/get-session')).body;
  expect(user).toMatchObject({ email: 'grace@gmail.test', name: 'Grace Green', emailVerified: true });
  const again = shop.browser();
  await signIn(again);
  expect((await again.get('/get-session')).body.user?.id).toBe(user?.id);
});

test.each<[string, Record<string, unknown>]>([
  ['for somebody else', { aud: 'another' }],
  ['of another issuer', { iss: 'https://evil.example' }],
  ['that expired', { exp: Math.floor(Date.now() / 1000) - 60 }],
  ['with another nonce', { nonce: 'another' }],
  ['for another party', { azp: 'another' }],
  ['about nobody', { sub: undefined }],
])('a token %s signs nobody in (attacks T89)', async (_, spoilt) => {
  Object.assign(person, spoilt);
  const eve = shop.browser();
  expect(where(await signIn(eve))).toContain('error=unable_to_get_user_info');
  expect(eve.session).toBeUndefined();
});

test.each([false, 'false', undefined, 1, 'true'])(
  'an address that is verified as %j opens no account (attacks T87)',
  async (verified) => {
    await shop.add('Alice');
    Object.assign(person, { email: 'alice@tradebench.test', email_verified: verified });
    const mallory = shop.browser();
    expect(where(await signIn(mallory))).toContain('error=account_not_linked');
    expect(mallory.session).toBeUndefined();
  },
);
