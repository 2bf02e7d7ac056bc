import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '#contract/routes.ts';
import { freshDatabase } from '#server/db/database-for-tests.ts';
import { openTestShop, routeTable, type TestShop } from '#server/shop-for-tests.ts';

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

/** A path of the route with values that fit it: bob's e-mail and an id that nobody has. */
function pathOf(route: Route): string {
  const query = route.path === '/order' && route.method === 'GET' ? `?email=${bob.email}` : '';
  return route.path.replace(':email', bob.email).replace(':id', '01aaaaaaaaaaaaaaaaaaaaaaaa') + query;
}

const guarded = routeTable.filter(([, route]) => route.access !== 'public' && route.access !== 'signature');

describe.each(guarded)('%s', (_name, route: Route) => {
  const body = route.body ? {} : undefined;

  it.each([
    ['no token', {}],
    ['an empty Bearer', { authorization: 'Bearer' }],
    ['Bearer null', { authorization: 'Bearer null' }],
    ['Basic credentials', { authorization: 'Basic YWxpY2U6dHJhZGViZW5jaA==' }],
    ['a made-up token', { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.' }],
  ])('answers 401 to %s and changes nothing (attacks T10)', async (_case, headers) => {
    const before = await shop.digest();
    const answer = await shop.call(route.method, pathOf(route), {
      headers,
      ...(body ? { body: { email: bob.email } } : {}),
    });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({
      code: expect.stringMatching(/^(UNAUTHENTICATED|INVALID_TOKEN)$/),
      requestId: expect.any(String),
    });
    expect(await shop.digest()).toBe(before);
  });

  it('does not take the token from the query or a cookie of its name (attacks T10)', async () => {
    const path = pathOf(route);
    const answer = await shop.call(route.method, `${path}${path.includes('?') ? '&' : '?'}accessToken=${alice.token}`, {
      headers: { cookie: `accessToken=${alice.token}` },
      ...(body ? { body: { email: bob.email } } : {}),
    });
    expect(answer.status).toBe(401);
  });
});

describe.each(routeTable.filter(([, route]) => route.access === 'admin'))('%s', (_name, route: Route) => {
  it('answers 403 to a customer and changes nothing (attacks T11)', async () => {
    const before = await shop.digest();
    const answer = await shop.call(route.method, pathOf(route), {
      as: alice.token,
      ...(route.body ? { body: {} } : {}),
    });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'FORBIDDEN' });
    expect(await shop.digest()).toBe(before);
  });
});

describe.each(routeTable.filter(([, route]) => route.path.includes(':email') && route.access !== 'admin'))(
  '%s',
  (_name, route: Route) => {
    it.each(['customer', 'admin'])("answers 403 to another %s's call for bob (attacks T12)", async (role) => {
      const caller =
        role === 'admin' ? await shop.person(`Admin${Math.random().toString(36).slice(2)}`, 'admin') : alice;
      const before = await shop.digest();
      const answer = await shop.call(route.method, pathOf(route), {
        as: caller.token,
        ...(route.body ? { body: { name: 'x', address: '', phone: '' } } : {}),
      });
      expect(answer.status).toBe(403);
      expect(await shop.digest()).toBe(before);
    });
  },
);

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
    const missing = await shop.call(method, '/order/01aaaaaaaaaaaaaaaaaaaaaaaa', { as: alice.token, ...body });
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
