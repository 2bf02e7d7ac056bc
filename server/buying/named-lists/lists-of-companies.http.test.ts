import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Company } from '#contract/buying/companies.ts';
import type { ListSummary, NamedList } from '#contract/buying/named-lists.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { join, openCompany, type Person } from '#server/buying/companies/company-for-tests.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';

let shop: TestShop;
let alice: Person;
let bob: Person;
let clerk: Person;
let carl: Person;
let company: Company;
let hammer: Tool;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  [alice, bob, clerk, carl] = [
    await shop.person('Alice'),
    await shop.person('Bob'),
    await shop.person('Clerk'),
    await shop.person('Carl'),
  ];
  company = await openCompany(shop, alice);
  await join(shop, { company, manager: alice, person: bob, role: 'buyer' });
  await join(shop, { company, manager: alice, person: clerk, role: 'accounts' });
  hammer = await shop.tool({ name: 'Hammer', price: 10 });
});
afterAll(() => shop.close());

const call = (method: string, path: string, as: Person, body?: object) =>
  shop.call(method, `/my-list${path}`, { as: as.token, ...(body ? { body } : {}) });
const refusal = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];
const made = async (as: Person, name: string) => {
  const answer = await call('POST', '', as, { name, lines: [{ toolId: hammer._id, quantity: 3 }] });
  expect(answer.status).toBe(201);
  return (await answer.json()) as NamedList;
};
const give = ({ _id }: NamedList, as: Person, companyId = company._id) =>
  call('POST', `/${_id}/give`, as, { companyId });
const namesOf = async (as: Person) =>
  ((await (await call('GET', '', as)).json()) as ListSummary[]).map(({ name, companyId }) => [name, companyId]);

it('a list that was given to a company is seen by its people, changed by those who order, and stays when its giver leaves', async () => {
  const van = await made(bob, 'Van');
  expect(van.companyId).toBeNull();
  expect(await namesOf(alice)).toEqual([]);
  const given = await give(van, bob);
  expect(given.status).toBe(200);
  expect(await given.json()).toMatchObject({
    _id: van._id,
    name: 'Van',
    companyId: company._id,
    version: 2,
    lineCount: 1,
  });
  for (const person of [alice, bob, clerk]) {
    expect(await namesOf(person)).toEqual([['Van', company._id]]);
    expect((await call('GET', `/${van._id}`, person)).status).toBe(200);
  }
  const more = { lines: [{ toolId: hammer._id, quantity: 5 }] };
  expect(await (await call('PATCH', `/${van._id}`, alice, more)).json()).toMatchObject({ lines: [{ quantity: 5 }] });
  for (const answer of [
    await call('PATCH', `/${van._id}`, clerk, more),
    await call('PUT', `/${van._id}`, clerk, { name: 'Mine' }),
    await call('DELETE', `/${van._id}`, clerk),
  ])
    expect(await refusal(answer)).toEqual([403, 'FORBIDDEN']);
  await shop.call('DELETE', `/company/${company._id}/member/${bob.userId}`, { as: bob.token });
  expect(await namesOf(bob)).toEqual([]);
  expect(await refusal(await call('GET', `/${van._id}`, bob))).toEqual([404, 'LIST_NOT_FOUND']);
  expect(await refusal(await call('PATCH', `/${van._id}`, bob, more))).toEqual([404, 'LIST_NOT_FOUND']);
  expect(await namesOf(alice)).toEqual([['Van', company._id]]);
  expect(await (await call('DELETE', `/${van._id}`, alice)).json()).toEqual({ deletedCount: 1 });
});

it('a list is given by its owner alone, to a company that they order for, once, under a name that is free there', async () => {
  const [one, two] = [await made(alice, 'Site'), await made(alice, 'site 2')];
  expect(await refusal(await give(one, carl))).toEqual([404, 'COMPANY_NOT_FOUND']);
  expect(await refusal(await give(one, alice, 'none'))).toEqual([404, 'COMPANY_NOT_FOUND']);
  expect(await refusal(await give(await made(clerk, 'Desk'), clerk))).toEqual([403, 'FORBIDDEN']);
  expect(await refusal(await give(await made(carl, 'Own'), alice))).toEqual([404, 'LIST_NOT_FOUND']);
  expect((await give(one, alice)).status).toBe(200);
  expect(await refusal(await give(one, alice))).toEqual([404, 'LIST_NOT_FOUND']);
  await call('PUT', `/${two._id}`, alice, { name: 'SITE' });
  expect(await refusal(await give(two, alice))).toEqual([409, 'LIST_NAME_TAKEN']);
  expect((await call('POST', `/${one._id}/merge`, alice, { list: two._id })).status).toBe(200);
  expect(await namesOf(alice)).toEqual([['Site', company._id]]);
});

it('a list of a company outlives the account of who gave it', async () => {
  const dora = await shop.person('Dora');
  await join(shop, { company, manager: alice, person: dora, role: 'approver' });
  const kept = await made(dora, 'Kept');
  await give(kept, dora);
  const ada = await shop.person('Ada', 'admin');
  expect((await shop.call('DELETE', `/user/${dora.userId}`, { as: ada.token })).status).toBe(200);
  expect((await call('GET', `/${kept._id}`, alice)).status).toBe(200);
});
