import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

type Person = Awaited<ReturnType<TestShop['person']>>;
let shop: TestShop;
let ada: Person;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
});
afterAll(() => shop.close());

const give = (email: string, role: unknown) =>
  shop.call('PUT', `/user/role/${email}`, { as: ada.token, body: { role } });

describe('PUT /user/role/{email}', () => {
  it('gives and takes a role, which acts on the next call, and writes it down', async () => {
    const wes = await shop.person('Wes');
    const ordersOf = async () => (await shop.call('GET', '/orders', { as: wes.token })).status;
    expect(await ordersOf()).toBe(403);
    expect(await (await give(wes.email, 'warehouse')).json()).toEqual({ modifiedCount: 1 });
    expect(await (await give(wes.email, 'warehouse')).json()).toEqual({ modifiedCount: 0 });
    expect(await ordersOf()).toBe(200);
    const profile = await shop.call('GET', `/user/${wes.email}/profile`, { as: wes.token });
    expect(await profile.json()).toMatchObject({ role: 'warehouse' });
    expect(await (await shop.call('GET', `/admin/${wes.email}`, { as: wes.token })).json()).toEqual({
      admin: false,
      role: 'warehouse',
    });
    await give(wes.email, 'customer');
    expect(await ordersOf()).toBe(403);
    const [last] = (await (await shop.call('GET', '/audit?limit=1', { as: ada.token })).json()) as object[];
    expect(last).toMatchObject({
      action: 'user.role-changed',
      details: { email: wes.email, from: 'warehouse', to: 'customer' },
    });
  });

  it('keeps the last admin, whoever asks', async () => {
    // The demo's own admin is one more.
    expect((await give('ada@tradebench.test', 'sales')).status).toBe(200);
    const answer = await give(ada.email, 'sales');
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'LAST_ADMIN' });
    expect((await give('ada@tradebench.test', 'admin')).status).toBe(200);
  });

  it.each(['owner', '', null, 'user', ['admin']])('answers 400 to the role %j, at its field', async (role) => {
    const answer = await give('alice@tradebench.test', role);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ issues: [{ path: 'role' }] });
  });

  it('answers 404 of nobody', async () => {
    expect(await (await give('nobody@people.test', 'sales')).json()).toMatchObject({ code: 'USER_NOT_FOUND' });
  });
});
