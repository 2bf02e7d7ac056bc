import { symmetricDecrypt } from 'better-auth/crypto';
import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Config, ConfigError, readConfig } from '#server/config.ts';
import { createMail } from '#server/people/mail/mail.ts';
import { createIdentity } from './create-identity.ts';
import { testIdentity, type TestIdentity } from './identity-for-tests.ts';
import type { Identity } from './identity.ts';
import { renewSecrets } from './secrets.ts';
import { codeOf } from './totp-for-tests.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const OLD = randomBytes(32).toString('hex');
const NEW = randomBytes(32).toString('hex');
const EMAIL = 'alice@people.test';

let shop: TestIdentity;
/** The same shop before, in the middle of and after the change of its secret. */
let before: Identity;
let during: Identity;
let after: Identity;
beforeAll(async () => {
  shop = await testIdentity();
  before = await identityWith(OLD, []);
});
afterAll(() => shop.close());

function configWith(authSecret: string, formerAuthSecrets: string[]): Config {
  return { ...shop.config, authSecret, formerAuthSecrets };
}
function identityWith(authSecret: string, former: string[]): Promise<Identity> {
  const config = configWith(authSecret, former);
  const { database } = shop;
  const mail = createMail({ config, database, log: silent });
  return createIdentity({ config, database, mail, log: silent, beforeLeaving: async () => {} });
}

interface Answer {
  status: number;
  body: Record<string, unknown>;
  cookies: Map<string, string>;
}
async function call(identity: Identity, path: string, body: object | undefined, cookies = new Map<string, string>()) {
  const { baseUrl } = shop.config;
  const response = await identity.handle(
    new Request(`${baseUrl}/api/auth${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        origin: baseUrl,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
    '203.0.113.5',
  );
  const jar = new Map(cookies);
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';');
    jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  }
  const answer: Answer = { status: response.status, body: await response.json().catch(() => ({})), cookies: jar };
  return answer;
}

let session: Map<string, string>;
let authenticator: string;

it('whoever signed in with the secret of before stays signed in when another comes, and when that one goes', async () => {
  await call(before, '/sign-up/email', { name: 'Alice', email: EMAIL, password: 'tradebench' });
  session = (await call(before, '/sign-in/email', { email: EMAIL, password: 'tradebench' })).cookies;
  during = await identityWith(NEW, [OLD]);
  const asked = await call(during, '/get-session', undefined, session);
  expect(asked.body).toMatchObject({ user: { email: EMAIL } });
  const { baseUrl } = shop.config;
  const cookie = [...session].map(([name, value]) => `${name}=${value}`).join('; ');
  const request = new Request(`${baseUrl}/user/${EMAIL}`, { headers: { origin: baseUrl, cookie } });
  const { token } = await during.exchange(request, EMAIL);
  expect(await during.authenticate(`Bearer ${token}`)).toMatchObject({ email: EMAIL });
  // The process that still has the secret of before alone believes what the new one signed.
  expect(await before.authenticate(`Bearer ${token}`)).toMatchObject({ email: EMAIL });
});

it('an authenticator app that was set up before goes on working with each of the secrets', async () => {
  const enabled = await call(before, '/two-factor/enable', { password: 'tradebench' }, session);
  authenticator = new URL(String(enabled.body['totpURI'])).searchParams.get('secret')!;
  expect((await call(during, '/two-factor/verify-totp', { code: codeOf(authenticator) }, session)).status).toBe(200);

  expect(await renewSecrets(shop.database, configWith(NEW, [OLD]))).toBeGreaterThanOrEqual(3);
  expect(await renewSecrets(shop.database, configWith(NEW, [OLD]))).toBe(0);
  after = await identityWith(NEW, []);
  const asked = await call(after, '/sign-in/email', { email: EMAIL, password: 'tradebench' });
  expect(asked.body).toMatchObject({ twoFactorRedirect: true });
  const code = codeOf(authenticator, Date.now() + 30_000);
  const verified = await call(after, '/two-factor/verify-totp', { code }, asked.cookies);
  expect(verified.status).toBe(200);
});

it('nothing that is kept can be read with the secret of before any more, nor lets it anybody in', async () => {
  const [kept] = await shop.rows<{ secret: string }>('select secret from two_factors');
  const data = kept!.secret.split('$').at(-1)!;
  expect(await symmetricDecrypt({ key: NEW, data })).not.toBe('');
  await expect(symmetricDecrypt({ key: OLD, data })).rejects.toThrow('invalid tag');
  expect((await call(after, '/get-session', undefined, session)).body).toBeNull();
  const forged = createHmac('sha256', 'a secret that never was').update('token').digest('base64');
  const cookies = new Map([['tradebench.session_token', encodeURIComponent(`token.${forged}`)]]);
  expect((await call(during, '/get-session', undefined, cookies)).body).toBeNull();
});

it('AUTH_SECRET takes several, each of them long enough and none twice', () => {
  expect(readConfig({ AUTH_SECRET: `${NEW}, ${OLD}` })).toMatchObject({ authSecret: NEW, formerAuthSecrets: [OLD] });
  expect(() => readConfig({ AUTH_SECRET: `${NEW},short` })).toThrow(ConfigError);
  expect(() => readConfig({ AUTH_SECRET: `${NEW},${NEW}` })).toThrow('twice');
});
