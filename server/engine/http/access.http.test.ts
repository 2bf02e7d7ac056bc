import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { callsOfStaff, callsOfTheOwner, callsOfTheSignedIn, NO_TOKENS, NOBODYS_ID } from './access-cases-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;

let shop: TestShop;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  alice = await shop.person('Alice');
  bob = await shop.person('Bob');
});
afterAll(() => shop.close());

const BOB = 'bob@people.test';

describe.each(callsOfTheSignedIn(BOB))('$name', ({ method, path, body }) => {
  it.each(NO_TOKENS)('answers 401 to %s and changes nothing (attacks T10)', async (_case, headers) => {
    const before = await shop.digest();
    const answer = await shop.call(method, path, { headers, ...(body ? { body } : {}) });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      code: expect.stringMatching(/^(UNAUTHENTICATED|INVALID_TOKEN)$/),
      requestId: expect.any(String),
    });
    expect(await shop.digest()).toBe(before);
  });

  it('does not take the token from the query or a cookie of its name (attacks T10)', async () => {
    const answer = await shop.call(method, `${path}${path.includes('?') ? '&' : '?'}accessToken=${alice.token}`, {
      headers: { cookie: `accessToken=${alice.token}` },
      ...(body ? { body } : {}),
    });
    expect(answer.status).toBe(401);
  });
});

describe.each(callsOfStaff(BOB))('$name', ({ method, path, body }) => {
  it('answers 403 to a customer and changes nothing (attacks T11)', async () => {
    const before = await shop.digest();
    const answer = await shop.call(method, path, { as: alice.token, ...(body ? { body } : {}) });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'FORBIDDEN' });
    expect(await shop.digest()).toBe(before);
  });
});

describe.each(callsOfTheOwner(BOB))('$name', ({ method, path, body }) => {
  it.each(['customer', 'admin'])("answers 403 to another %s's call for bob (attacks T12)", async (role) => {
    const caller = role === 'admin' ? await shop.person(`Admin${Math.random().toString(36).slice(2)}`, 'admin') : alice;
    const before = await shop.digest();
    const answer = await shop.call(method, path, { as: caller.token, ...(body ? { body } : {}) });
    expect(answer.status).toBe(403);
    expect(await shop.digest()).toBe(before);
  });
});

describe('somebody else', () => {
  it.each([
    ['GET', 404],
    ['PATCH', 404],
    ['DELETE', 404],
  ])("gets the same answer to %s of bob's order as of a missing one (attacks T12)", async (method, status) => {
    const order = await shop.order(bob.token, await shop.tool());
    const body = method === 'PATCH' ? { body: { transactionId: 'pi_1' } } : {};
    const before = await shop.digest();
    const theirs = await shop.call(method, `/order/${order._id}`, { as: alice.token, ...body });
    const missing = await shop.call(method, `/order/${NOBODYS_ID}`, { as: alice.token, ...body });
    expect(theirs.status).toBe(status);
    const withoutId = async (answer: Response) => ({ ...((await answer.json()) as object), requestId: '' });
    expect(await withoutId(theirs)).toEqual(await withoutId(missing));
    expect(await shop.digest()).toBe(before);
  });

  it('may not list the orders of another, not even as an admin (attacks T12)', async () => {
    const admin = await shop.person('Root', 'admin');
    for (const token of [alice.token, admin.token]) {
      const answer = await shop.call('GET', `/order?email=${bob.email}`, { as: token });
      expect(answer.status).toBe(403);
    }
  });

  it('as an admin may read the order of anybody', async () => {
    const admin = await shop.person('Rooty', 'admin');
    const order = await shop.order(bob.token, await shop.tool());
    expect((await shop.call('GET', `/order/${order._id}`, { as: admin.token })).status).toBe(200);
  });
});

describe('GET /order', () => {
  it.each(['', '?email=a@b.test&email=c@d.test', '?email[]=alice@people.test', '?email='])(
    'answers 400 to the query "%s" (attacks T19)',
    async (query) => {
      const answer = await shop.call('GET', `/order${query}`, { as: alice.token });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: 'VALIDATION_ERROR' });
    },
  );

  it('knows the own e-mail in upper case (attacks T19)', async () => {
    const answer = await shop.call('GET', `/order?email=${alice.email.toUpperCase()}`, { as: alice.token });
    expect(answer.status).toBe(200);
  });
});
