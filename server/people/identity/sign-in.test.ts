import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IdentityUser } from '#contract/people/identity-calls.ts';
import { type Answer, emailOf, type TestIdentity, testIdentity } from './identity-for-tests.ts';

let shop: TestIdentity;
beforeAll(async () => {
  shop = await testIdentity();
  await shop.add('Alice');
});
afterAll(() => shop.close());

describe('registering', () => {
  test('signs in at once and sends a mail to verify the address', async () => {
    const carol = shop.browser();
    const answer = await carol.post('/sign-up/email', {
      name: 'Carol',
      email: 'Carol@tradebench.test',
      password: 'sesame',
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { email: 'carol@tradebench.test', emailVerified: false } },
    });
    expect((await carol.get('/get-session')).body).toMatchObject({ user: { name: 'Carol' } });
    const [mail] = await shop.mailsTo('carol@tradebench.test');
    expect(mail?.subject).toBe('Verify your e-mail address');
    const link = /http\S+verify-email\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(await carol.get(link)).toMatchObject({ status: 302 });
    expect((await carol.get('/get-session')).body).toMatchObject({ user: { emailVerified: true } });
  });

  test('is proved by the letter on another device too, which that lets nowhere', async () => {
    const dora = shop.browser();
    const email = 'dora@tradebench.test';
    await dora.post('/sign-up/email', { name: 'Dora', email, password: 'sesame' });
    const [mail] = await shop.mailsTo(email);
    const elsewhere = shop.browser();
    expect(await elsewhere.get(/http\S+verify-email\S+/.exec(mail?.text ?? '')?.[0] ?? '')).toMatchObject({
      status: 302,
    });
    expect(elsewhere.session).toBeUndefined();
    expect((await dora.get('/get-session')).body).toMatchObject({ user: { emailVerified: true } });
  });

  test('with eight at once for one address lets one in and tells seven (attacks T7)', async () => {
    const sent = Array.from({ length: 8 }, () =>
      shop.browser().post('/sign-up/email', { name: 'Dave', email: 'dave@tradebench.test', password: 'sesame' }),
    );
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422, 422, 422, 422, 422]);
    const refused = answers.filter(({ status }) => status === 422);
    for (const { body } of refused) expect(body.code).toBe('USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL');
    const [counts] = await shop.rows<Record<string, number>>(
      `select (select count(*)::int from users where email = 'dave@tradebench.test') as users,
         (select count(*)::int from accounts a join users u on u.id = a.user_id
           where email = 'dave@tradebench.test') as accounts,
         (select count(*)::int from sessions s join users u on u.id = s.user_id where email = 'dave@tradebench.test') as sessions`,
    );
    expect(counts).toEqual({ users: 1, accounts: 1, sessions: 1 });
  });

  test.each([
    ['12345', 'PASSWORD_TOO_SHORT'],
    ['x'.repeat(129), 'PASSWORD_TOO_LONG'],
    ['sesame\0', 'VALIDATION_ERROR'],
    ['sesame\ud83d', 'VALIDATION_ERROR'],
  ])('refuses the password %j (attacks T6)', async (password, code) => {
    const before = await shop.digest();
    const answer = await shop.browser().post('/sign-up/email', { name: 'Eve', email: 'eve@tradebench.test', password });
    expect(answer).toMatchObject({ status: 400, body: { code } });
    expect(await shop.digest()).toBe(before);
  });

  test.each([
    'role',
    'isAdmin',
    'id',
    'emailVerified',
    'banned',
    'createdAt',
    '__proto__',
    'constructor',
    'twoFactorEnabled',
  ])('refuses the field %s (attacks T14)', async (field) => {
    const before = await shop.digest();
    const body = `{"name":"Eve","email":"eve@tradebench.test","password":"sesame","${field}":{"role":"admin"}}`;
    expect(await shop.browser().post('/sign-up/email', body)).toMatchObject({
      status: 400,
      body: { code: 'FIELD_NOT_ALLOWED' },
    });
    const alice = await shop.signedIn('Alice');
    const after = await alice.post('/update-user', `{"name":"Alice","${field}":true}`);
    expect(after).toMatchObject({ status: 400, body: { code: 'FIELD_NOT_ALLOWED' } });
    await alice.post('/sign-out');
    expect(Object.hasOwn(Object.prototype, 'role')).toBe(false);
    const [row] = await shop.rows<{ role: string }>('select role from users where email = $1', [emailOf('Alice')]);
    expect(row?.role).toBe('user');
    expect(before.length).toBeGreaterThan(0);
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example/x',
    'http://a.example/x',
    'https://u:p@h/x',
    '\u0001javascript:x',
  ])('refuses the picture %j (attacks T77)', async (image) => {
    const answer = await shop
      .browser()
      .post('/sign-up/email', { name: 'Eve', email: 'eve@tradebench.test', password: 'sesame', image });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_IMAGE_URL' } });
  });

  test.each(['', '   ', 'a\0b', '\ud800', 'x'.repeat(201)])('refuses the name %j', async (name) => {
    const answer = await shop
      .browser()
      .post('/sign-up/email', { name, email: 'eve@tradebench.test', password: 'sesame' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_NAME' } });
  });
});

