import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emailOf, type TestIdentity, testIdentity } from './identity-for-tests.ts';

let shop: TestIdentity;
let fresh: string;
let stolen: string;
beforeAll(async () => {
  shop = await testIdentity();
  await shop.add('Alice');
  await shop.add('Eve');
  stolen = (await shop.signedIn('Alice')).session!;
  await shop.rows(`update sessions set created_at = now() - interval '1 day'`);
  fresh = (await shop.signedIn('Eve')).session!;
});
afterAll(() => shop.close());

const NAME = 'tradebench.session_token';
const send = (path: string, cookie: string, body?: unknown) =>
  shop.browser().send(path, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: { cookie, origin: 'http://localhost:3000', 'content-type': 'application/json' },
  });

/** Spellings that two readers of cookies could take for different things. */
const spellings: [string, () => string][] = [
  ['a blank before the sign', () => `${NAME} =${stolen}`],
  ['a tab before the name', () => `a=b;\t${NAME}=${stolen}`],
  ['a blank behind the sign', () => `${NAME}= ${stolen}`],
  ['quotes around the value', () => `${NAME}="${stolen}"`],
  ['no break before the name', () => `broken;${NAME}=${stolen}`],
];

describe('a session of yesterday', () => {
  test.each(spellings)('with %s in its cookie counts as no fresh one', async (_, cookie) => {
    const before = await shop.digest();
    for (const [path, body] of [
      ['/delete-user', {}],
      ['/change-email', { newEmail: 'eve2@tradebench.test' }],
    ] as const) {
      expect([401, 403]).toContain((await send(path, cookie(), body)).status);
    }
    expect(await shop.digest()).toBe(before);
  });

  test.each(spellings)('with %s in its cookie ends after thirty days', async (_, cookie) => {
    await shop.rows(
      `update sessions set created_at = now() - interval '29 days 23 hours', expires_at = now() + interval '1 hour'
       where user_id = (select id from users where email = $1)`,
      [emailOf('Alice')],
    );
    await send('/get-session', cookie());
    const [row] = await shop.rows<{ hours: number }>(
      `select extract(epoch from max(expires_at) - now())::float8 / 3600 as hours from sessions
       where user_id = (select id from users where email = $1)`,
      [emailOf('Alice')],
    );
    expect(row?.hours).toBeLessThan(1.01);
  });
});

test.each([
  ['first', () => `${NAME}=${stolen}; ${NAME}=${fresh}`],
  ['last', () => `${NAME}=${fresh}; ${NAME}=${stolen}`],
  ['with a blank', () => `${NAME}=${fresh}; ${NAME} =${stolen}`],
])('two session cookies, the stolen one %s, are refused', async (_, cookie) => {
  const before = await shop.digest();
  for (const [path, body] of [['/get-session'], ['/delete-user', {}], ['/list-sessions']] as const) {
    const answer = await send(path, cookie(), body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR', issues: [{ path: 'cookie' }] } });
  }
  const request = new Request('http://localhost:3000/user/x', { method: 'PUT', headers: { cookie: cookie() } });
  await expect(shop.identity.exchange(request, emailOf('Eve'))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect(await shop.digest()).toBe(before);
});

test('cookies of others on the same host, even twice, do not matter', async () => {
  const answer = await send('/get-session', `theme=dark; ${NAME}=${fresh}; theme=light; other.session_token=x`);
  expect(answer.body.user?.email).toBe(emailOf('Eve'));
});
