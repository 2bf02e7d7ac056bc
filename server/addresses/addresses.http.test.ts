import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Address } from '#contract/addresses.ts';
import { freshDatabase } from '#server/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let alice: Awaited<ReturnType<TestShop['person']>>;
let counter = 0;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());
beforeEach(async () => {
  alice = await shop.person(`Alice${counter++}`);
});

const works = { name: 'Goods in', company: 'Söhne GmbH', street: 'Gasse 17', postalCode: '50667', town: 'Köln', country: 'de', phone: '+49 221 1' }; // prettier-ignore
const office = { name: 'Alice', street: '1 Dock Road', town: 'Chattogram', country: 'BD', phone: '555' };
const ask = async (method: string, path: string, body?: unknown, as = alice.token) => {
  const answer = await shop.call(method, path, { as, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const book = async (as = alice.token) => (await (await shop.call('GET', '/my-address', { as })).json()) as Address[];
const add = async (body: object) => (await ask('POST', '/my-address', body)).body as unknown as Address;

describe('the address book', () => {
  it('begins empty; the first address is the default, whole and in parts', async () => {
    expect(await book()).toEqual([]);
    const { status, body } = await ask('POST', '/my-address', works);
    expect(status).toBe(201);
    expect(body).toEqual({ ...works, _id: expect.any(String), extra: '', region: '', country: 'DE', isDefault: true });
    expect(await book()).toEqual([body]);
  });

  it('has one default whatever is added, changed and removed', async () => {
    const first = await add(works);
    const second = await add(office);
    expect(second.isDefault).toBe(false);
    const third = await add({ ...office, street: '2 Dock Road', isDefault: true });
    const defaults = async () => (await book()).filter(({ isDefault }) => isDefault).map(({ _id }) => _id);
    expect(await defaults()).toEqual([third._id]);
    await ask('PUT', `/my-address/${third._id}`, { ...office, isDefault: false });
    expect(await defaults()).toEqual([third._id]);
    await ask('PUT', `/my-address/${second._id}`, { ...office, town: 'Dhaka', isDefault: true });
    expect(await defaults()).toEqual([second._id]);
    expect((await ask('DELETE', `/my-address/${second._id}`)).body).toEqual({ deletedCount: 1 });
    expect(await defaults()).toEqual([first._id]);
  });

  it('has one default when ten are added at once as the default', async () => {
    await Promise.all(Array.from({ length: 10 }, () => add({ ...office, isDefault: true })));
    const kept = await book();
    expect(kept).toHaveLength(10);
    expect(kept.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it('is nobody else’s (attacks T12)', async () => {
    const mine = await add(works);
    const bob = await shop.person(`Bob${counter}`);
    expect(await book(bob.token)).toEqual([]);
    for (const method of ['PUT', 'DELETE'])
      expect(
        await ask(method, `/my-address/${mine._id}`, method === 'PUT' ? office : undefined, bob.token),
      ).toMatchObject({ status: 404, body: { code: 'ADDRESS_NOT_FOUND' } });
    expect(await book()).toEqual([mine]);
  });

  it('says at its field what is wrong, and holds a hundred', async () => {
    const { body } = await ask('POST', '/my-address', { ...works, street: '', country: 'XX' });
    expect(body).toMatchObject({ code: 'VALIDATION_ERROR', issues: [{ path: 'street' }, { path: 'country' }] });
    await shop.parts.database.raw(
      `insert into addresses (id, user_id, name, street, town, country, phone)
       select 'full-' || n, $1, 'x', 'x', 'x', 'BD', '5' from generate_series(1, 100) n`,
      [alice.userId],
    );
    expect(await ask('POST', '/my-address', works)).toMatchObject({
      status: 422,
      body: { code: 'TOO_MANY_ADDRESSES' },
    });
  });

  it('is in the customer’s own data, and goes with them', async () => {
    const mine = await add(works);
    expect((await ask('GET', `/user/${alice.email}/data`)).body).toMatchObject({ addresses: [mine] });
    const admin = (await shop.signIn('ada@tradebench.test')).token;
    expect((await ask('DELETE', `/user/${alice.userId}`, undefined, admin)).status).toBe(200);
    expect(await shop.parts.database.raw('select id from addresses where id = $1', [mine._id])).toEqual([]);
  });
});
