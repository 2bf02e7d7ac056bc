import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/people/audit.ts';
import type { User } from '#contract/office/users.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let admin: { token: string; cookie: string };
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  admin = await shop.signIn('ada@tradebench.test');
});
afterAll(() => shop.close());

async function register(email: string): Promise<string> {
  const headers = { origin: shop.parts.config.baseUrl };
  const body = { name: 'Mallory <b>Moss</b>', email, password: 'sesame' };
  const answer = await shop.call('POST', '/api/auth/sign-up/email', { headers, body });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

const listed = async (email: string) => {
  const answer = await shop.call('GET', `/user?q=${encodeURIComponent(email)}`, { as: admin.token });
  return ((await answer.json()) as User[]).find((user) => user.email === email);
};

describe('rights for an address that nobody has proved', () => {
  test('are refused, the owner is asked to prove it, and the list says so', async () => {
    const email = 'boss@people.test';
    await register(email);
    expect(await listed(email)).toMatchObject({ role: 'customer', emailVerified: false });
    const refused = await shop.call('PUT', `/user/admin/${email}`, { as: admin.token });
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'ADDRESS_NOT_PROVED' });
    expect(await listed(email)).toMatchObject({ role: 'customer' });
    const [, invitation] = await shop.lettersTo(email);
    expect(invitation?.text).toContain(`${shop.parts.config.baseUrl}/magic-link`);
    expect(invitation?.text).not.toContain('Mallory');

    // The owner's sign-in by e-mail link proves it, and takes the account from whoever registered.
    await shop.parts.database.raw('update users set email_verified = true where email = $1', [email]);
    const given = await shop.call('PUT', `/user/admin/${email}`, { as: admin.token });
    expect(await given.json()).toEqual({ modifiedCount: 1 });
    expect(await listed(email)).toMatchObject({ role: 'admin', emailVerified: true });
  });

  test('are refused again and again with three letters a day at most', async () => {
    const email = 'pestered@people.test';
    await register(email);
    for (let n = 0; n < 5; n++) {
      expect((await shop.call('PUT', `/user/admin/${email}`, { as: admin.token })).status).toBe(409);
    }
    expect((await shop.lettersTo(email)).filter(({ subject }) => subject.includes('work for'))).toHaveLength(3);
  });
});

test('an invitation to a role that there is not says which there are', async () => {
  const invite = async (role: string) =>
    (await shop.call('POST', '/invitation', { as: admin.token, body: { email: 'new@people.test', role } })).json();
  expect(await invite('boss')).toMatchObject({
    message: 'role must be one of sales, warehouse, bookkeeper, admin.',
    issues: [{ path: 'role' }],
  });
  expect(await invite('customer')).toMatchObject({ message: 'Everybody is already a customer.' });
});

test('an admin who removes their own account leaves a line in the audit log, a customer does not', async () => {
  const bea = await shop.person('Bea', 'admin');
  const carl = await shop.person('Carl');
  for (const person of [bea, carl]) {
    const cookie = await shop.sessionCookie(person.sessionId);
    const headers = { origin: shop.parts.config.baseUrl, cookie };
    const left = await shop.call('POST', '/api/auth/delete-user', { headers, body: {} });
    expect(left.status).toBe(200);
  }
  const answer = await shop.call('GET', '/audit', { as: admin.token });
  const lines = ((await answer.json()) as AuditEntry[]).filter(({ action }) => action === 'user.left');
  expect(lines).toMatchObject([{ actor: bea.email, subject: bea.userId, details: { role: 'admin' } }]);
});

test("who registers a former customer's address finds none of their letters", async () => {
  const email = 'former@people.test';
  await register(email);
  const { database, mail } = shop.parts;
  const [former] = await database.raw<{ id: string }>('select id from users where email = $1', [email]);
  const receipt = {
    to: email,
    about: 'order' as const,
    subject: 'Receipt for your order: Saw',
    text: 'Paid',
    html: 'Paid',
  };
  await mail.send({ ...receipt, userId: former!.id });
  await mail.send({ ...receipt, subject: 'Receipt of before letters had an owner' });
  await database.raw('delete from users where id = $1', [former!.id]);

  const cookie = await register(email);
  const headers = { origin: shop.parts.config.baseUrl, cookie };
  const { token } = (await (await shop.call('PUT', `/user/${email}`, { headers, body: { email } })).json()) as {
    token: string;
  };
  const data = await shop.call('GET', `/user/${email}/data`, { as: token });
  const { mails } = (await data.json()) as { mails: { subject: string }[] };
  expect(mails.map(({ subject }) => subject)).toEqual(['Verify your e-mail address']);
});
