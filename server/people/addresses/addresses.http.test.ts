import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Address } from '#contract/people/addresses.ts';
import { may, ROLES } from '#contract/policy.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
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

const works = {
  name: 'Goods in',
  company: 'Söhne GmbH',
  street: 'Gasse 17',
  postalCode: '50667',
  town: 'Köln',
  country: 'de',
  phone: '+49 221 1',
};
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
    const unsaid = { label: '', extra: '', region: '', vatId: '', isInvoiceDefault: false };
    expect(body).toEqual({ ...works, ...unsaid, _id: expect.any(String), country: 'DE', isDefault: true });
    expect(await book()).toEqual([body]);
  });

  it('keeps the VAT number of whoever orders to an address until another is said', async () => {
    const { _id } = await add({ ...works, vatId: 'DE136695976' });
    await ask('PUT', `/my-address/${_id}`, { ...works, town: 'Bonn' });
    expect((await book())[0]).toMatchObject({ town: 'Bonn', vatId: 'DE136695976' });
    await ask('PUT', `/my-address/${_id}`, { ...works, vatId: '' });
    expect((await book())[0]?.vatId).toBe('');
    expect((await ask('POST', '/my-address', { ...works, vatId: 'D'.repeat(21) })).status).toBe(400);
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

  it('has at most one for invoices, and keeps its label where a change leaves it out', async () => {
    const forInvoices = async () =>
      (await book()).filter(({ isInvoiceDefault }) => isInvoiceDefault).map(({ _id }) => _id);
    const first = await add({ ...works, label: 'Works', isInvoiceDefault: true });
    const second = await add(office);
    expect(await forInvoices()).toEqual([first._id]);
    await ask('PUT', `/my-address/${second._id}`, { ...office, isInvoiceDefault: true });
    expect(await forInvoices()).toEqual([second._id]);
    await ask('PUT', `/my-address/${first._id}`, { ...works, town: 'Bonn' });
    expect((await book())[0]).toMatchObject({ label: 'Works', town: 'Bonn', isInvoiceDefault: false });
    await ask('PUT', `/my-address/${second._id}`, { ...office, isInvoiceDefault: false });
    expect(await forInvoices()).toEqual([]);
  });

  it('is read by those who order on the telephone, and by no other staff', async () => {
    const mine = await add(works);
    const path = `/user/${alice.email}/address`;
    for (const role of ROLES.filter((each) => each !== 'customer')) {
      const { token } = await shop.person(`Staff${role}${counter}`, role);
      const { status, body } = await ask('GET', path, undefined, token);
      const isAllowed = may(role, 'orders.change');
      expect([role, status]).toEqual([role, isAllowed ? 200 : 403]);
      expect(Array.isArray(body) ? body : []).toEqual(isAllowed ? [mine] : []);
    }
    const { token } = await shop.person(`Seller${counter}`, 'sales');
    expect(await ask('GET', '/user/nobody@tradebench.test/address', undefined, token)).toMatchObject({
      status: 404,
      body: { code: 'USER_NOT_FOUND' },
    });
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
