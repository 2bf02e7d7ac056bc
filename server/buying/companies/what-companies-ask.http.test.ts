import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Company } from '#contract/buying/companies.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Tool } from '#contract/catalogue/tools.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import { activate, join, openCompany, type Person } from './company-for-tests.ts';

let shop: TestShop;
let ada: Person;
let alice: Person;
let bob: Person;
let hammer: Tool;
let company: Company;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  ada = await shop.person('Ada', 'admin');
  alice = await shop.person('Alice');
  bob = await shop.person('Bob');
  hammer = await shop.tool({ name: 'Company hammer', price: 10 });
  company = await activate(shop, ada, await openCompany(shop, alice));
  await join(shop, { company, manager: alice, person: bob, role: 'buyer' });
});
afterAll(() => shop.close());

const call = (method: string, path: string, { token }: Person, body: object) =>
  shop.call(method, path, { as: token, body });
const ask = (facts: object) => call('PUT', `/company/${company._id}`, alice, facts);
const refusal = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];

/** Orders hammers for the company. */
const place = ({ token }: Person, quantity: number, more: object, headers = {}) =>
  shop.call('POST', '/order', {
    as: token,
    headers,
    body: { name: 'x', address: 'y', phone: 'z', companyId: company._id, toolId: hammer._id, quantity, ...more },
  });

it('an order keeps the purchase order number that its company asks for, whoever changes it', async () => {
  const order = (await (await place(bob, 1, { purchaseOrder: 'PO-2' })).json()) as Order;
  const change = (person: Person, body: object) => call('PUT', `/order/${order._id}/details`, person, body);
  await ask({ purchaseOrderRequired: true });
  const refused = [422, 'PURCHASE_ORDER_REQUIRED'];
  for (const person of [bob, alice, ada])
    expect(await refusal(await change(person, { purchaseOrder: ' ', note: 'x' }))).toEqual(refused);
  expect((await change(bob, { purchaseOrder: 'PO-3' })).status).toBe(200);
  await ask({ purchaseOrderRequired: false });
  expect((await change(bob, { purchaseOrder: '' })).status).toBe(200);
  await ask({ purchaseOrderRequired: true });
  // One that has none keeps none: only what takes it away is refused.
  expect((await change(bob, { purchaseOrder: '', note: 'At the gate' })).status).toBe(200);
  await ask({ purchaseOrderRequired: false });
});

it('an order is answered again with its key, whatever its company asks for by now', async () => {
  const costCentres = [{ code: 'Site-5', name: '' }];
  await ask({ costCentres });
  const clerk = await shop.person('Clerk');
  await join(shop, { company, manager: alice, person: clerk, role: 'buyer' });
  const order = (quantity: number) =>
    place(clerk, quantity, { costCentre: 'Site-5' }, { 'idempotency-key': 'company-asks' });
  const first = (await (await order(1)).json()) as Order;
  const closed = [{ ...costCentres[0], active: false }];
  for (const each of [{ purchaseOrderRequired: true }, { purchaseOrderRequired: false, costCentres: closed }]) {
    await ask(each);
    expect(await (await order(1)).json()).toEqual(first);
    expect(await refusal(await order(2))).toEqual([422, 'IDEMPOTENCY_MISMATCH']);
  }
  const membership = `/company/${company._id}/member/${clerk.userId}`;
  await call('PUT', membership, alice, { role: 'accounts' });
  expect(await (await order(1)).json()).toEqual(first);
  await shop.call('DELETE', membership, { as: clerk.token });
  expect(await refusal(await order(1))).toEqual([404, 'COMPANY_NOT_FOUND']);
});
