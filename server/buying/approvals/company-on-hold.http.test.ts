import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Company } from '#contract/buying/companies.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { activate } from '#server/buying/companies/company-for-tests.ts';
import { codeOf, decide, companyWithPeople, linksTo, waitingFor } from './approvals-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  await shop.tool({ name: 'Mallet', price: 10, availableQuantity: 1_000_000 });
});
afterAll(() => shop.close());

it('what waited does not go on while its company is on hold, in the dashboard or by letter; it can be rejected', async () => {
  const ada = await shop.person('Ada', 'admin');
  const people = await companyWithPeople(shop, 'OnHold', { orderLimit: 100 });
  const [order, other] = [await waitingFor(shop, people, 30), await waitingFor(shop, people, 31)];
  const [token = ''] = await linksTo(shop, people.approver, order);
  const byLetter = () => shop.call('POST', `/approval/${token}`, { body: { decision: 'approve' } });
  const stand = async (status: 'active' | 'on-hold') => {
    const company = await (await shop.call('GET', `/company/${people.company._id}`, { as: ada.token })).json();
    await activate(shop, ada, company as Company, { status });
  };
  await stand('on-hold');
  expect(await codeOf(await decide(shop, order, people.approver, 'approve'))).toBe('COMPANY_ON_HOLD');
  expect(await codeOf(await byLetter())).toBe('COMPANY_ON_HOLD');
  const now = await shop.call('GET', `/order/${order._id}`, { as: ada.token });
  expect(await now.json()).toMatchObject({ state: 'waiting', approval: { state: 'waiting' } });
  expect(await codeOf(await decide(shop, other, people.approver, 'reject'))).toBe('200');
  await stand('active');
  expect(await (await byLetter()).json()).toMatchObject({ state: 'unpaid' });
});