describe('signing in', () => {
  test('answers the same for a wrong password, an unknown address and an account without a password (attacks T4)', async () => {
    await shop.rows(`insert into users (id, name, email) values ('u-social', 'Sam', 'sam@tradebench.test')`);
    await shop.rows(
      `insert into accounts (id, account_id, provider_id, user_id) values ('a-social', 'g-1', 'google', 'u-social')`,
    );
    const before = await shop.digest();
    const answers = await Promise.all([
      shop.browser().signIn('Alice', 'wrong-password'),
      shop.browser().signIn('Nobody'),
      shop.browser().signIn('Sam'),
    ]);
    const seen = answers.map(({ status, body, cookies }) => ({ status, body: { ...body, requestId: '' }, cookies }));
    expect(seen[0]).toMatchObject({ status: 401, body: { code: 'INVALID_EMAIL_OR_PASSWORD' }, cookies: [] });
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    expect(await shop.digest()).toBe(before);
  });

  test.each([[{ $gt: '' }], [['alice@tradebench.test']], [5], [null], ['a'.repeat(10_000)], [undefined]])(
    'refuses the address %j (attacks T5)',
    async (email) => {
      const before = await shop.digest();
      const answer = await shop.browser().post('/sign-in/email', { email, password: 'tradebench' });
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
      expect(await shop.digest()).toBe(before);
    },
  );

  test('refuses what is no address, and says so', async () => {
    const answer = await shop.browser().post('/sign-in/email', { email: 'alice', password: 'tradebench' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_EMAIL', message: 'Provide a valid email.' } });
    expect(typeof answer.body['requestId']).toBe('string');
  });

  test('tells all that a page needs of who is in, and nothing that the contract does not name', async () => {
    const alice = shop.browser();
    const { body } = await alice.signIn('Alice');
    expect(Object.keys(body.user ?? {}).toSorted()).toEqual(Object.keys(IdentityUser.shape).toSorted());
    expect(body.user).toMatchObject({ email: emailOf('Alice'), waysIn: [{ providerId: 'credential' }] });
    expect(body.user?.['lastSignInAt']).toEqual(expect.any(String));
    expect((await alice.get('/get-session')).body.user).toEqual(body.user);
    expect((await shop.browser().get('/get-session')).body).toEqual({});
  });

  test('gives a new cookie that scripts cannot read, whatever cookie came (attacks T63)', async () => {
    const alice = shop.browser();
    alice.jar.set('tradebench.session_token', 'fixed.aaaa');
    const answer = await alice.signIn('Alice');
    const cookie = answer.cookies.find((each) => each.startsWith('tradebench.session_token=')) ?? '';
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/i);
    expect(cookie).not.toContain('fixed');
    const other = shop.browser();
    await other.signIn('Alice');
    expect(other.session).not.toBe(alice.session);
  });

  test('uses a __Host- cookie on https', async () => {
    const secure = await testIdentity({ baseUrl: 'https://shop.test', beside: shop });
    const alice = secure.browser();
    const { cookies } = await alice.signIn('Alice');
    expect(cookies.join('\n')).toMatch(/^__Host-tradebench\.session_token=[^;]+;.*Path=\/;.*Secure/m);
    expect((await alice.exchange(emailOf('Alice'))).caller.name).toBe('Alice');
  });
});

describe('calls from elsewhere', () => {
  const login = { email: emailOf('Alice'), password: 'tradebench' };
  const cases: [string, Record<string, string>, number, string][] = [
    ['an evil origin', { origin: 'https://evil.example' }, 403, 'INVALID_ORIGIN'],
    ['a look-alike origin', { origin: 'http://localhost:3000.evil.example' }, 403, 'INVALID_ORIGIN'],
    ['a null origin', { origin: 'null' }, 403, 'MISSING_OR_NULL_ORIGIN'],
    ['no origin', { origin: '' }, 403, 'MISSING_OR_NULL_ORIGIN'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['text/plain', { 'content-type': 'text/plain' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ];
  test.each(cases)('with a cookie and %s are refused (attacks T83)', async (_, headers, status, code) => {
    const alice = await shop.signedIn('Alice');
    const before = await shop.digest();
    const given = new Headers({ 'content-type': 'application/json', origin: 'http://localhost:3000', ...headers });
    if (given.get('origin') === '') given.delete('origin');
    for (const path of ['/sign-out', '/update-user', '/sign-in/email']) {
      const answer: Answer = await alice.send(path, { method: 'POST', headers: given, body: JSON.stringify(login) });
      expect(answer).toMatchObject({ status, body: { code } });
    }
    expect(await shop.digest()).toBe(before);
  });

  test('a form of another site cannot sign anybody in (attacks T63)', async () => {
    const before = await shop.digest();
    const answer = await shop.browser().send('/sign-in/email', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      },
      body: new URLSearchParams(login).toString(),
    });
    expect(answer).toMatchObject({ status: 403, body: { code: 'CROSS_SITE_NAVIGATION_LOGIN_BLOCKED' } });
    expect(await shop.digest()).toBe(before);
  });

  test('the exchange of the cookie asks for the origin too', async () => {
    const alice = await shop.signedIn('Alice');
    const email = emailOf('Alice');
    await expect(alice.exchange(email, { origin: 'https://evil.example' })).rejects.toMatchObject({
      code: 'INVALID_ORIGIN',
    });
    await expect(alice.exchange(email, { origin: 'null' })).rejects.toMatchObject({ code: 'MISSING_OR_NULL_ORIGIN' });
    await expect(alice.exchange(email, {})).rejects.toMatchObject({ code: 'MISSING_OR_NULL_ORIGIN' });
  });

  test('a plain HTTP client needs no origin, as long as it has no cookie', async () => {
    // Node's own fetch says this much about itself.
    const headers = { 'content-type': 'application/json', 'sec-fetch-mode': 'cors' };
    const init = { method: 'POST', headers, body: JSON.stringify(login) };
    expect((await shop.browser().send('/sign-in/email', init)).status).toBe(200);
    const browser = { ...init, headers: { ...headers, 'sec-fetch-site': 'same-site' } };
    expect(await shop.browser().send('/sign-in/email', browser)).toMatchObject({
      status: 403,
      body: { code: 'MISSING_OR_NULL_ORIGIN' },
    });
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/%2f/evil.example',
    '/..//evil.example',
    '/products/../..//evil.example',
    '/%2e%2e//evil.example',
    '/./%2fevil.example',
    'http://localhost:3000//evil.example',
    'http://localhost:3000@evil.example',
  ])('no link leads to %j afterwards (attacks T91)', async (callbackURL) => {
    const answer = await shop.browser().post('/sign-in/email', { ...login, callbackURL });
    expect(answer).toMatchObject({ status: 403, body: { code: 'INVALID_CALLBACK_URL' } });
    const reset = await shop.browser().post('/request-password-reset', { email: login.email, redirectTo: callbackURL });
    expect(reset).toMatchObject({ status: 403, body: { code: 'INVALID_CALLBACK_URL' } });
    for (const path of ['/verify-email', '/magic-link/verify', '/callback/google']) {
      const link = `${path}?token=x&callbackURL=${encodeURIComponent(callbackURL)}`;
      expect(await shop.browser().get(link)).toMatchObject({ status: 403, body: { code: 'INVALID_CALLBACK_URL' } });
    }
  });
});

describe('what is not offered', () => {
  test.each([
    '//sign-up/email',
    '/sign-up/email/',
    '/SIGN-UP/email',
    '/sign%2dup/email',
    '/callback/:id',
    '/callback/github',
    '/nothing',
    '/',
    '',
  ])('POST %s is not there', async (path) => {
    expect(await shop.browser().post(path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  test('another method is refused', async () => {
    const answer = await shop.browser().get('/sign-in/email');
    expect(answer).toMatchObject({ status: 405, body: { code: 'METHOD_NOT_ALLOWED' } });
    expect(answer.headers.get('allow')).toBe('POST');
  });

  test('a body in two minds is refused', async () => {
    const body = '{"email":"alice@tradebench.test","email":"bob@tradebench.test","password":"tradebench"}';
    expect(await shop.browser().post('/sign-in/email', body)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_JSON' },
    });
    expect(await shop.browser().post('/sign-in/email', '{"a"')).toMatchObject({
      status: 400,
      body: { code: 'INVALID_JSON' },
    });
    expect(await shop.browser().post('/sign-in/email', `"${'a'.repeat(300_000)}"`)).toMatchObject({
      status: 413,
      body: { code: 'BODY_TOO_LARGE' },
    });
  });
});
