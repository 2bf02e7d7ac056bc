import { createHash } from 'node:crypto';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { createGoogleSandbox } from './google-sandbox.ts';

const issuer = 'http://localhost:3000/sandbox/google';
const back = 'http://localhost:3000/api/auth/callback/google';
const google = createGoogleSandbox(issuer, { clientId: 'demo', clientSecret: 'secret', redirectUris: [back] }, 'seal');
const verifier = 'v'.repeat(64);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const asked = {
  client_id: 'demo',
  redirect_uri: back,
  response_type: 'code',
  scope: 'openid email',
  state: 's',
  nonce: 'n',
  code_challenge: challenge,
  code_challenge_method: 'S256',
};

const get = (path: string) => google.fetch(new Request(issuer + path));
const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  google.fetch(new Request(issuer + path, { method: 'POST', body: new URLSearchParams(form), headers }));

async function code(changes: Record<string, string> = {}): Promise<string> {
  const chosen = await post('/choose', { ...asked, person: '100000000000000000001', ...changes });
  expect(chosen.status).toBe(303);
  const location = new URL(chosen.headers.get('location') ?? '');
  expect(location.searchParams.get('state')).toBe('s');
  expect(location.searchParams.get('iss')).toBe(issuer);
  return location.searchParams.get('code') ?? '';
}

const redeem = (given: string, changes: Record<string, string> = {}) =>
  post('/token', {
    grant_type: 'authorization_code',
    code: given,
    redirect_uri: back,
    client_id: 'demo',
    client_secret: 'secret',
    code_verifier: verifier,
    ...changes,
  });

test('describes itself where OpenID Connect looks', async () => {
  const document = await (await get('/.well-known/openid-configuration')).json();
  expect(document).toMatchObject({
    issuer,
    token_endpoint: `${issuer}/token`,
    id_token_signing_alg_values_supported: ['RS256'],
  });
});

test('gives a signed token for a code, once', async () => {
  const mine = await code();
  const { id_token: token, access_token: access } = await (await redeem(mine)).json();
  const keys = createLocalJWKSet(await (await get('/jwks')).json());
  const { payload } = await jwtVerify(token, keys, { issuer, audience: 'demo' });
  expect(payload).toMatchObject({ nonce: 'n', email: 'grace@gmail.test', email_verified: true });
  const info = await google.fetch(
    new Request(`${issuer}/userinfo`, { headers: { authorization: `Bearer ${access}` } }),
  );
  expect(await info.json()).toMatchObject({ sub: '100000000000000000001' });
  expect(await (await redeem(mine)).json()).toEqual({ error: 'invalid_grant' });
});

test.each([
  [{ code_verifier: 'another' }, 'invalid_grant'],
  [{ redirect_uri: 'http://localhost:3000/other' }, 'invalid_grant'],
  [{ client_secret: 'wrong' }, 'invalid_client'],
  [{ client_id: 'wrong' }, 'invalid_client'],
  [{ grant_type: 'password' }, 'unsupported_grant_type'],
  [{ code: 'x.y' }, 'invalid_grant'],
])('refuses a code with %j', async (changes, error) => {
  expect(await (await redeem(await code(), changes)).json()).toEqual({ error });
});

test('refuses a request that could lead elsewhere', async () => {
  for (const changes of [
    { redirect_uri: 'https://evil.example/' },
    { client_id: 'x' },
    { code_challenge_method: 'plain' },
    { scope: 'email' },
    { response_type: 'token' },
  ]) {
    const query = new URLSearchParams({ ...asked, ...changes });
    expect((await get(`/authorize?${query}`)).status).toBe(400);
    expect((await post('/choose', Object.fromEntries(query))).status).toBe(400);
  }
});

test('writes what it was asked into its page as text', async () => {
  const page = await get(`/authorize?${new URLSearchParams({ ...asked, state: '"><script>alert(1)</script>' })}`);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await page.text()).not.toContain('<script>');
});

test('takes a person by name and address', async () => {
  const given = await code({ person: 'other', email: 'carol@gmail.test', name: 'Carol' });
  const { id_token: token } = await (await redeem(given)).json();
  const claims = JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toMatchObject({ email: 'carol@gmail.test', name: 'Carol', email_verified: true });
});
