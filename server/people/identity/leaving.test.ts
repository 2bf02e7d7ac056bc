import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, emailOf, linkIn, testIdentity, type TestIdentity } from './identity-for-tests.ts';

let shop: TestIdentity;
beforeAll(async () => {
  shop = await testIdentity();
});
beforeEach(() => shop.onlyAlice());
afterAll(() => shop.close());

const isSignedIn = async (browser: Browser) => (await browser.get('/get-session')).body.user !== undefined;

describe('leaving', () => {
  test('needs a sign-in a short while ago, or the password', async () => {
    const alice = await shop.signedIn('Alice');
    await shop.rows(`update sessions set created_at = now() - interval '16 minutes'`);
    expect(await alice.post('/delete-user')).toMatchObject({ status: 403, body: { code: 'SESSION_NOT_FRESH' } });
    expect(await alice.post('/delete-user', { password: 'wrong!' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_PASSWORD' },
    });
    expect(await alice.post('/delete-user', { password: 'tradebench' })).toMatchObject({ status: 200 });
    expect(await isSignedIn(alice)).toBe(false);
    const [left] = await shop.rows<{ users: number; accounts: number; sessions: number }>(
      `select (select count(*)::int from users) as users, (select count(*)::int from accounts) as accounts,
         (select count(*)::int from sessions) as sessions`,
    );
    expect(left).toEqual({ users: 0, accounts: 0, sessions: 0 });
  });

  test('without a password needs a sign-in a short while ago, whatever is sent as a password', async () => {
    await shop.rows('update accounts set password = null');
    await shop.rows(`update users set email_verified = true`);
    const alice = shop.browser();
    await alice.post('/sign-in/magic-link', { email: emailOf('Alice') });
    await alice.get(linkIn((await shop.mailsTo(emailOf('Alice')))[0]?.text));
    await shop.rows(`update sessions set created_at = now() - interval '16 minutes'`);
    for (const path of ['/delete-user', '/two-factor/enable', '/two-factor/disable']) {
      expect(await alice.post(path, { password: 'anything' })).toMatchObject({
        status: 403,
        body: { code: 'SESSION_NOT_FRESH' },
      });
    }
    await shop.rows('update sessions set created_at = now()');
    expect(await alice.post('/delete-user')).toMatchObject({ status: 200 });
  });

  test('is refused to the last admin, and to one of two who leave at once (attacks T92)', async () => {
    await shop.add('Ada', 'admin');
    const ada = await shop.signedIn('Ada');
    expect(await ada.post('/delete-user')).toMatchObject({ status: 409, body: { code: 'LAST_ADMIN' } });
    await shop.add('Bea', 'admin');
    const bea = await shop.signedIn('Bea');
    const answers = await Promise.all([ada.post('/delete-user'), bea.post('/delete-user')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [row] = await shop.rows<{ count: number }>(`select count(*)::int as count from users where role = 'admin'`);
    expect(row?.count).toBe(1);
  });
});
