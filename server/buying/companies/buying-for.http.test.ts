import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Basket } from '#contract/buying/basket.ts';
import type { Company } from '#contract/buying/companies.ts';
import type { Order } from '#contract/buying/orders.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { activate, join, openCompany, type Person } from './company-for-tests.ts';

let shop: TestShop;
let ada: Person;
let alice: Person;
let bob: Person;
let nordfjord: Company;

beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
  bob = await shop.person('Bob');
  nordfjord = await activate(shop, ada, await openCompany(shop, alice));
  await join(shop, { company: nordfjord, manager: alice, person: bob, role: 'buyer' });
});
afterAll(() => shop.close());

const read = async (who: Person) => (await shop.call('GET', '/my-buyer', { as: who.token })).json();
const choose = async (who: Person, companyId: unknown) => {
  const answer = await shop.call('PUT', '/my-buyer', { as: who.token, body: { companyId } });
  return { status: answer.status, body: (await answer.json()) as object };
};
const MYSELF = { companyId: null, company: null };

it('a member of exactly one active company begins as it, and a choice is kept with the person', async () => {
  const company = { companyId: nordfjord._id, company: 'Nordfjord Bygg' };
  expect(await read(bob)).toEqual(company);
  expect(await read(ada)).toEqual(MYSELF);
  expect(await choose(bob, null)).toEqual({ status: 200, body: MYSELF });
  expect(await read(bob)).toEqual(MYSELF);
  expect(await choose(bob, nordfjord._id)).toEqual({ status: 200, body: company });
  const second = await activate(shop, ada, await openCompany(shop, ada, { name: 'Second', vatId: '' }));
  await join(shop, { company: second, manager: ada, person: bob, role: 'buyer' });
  expect(await read(bob)).toEqual(company);
  await join(shop, { company: second, manager: ada, person: alice, role: 'buyer' });
  expect(await read(alice)).toEqual(MYSELF);
  await shop.call('DELETE', `/company/${nordfjord._id}/member/${bob.userId}`, { as: alice.token });
  expect(await read(bob)).toEqual({ companyId: second._id, company: 'Second' });
});

it('nobody chooses a company that they are not of, and a company that waits is nobody’s beginning', async () => {
  const carol = await shop.person('Carol');
  expect(await choose(carol, nordfjord._id)).toMatchObject({ status: 404, body: { code: 'COMPANY_NOT_FOUND' } });
  expect((await choose(carol, 7)).status).toBe(400);
  await openCompany(shop, carol, { name: 'Not yet', vatId: '' });
  const { status } = (await (await shop.call('GET', '/my-companies', { as: carol.token })).json())[0];
  expect([status, await read(carol)]).toEqual(['pending', MYSELF]);
});

it('a basket says for whom it is priced; a call that names no company buys for oneself', async () => {
  const tool = await shop.tool({ name: 'Saw' });
  const basket = async (query: string) =>
    (await (await shop.call('GET', `/my-basket${query}`, { as: alice.token })).json()) as Basket;
  await choose(alice, nordfjord._id);
  expect((await basket('')).companyId).toBeNull();
  expect((await basket(`?companyId=${nordfjord._id}`)).companyId).toBe(nordfjord._id);
  const body = { name: 'Alice', address: '1 Dock Road', phone: '55500', toolId: tool._id, quantity: 1 };
  const order = (await (await shop.call('POST', '/order', { as: alice.token, body })).json()) as Order;
  expect(order.companyId).toBeNull();
});
