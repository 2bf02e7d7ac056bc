import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashesSoFar } from './passwords.ts';
import { emailOf, type TestIdentity, testIdentity } from './identity-for-tests.ts';

let shop: TestIdentity;
beforeAll(async () => {
  shop = await testIdentity({ limits: true });
  await shop.add('Alice');
});
afterAll(() => shop.close().catch(() => {}));

test('a sign-in with a wrong password costs one hash, whether the address is known or not (attacks T95)', async () => {
  for (const name of ['Alice', 'Nobody']) {
    const before = hashesSoFar();
    await shop.browser().signIn(name, 'wrong-password');
    expect(hashesSoFar() - before).toBe(1);
  }
});

test('a failure inside is 500, and says nothing of itself', async () => {
  const alice = shop.browser();
  await shop.rows('delete from rate_limits');
  await alice.signIn('Alice');
  await shop.rows('alter table accounts rename to lost');
  const answer = await alice.get('/list-accounts');
  await shop.rows('alter table lost rename to accounts');
  expect(answer).toMatchObject({ status: 500, body: { code: 'INTERNAL_ERROR' } });
  expect(JSON.stringify(answer.body)).not.toMatch(/accounts|select|relation|stack/i);
});

test('a database that is down is 503, and nobody is signed out by it (attacks T101)', async () => {
  const alice = shop.browser();
  await alice.signIn('Alice');
  const { token } = await alice.exchange(emailOf('Alice'));
  const cookie = alice.session;
  await shop.close();
  const down = { status: 503, body: { code: 'SERVICE_UNAVAILABLE' } };
  for (const path of ['/get-session', '/list-sessions', '/list-accounts']) {
    const answer = await alice.get(path);
    expect(answer).toMatchObject(down);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(JSON.stringify(answer.body)).not.toMatch(/select|PGlite|stack/i);
  }
  const posts: [string, object][] = [
    ['/sign-out', {}],
    ['/sign-in/email', { email: emailOf('Alice'), password: 'tradebench' }],
    ['/sign-up/email', { name: 'Carol', email: emailOf('Carol'), password: 'sesame' }],
    ['/request-password-reset', { email: emailOf('Alice') }],
    ['/reset-password', { token: 'x', newPassword: 'new sesame' }],
    ['/phone-number/verify', { phoneNumber: '+8801712345678', code: '123456' }],
    ['/two-factor/verify-totp', { code: '123456' }],
  ];
  for (const [path, body] of posts) {
    expect(await alice.post(path, body)).toMatchObject(down);
    expect(await shop.browser().post(path, body)).toMatchObject({
      status: expect.toSatisfy((status) => status === 503 || path === '/sign-out'),
    });
  }
  expect(alice.session).toBe(cookie);
  const blamed = { code: expect.stringMatching(/UNAUTHENTICATED|INVALID_TOKEN/) };
  await expect(shop.identity.authenticate(`Bearer ${token}`)).rejects.not.toMatchObject(blamed);
  await expect(alice.exchange(emailOf('Alice'))).rejects.not.toMatchObject(blamed);
});
