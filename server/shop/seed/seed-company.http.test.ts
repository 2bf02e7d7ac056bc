import { afterAll, beforeAll, expect, it } from 'vitest';
import type { MyCompany } from '#contract/buying/companies.ts';
import type { Priced } from '#contract/buying/basket.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { endDemo } from './demo-accounts.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
});
afterAll(() => shop.close());

it('the demo has a company of three people with prices and part numbers of its own', async () => {
  const roles = [];
  let company: MyCompany | undefined;
  let as = '';
  for (const name of ['alice', 'bob', 'carol']) {
    const { token } = await shop.signIn(`${name}@tradebench.test`);
    [company] = (await (await shop.call('GET', '/my-companies', { as: token })).json()) as MyCompany[];
    roles.push([company?.name, company?.status, company?.role, company?.orderLimit]);
    as = token;
  }
  expect(roles).toEqual([
    ['Nordfjord Bygg', 'active', 'manager', null],
    ['Nordfjord Bygg', 'active', 'buyer', 500],
    ['Nordfjord Bygg', 'active', 'approver', null],
  ]);
  const [hammer] = (await (await shop.call('GET', '/tool?q=HAM-CL-16H')).json()) as Tool[];
  const lines = [{ toolId: hammer!._id, quantity: 240 }];
  const price = async (companyId?: string) =>
    (await (await shop.call('POST', '/price', { as, body: { lines, companyId } })).json()) as Priced;
  expect((await price()).lines).toMatchObject([{ buyerNumber: null }]);
  expect((await price(company!._id)).lines).toMatchObject([{ unitPrice: 10.4, buyerNumber: 'NB-100-7' }]);
});

it('the company goes with the demo, and nobody is told of it', async () => {
  await endDemo(shop.parts.database);
  expect(await shop.parts.database.raw('select from companies')).toEqual([]);
  expect(await shop.parts.database.raw('select from price_lists')).toEqual([]);
});
