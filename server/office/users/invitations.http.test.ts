import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntry } from '#contract/people/audit.ts';
import type { Invitation } from '#contract/office/users.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ada: Person;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  await shop.person('Second', 'admin');
});
afterAll(() => shop.close());

const invite = (email: string, role: string, as = ada.token) =>
  shop.call('POST', '/invitation', { as, body: { email, role } });
const waiting = async () => (await (await shop.call('GET', '/invitation', { as: ada.token })).json()) as Invitation[];
const roleOf = async (email: string) => {
  const [user] = await shop.parts.database.raw<{ role: string }>('select role from users where email = $1', [email]);
  return user?.role;
};
const prove = (email: string) =>
  shop.parts.database.raw('update users set email_verified = true where email = $1', [email]);

/** Registers without proving the address. @returns the session's cookie */
async function register(email: string): Promise<string> {
  const headers = { origin: shop.parts.config.baseUrl };
  const body = { name: 'New', email, password: 'sesame open' };
  const answer = await shop.call('POST', '/api/auth/sign-up/email', { headers, body });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
const comeIn = (email: string, cookie: string) =>
  shop.call('PUT', `/user/${email}`, { headers: { cookie, origin: shop.parts.config.baseUrl }, body: { email } });

describe('an invitation', () => {
  it('is written to the address and gives its role to whoever proves it, to nobody before', async () => {
    const email = 'packer@people.test';
    const answer = await invite('Packer@People.test', 'warehouse');
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ email, role: 'warehouse', state: 'invited' });
    expect(await waiting()).toMatchObject([{ email, role: 'warehouse', invitedBy: ada.email }]);
    expect((await shop.lettersTo(email))[0]?.text).toContain(
      `${shop.parts.config.baseUrl}/api/auth/magic-link/verify?`,
    );

    const cookie = await register(email);
    expect((await comeIn(email, cookie)).status).toBe(200);
    expect(await roleOf(email)).toBe('user');
    await prove(email);
    expect((await comeIn(email, cookie)).status).toBe(200);
    expect(await roleOf(email)).toBe('warehouse');
    expect(await waiting()).toEqual([]);
    const entries = (await (await shop.call('GET', `/audit?about=${email}`, { as: ada.token })).json()) as AuditEntry[];
    expect(entries.map(({ action }) => action)).toEqual(['user.role-changed', 'user.invited']);
    expect(entries[0]).toMatchObject({ details: { to: 'warehouse', invitedBy: ada.email } });
  });

  it('gives the role at once where the address is proved', async () => {
    const email = 'known@people.test';
    await register(email);
    await prove(email);
    expect(await (await invite(email, 'sales')).json()).toEqual({ email, role: 'sales', state: 'given' });
    expect(await roleOf(email)).toBe('sales');
    expect(await shop.lettersTo(email)).not.toContainEqual(
      expect.objectContaining({ subject: expect.stringMatching(/work/) }),
    );
  });

  it('can be withdrawn, ends by itself, and ends with the right of whoever sent it', async () => {
    const [withdrawn, old, orphaned] = ['one@people.test', 'two@people.test', 'three@people.test'];
    const former = await shop.person('Former', 'admin');
    await invite(withdrawn, 'admin');
    await invite(old, 'admin');
    await invite(orphaned, 'admin', former.token);
    const gone = await shop.call('DELETE', `/invitation/${withdrawn}`, { as: ada.token });
    expect(await gone.json()).toEqual({ deletedCount: 1 });
    await shop.parts.database.raw("update invitations set expires_at = now() - interval '1 second' where email = $1", [
      old,
    ]);
    await shop.parts.database.raw("update users set role = 'sales' where email like 'former@%'");
    for (const email of [withdrawn, old, orphaned]) {
      const cookie = await register(email);
      await prove(email);
      expect((await comeIn(email, cookie)).status).toBe(200);
      expect(await roleOf(email)).toBe('user');
    }
  });

  it('is refused for a customer, and written three times a day at most', async () => {
    expect((await invite('x@people.test', 'customer')).status).toBe(400);
    const codes = [];
    for (let n = 0; n < 4; n++) codes.push((await invite('pestered@people.test', 'sales')).status);
    expect(codes).toEqual([201, 201, 201, 429]);
    expect(await shop.lettersTo('pestered@people.test')).toHaveLength(3);
  });
});

describe('the link of an invitation', () => {
  const linkTo = async (email: string) => {
    const text = (await shop.lettersTo(email)).at(-1)?.text ?? '';
    return /https?:\S+\/magic-link\/verify\?\S+/.exec(text)?.[0] ?? '';
  };
  const follow = (link: string) => {
    const { pathname, search } = new URL(link);
    return shop.call('GET', pathname + search, { headers: { accept: 'text/html' } });
  };
  const sessionOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');

  it('is the one letter and the one step: it signs in, proves the address and gives the role, once', async () => {
    const email = 'one-step@people.test';
    expect((await invite(email, 'warehouse')).status).toBe(201);
    const letters = await shop.lettersTo(email);
    expect(letters.length).toBe(1);
    const link = await linkTo(email);
    const answer = await follow(link);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, expect.stringContaining('/signed-in?')]);
    expect((await comeIn(email, sessionOf(answer))).status).toBe(200);
    expect(await roleOf(email)).toBe('warehouse');
    expect((await shop.lettersTo(email)).length).toBe(1);
    expect((await follow(link)).headers.get('location')).toContain('error=');
  });

  it('goes with its invitation, whether that is taken back or written anew', async () => {
    const email = 'taken-back@people.test';
    await invite(email, 'sales');
    const first = await linkTo(email);
    await invite(email, 'warehouse');
    const second = await linkTo(email);
    expect(second).not.toBe(first);
    expect((await follow(first)).headers.get('location')).toContain('error=');
    await shop.call('DELETE', `/invitation/${email}`, { as: ada.token });
    const answer = await follow(second);
    expect(answer.headers.get('location')).toContain('error=');
    expect(sessionOf(answer)).not.toContain('session_token');
  });
});
