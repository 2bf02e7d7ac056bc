import { createHmac, generateKeyPairSync } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createAccessTokens } from './access-token.ts';
import { BASE_URL, type Browser, emailOf, type TestIdentity, testIdentity } from './identity-for-tests.ts';

let shop: TestIdentity;
let alice: Browser;
let aliceId: string;
beforeAll(async () => {
  shop = await testIdentity();
  aliceId = await shop.add('Alice');
  await shop.add('Bob');
  alice = shop.browser();
  await alice.signIn('Alice');
});
afterEach(() => vi.useRealTimers());
afterAll(() => shop.close());

const bearer = (token: string) => shop.identity.authenticate(`Bearer ${token}`);

describe('the exchange', () => {
  test('gives a token of a quarter of an hour for the session of that very address', async () => {
    const { token, expiresAt, caller } = await alice.exchange(emailOf('Alice'));
    expect(caller).toMatchObject({ userId: aliceId, email: emailOf('Alice'), name: 'Alice', role: 'customer' });
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ sub: aliceId, sid: caller.sessionId, iss: BASE_URL, aud: BASE_URL });
    expect(claims.exp - claims.iat).toBe(900);
    expect(new Date(expiresAt).getTime()).toBe(claims.exp * 1000);
    expect(decodeURIComponent(alice.session ?? '')).not.toContain(token);
    expect(await bearer(token)).toEqual(caller);
  });

  test('gives nobody a token without a cookie, or with a cookie that nobody signed (attacks T1)', async () => {
    const before = await shop.digest();
    const nobody = shop.browser();
    await expect(nobody.exchange(emailOf('Alice'))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const [row] = await shop.rows<{ token: string }>('select token from sessions limit 1');
    for (const value of [row?.token, `${row?.token}.`, `${row?.token}.${'A'.repeat(43)}=`, '.', '%', '']) {
      nobody.jar.set('tradebench.session_token', String(value));
      await expect(nobody.exchange(emailOf('Alice'))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    }
    // The right bytes in another spelling are not the right cookie.
    const [name, cookie] = [...alice.jar][0]!;
    for (const value of [`${cookie}x`, `${cookie}%3D`, cookie.replace(/(%3D)+$/, '')]) {
      nobody.jar.set(name, value);
      await expect(nobody.exchange(emailOf('Alice'))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    }
    expect(await shop.digest()).toBe(before);
  });

  test("gives nobody a token for somebody else's address (attacks T2)", async () => {
    const before = await shop.digest();
    await expect(alice.exchange(emailOf('Bob'))).rejects.toMatchObject({ code: 'USER_MISMATCH' });
    expect(await shop.digest()).toBe(before);
  });
});

describe('an access token', () => {
  const claims = () => ({ sub: aliceId, sid: 's' });
  const sign = (alg: string, key: Parameters<SignJWT['sign']>[0], header: object = {}, changes: object = {}) =>
    new SignJWT({ ...claims(), iss: BASE_URL, aud: BASE_URL, exp: Math.floor(Date.now() / 1000) + 600, ...changes })
      .setProtectedHeader({ alg, ...header })
      .setIssuedAt()
      .sign(key);

  test.each([undefined, '', 'Bearer', 'Bearer ', 'Bearer null', 'Bearer undefined', 'Basic abc', 'abc'])(
    '%j is no token',
    async (header) => {
      await expect(shop.identity.authenticate(header)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    },
  );

  test('that the shop did not sign in its own one way is refused, and nobody is asked about it (attacks T8)', async () => {
    const outside = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no calls'));
    const [own] = await shop.rows<{ id: string; public_key: string }>('select id, public_key from signing_keys');
    const foreign = await generateKeyPair('EdDSA', { extractable: true });
    const publicPem = JSON.stringify(own?.public_key);
    const raw = new TextEncoder().encode(publicPem.padEnd(32, 'x'));
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { token: good } = await alice.exchange(emailOf('Alice'));
    const [head = '', body = '', signature = ''] = good.split('.');
    const none = Buffer.from(JSON.stringify({ alg: 'none', kid: own?.id })).toString('base64url');
    const hs = Buffer.from(JSON.stringify({ alg: 'HS256', kid: own?.id })).toString('base64url');
    const hmac = createHmac('sha256', own?.public_key ?? '')
      .update(`${hs}.${body}`)
      .digest('base64url');
    const forged: Record<string, string> = {
      'alg none': `${none}.${body}.`,
      'alg none, by jose': new UnsecuredJWT(claims()).encode(),
      'HS256 with the public key': `${hs}.${body}.${hmac}`,
      'HS256 with the public key, by jose': await sign('HS256', raw, { kid: own?.id }),
      'another key': await sign('EdDSA', foreign.privateKey, { kid: own?.id }),
      'another key in the header': await sign('EdDSA', foreign.privateKey, { jwk: await exportJWK(foreign.publicKey) }),
      'another algorithm': await sign('RS256', rsa.privateKey, { kid: own?.id }),
      'a path as key id': await sign('EdDSA', foreign.privateKey, { kid: '../../x' }),
      'no key id': await sign('EdDSA', foreign.privateKey),
      'keys elsewhere': await sign('EdDSA', foreign.privateKey, {
        jku: 'http://127.0.0.1:1/jwks',
        x5u: 'http://127.0.0.1:1/',
      }),
      'a changed body': `${head}.${Buffer.from(JSON.stringify({ ...claims(), exp: 9e9 })).toString('base64url')}.${signature}`,
      'a cut signature': `${head}.${body}.${signature.slice(0, -4)}`,
      'no signature': `${head}.${body}.`,
      'no token at all': 'a.b.c',
    };
    const before = await shop.digest();
    for (const [what, token] of Object.entries(forged)) {
      const answer = await bearer(token).catch((error: unknown) => error);
      expect({ what, answer }).toMatchObject({ what, answer: { code: 'INVALID_TOKEN' } });
    }
    expect(outside).not.toHaveBeenCalled();
    outside.mockRestore();
    expect(await shop.digest()).toBe(before);
  });

  test('of another shop with the same key is refused', async () => {
    const elsewhere = await createAccessTokens(shop.database, shop.config, 'https://other.example');
    const { caller } = await alice.exchange(emailOf('Alice'));
    const { token } = await elsewhere.issue(caller);
    await expect(bearer(token)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
  });

  test('is good to the second in which it expires and not longer, remembered or not (attacks T62)', async () => {
    const { token, expiresAt } = await alice.exchange(emailOf('Alice'));
    const end = new Date(expiresAt).getTime();
    vi.useFakeTimers({ toFake: ['Date'], now: end - 1 });
    expect((await bearer(token)).name).toBe('Alice');
    vi.setSystemTime(end);
    await expect(bearer(token)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
    const other = await createAccessTokens(shop.database, shop.config, BASE_URL);
    await expect(other.check(token)).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' });
  });

  test('is signed with a new key when the secret is another, and its older ones run out in peace', async () => {
    const { caller, token } = await alice.exchange(emailOf('Alice'));
    const renewed = await createAccessTokens(
      shop.database,
      { authSecret: 'another secret', formerAuthSecrets: [] },
      BASE_URL,
    );
    expect(await renewed.check(token)).toMatchObject({ userId: aliceId });
    const { token: next } = await renewed.issue(caller);
    expect(await renewed.check(next)).toMatchObject({ userId: aliceId });
  });

  test('signed by another process is good here', async () => {
    const { caller } = await alice.exchange(emailOf('Alice'));
    const other = await createAccessTokens(shop.database, shop.config, BASE_URL);
    const { token } = await other.issue(caller);
    expect(await bearer(token)).toEqual(caller);
  });
});

describe('what ends a session ends its tokens with the next call', () => {
  async function signedIn(name: string) {
    const browser = await shop.signedIn(name);
    const { token } = await browser.exchange(emailOf(name));
    return { browser, token };
  }

  test('signing out, and other sessions live on (attacks T58)', async () => {
    const one = await signedIn('Alice');
    const two = await signedIn('Alice');
    await bearer(one.token);
    expect((await one.browser.post('/sign-out')).status).toBe(200);
    await expect(bearer(one.token)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
    expect((await bearer(two.token)).name).toBe('Alice');
    expect((await one.browser.get('/get-session')).body).toEqual({});
  });

  test('being disabled, removed or made a customer again (attacks T59)', async () => {
    const ada = await shop.add('Ada', 'admin');
    const { token, browser } = await signedIn('Ada');
    expect((await bearer(token)).role).toBe('admin');
    await shop.rows(`update users set role = 'user' where id = $1`, [ada]);
    expect((await bearer(token)).role).toBe('customer');
    await shop.rows('update users set banned = true where id = $1', [ada]);
    await expect(bearer(token)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
    await expect(browser.exchange(emailOf('Ada'))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect((await browser.get('/get-session')).body).toEqual({});
    const again = await shop.browser().signIn('Ada');
    expect(again).toMatchObject({ status: 403, body: { code: 'BANNED_USER' } });
    await shop.rows('update users set banned = false where id = $1', [ada]);
    expect((await bearer(token)).name).toBe('Ada');
    await shop.rows('delete from users where id = $1', [ada]);
    await expect(bearer(token)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
  });

  test('a week without use, or a month in all (attacks T62)', async () => {
    const { browser, token } = await signedIn('Alice');
    const { caller } = await browser.exchange(emailOf('Alice'));
    const age = (created: string, expires: string) =>
      shop.rows(
        `update sessions set created_at = now() - interval '${created}', expires_at = now() + interval '${expires}' where id = $1`,
        [caller.sessionId],
      );
    const daysLeft = async () => {
      const [row] = await shop.rows<{ days: number }>(
        'select extract(epoch from expires_at - now())::float8 / 86400 as days from sessions where id = $1',
        [caller.sessionId],
      );
      return row?.days;
    };
    expect(await daysLeft()).toBeCloseTo(7, 2);
    await age('3 days', '4 days');
    await browser.exchange(emailOf('Alice'));
    expect(await daysLeft()).toBeCloseTo(7, 2);
    await age('3 days', '4 days');
    await browser.get('/get-session');
    expect(await daysLeft()).toBeCloseTo(7, 2);
    await age('28 days', '1 day');
    await browser.exchange(emailOf('Alice'));
    expect(await daysLeft()).toBeCloseTo(2, 2);
    await age('28 days', '1 day');
    await browser.get('/get-session');
    expect(await daysLeft()).toBeCloseTo(2, 2);
    await age('8 days', '-1 second');
    await expect(bearer(token)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
    await expect(browser.exchange(emailOf('Alice'))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect((await browser.get('/get-session')).body).toEqual({});
  });

  test('the account page lists the sessions and ends them', async () => {
    const mine = await signedIn('Bob');
    const other = await signedIn('Bob');
    const list = (await mine.browser.get('/list-sessions')).body as unknown as { token: string }[];
    expect(list).toHaveLength(2);
    await mine.browser.post('/revoke-other-sessions');
    await expect(bearer(other.token)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
    expect((await bearer(mine.token)).name).toBe('Bob');
    await mine.browser.post('/revoke-sessions');
    await expect(bearer(mine.token)).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
  });
});
