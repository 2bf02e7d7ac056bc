import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Company } from '#contract/buying/companies.ts';
import type { CompanyAddress } from '#contract/buying/company-addresses.ts';
import { may, ROLES } from '#contract/policy.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { activate, join, openCompany, type Person } from './company-for-tests.ts';

let shop: TestShop;
let ada: Person;
let manager: Person;
let company: Company;
const people: Record<string, Person> = {};
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  manager = await shop.person('Mia');
  company = await activate(shop, ada, await openCompany(shop, manager));
  for (const role of ['buyer', 'approver', 'accounts'] as const) {
    people[role] = await shop.person(`Of${role}`);
    await join(shop, { company, manager, person: people[role], role });
  }
  people.gone = await shop.person('Gone');
  await join(shop, { company, manager, person: people.gone, role: 'manager' });
  await ask('DELETE', `/company/${company._id}/member/${people.gone.userId}`, manager);
  people.other = await shop.person('Other');
  await openCompany(shop, people.other, { name: 'Another', vatId: '' });
});
afterAll(() => shop.close());

async function ask(method: string, path: string, as: Person | null, body?: object) {
  const answer = await shop.call(method, path, { ...(as ? { as: as.token } : {}), ...(body ? { body } : {}) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const site = {
  name: 'Site office',
  street: 'Kaivegen 4',
  postalCode: '6770',
  town: 'Nordfjordeid',
  country: 'NO',
  phone: '57',
};
const at = (id = '') => `/company/${company._id}/address${id === '' ? '' : `/${id}`}`;
const book = async (as: Person | null) =>
  (await ask('GET', `/company/${company._id}/addresses`, as)).body as unknown as CompanyAddress[];
const add = async (body: object) => (await ask('POST', at(), manager, body)).body as unknown as CompanyAddress;

describe('the address book of a company', () => {
  it('is kept by its managers and read by all of its people and the staff who read companies; nobody else learns of it', async () => {
    const kept = await add({ ...site, label: 'Site 4' });
    expect(kept).toEqual({
      ...site,
      _id: expect.any(String),
      label: 'Site 4',
      company: '',
      extra: '',
      region: '',
      isDefault: true,
    });
    for (const role of ['buyer', 'approver', 'accounts']) {
      expect(await book(people[role]!)).toEqual([kept]);
      for (const [method, path] of [
        ['POST', at()],
        ['PUT', at(kept._id)],
      ] as const)
        expect((await ask(method, path, people[role]!, site)).body).toMatchObject({ code: 'FORBIDDEN' });
      expect((await ask('DELETE', at(kept._id), people[role]!)).status).toBe(403);
    }
    for (const stranger of [people.gone!, people.other!]) {
      expect((await ask('GET', `/company/${company._id}/addresses`, stranger)).body).toMatchObject({
        code: 'COMPANY_NOT_FOUND',
      });
      expect((await ask('POST', at(), stranger, site)).status).toBe(404);
      expect((await ask('PUT', at(kept._id), stranger, site)).status).toBe(404);
      expect((await ask('DELETE', at(kept._id), stranger)).status).toBe(404);
    }
    for (const role of ROLES.filter((each) => each !== 'customer')) {
      const staff = await shop.person(`Staff${role}`, role);
      const isReader = may(role, 'companies.read');
      expect([role, (await ask('GET', `/company/${company._id}/addresses`, staff)).status]).toEqual([
        role,
        isReader ? 200 : 404,
      ]);
      expect([role, (await ask('POST', at(), staff, site)).status]).toEqual([role, isReader ? 403 : 404]);
    }
    expect((await ask('GET', `/company/${company._id}/addresses`, null)).status).toBe(401);
    expect(await book(manager)).toEqual([kept]);
  });

  it('has one default, and is nobody’s own book', async () => {
    const [first] = await book(manager);
    const second = await add({ ...site, street: 'Kaivegen 9', isDefault: true });
    const defaults = async () => (await book(manager)).filter(({ isDefault }) => isDefault).map(({ _id }) => _id);
    expect(await defaults()).toEqual([second._id]);
    const changed = await ask('PUT', at(second._id), manager, { ...site, town: 'Stryn' });
    expect(changed.body).toMatchObject({ town: 'Stryn', isDefault: true });
    expect((await ask('DELETE', at(second._id), manager)).body).toEqual({ deletedCount: 1 });
    expect(await defaults()).toEqual([first!._id]);
    expect((await ask('DELETE', at(second._id), manager)).body).toMatchObject({ code: 'ADDRESS_NOT_FOUND' });
    expect((await ask('GET', '/my-address', manager)).body).toEqual([]);
    expect((await ask('PUT', `/my-address/${first!._id}`, manager, site)).body).toMatchObject({
      code: 'ADDRESS_NOT_FOUND',
    });
    const own = (await ask('POST', '/my-address', manager, site)).body;
    expect((await ask('DELETE', at(String(own._id)), manager)).body).toMatchObject({ code: 'ADDRESS_NOT_FOUND' });
  });

  it('says at its field what is wrong, and stays when who wrote it goes', async () => {
    expect((await ask('POST', at(), manager, { ...site, town: '' })).body).toMatchObject({
      issues: [{ path: 'town' }],
    });
    expect((await ask('POST', at(), manager, { ...site, vatId: 'NO1' })).status).toBe(400);
    const before = await book(people.buyer!);
    const second = await shop.person('Second');
    await join(shop, { company, manager, person: second, role: 'manager' });
    expect((await ask('DELETE', `/user/${manager.userId}`, ada)).status).toBe(200);
    expect(await book(people.buyer!)).toEqual(before);
  });
});
