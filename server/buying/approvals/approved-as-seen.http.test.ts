import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#contract/buying/orders.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import type { Person } from '#server/buying/companies/company-for-tests.ts';
import { codeOf, decide, companyWithPeople, waitingFor } from './approvals-for-tests.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop(await freshDatabase());
  await shop.tool({ name: 'Mallet', price: 10, availableQuantity: 1_000_000 });
});
afterAll(() => shop.close());

const change = (order: Order, as: Person, body: object) =>
  shop.call('PUT', `/order/${order._id}/details`, { as: as.token, body });

it('goes to whom and where the approver saw it, unless who may approve it changes that', async () => {
  const people = await companyWithPeople(shop, 'Seen', { orderLimit: 100 });
  const order = await waitingFor(shop, people, 30, { purchaseOrder: 'PO-1' });
  expect((await change(order, people.buyer, { address: '2 Dock Road' })).status).toBe(200);
  expect((await decide(shop, order, people.approver, 'approve')).status).toBe(200);
  for (const other of [
    { name: 'Mallory' },
    { address: '9 Other Street' },
    { purchaseOrder: 'PO-2' },
    { note: 'To 9 Other Street' },
  ])
    expect(await codeOf(await change(order, people.buyer, other))).toBe('FORBIDDEN');
  expect((await change(order, people.buyer, { phone: '5555555' })).status).toBe(200);
  expect((await change(order, people.approver, { address: '3 Dock Road' })).status).toBe(200);
  expect((await change(order, people.manager, { purchaseOrder: 'PO-3' })).status).toBe(200);
  const now = await shop.call('GET', `/order/${order._id}`, { as: people.buyer.token });
  expect(await now.json()).toMatchObject({
    state: 'unpaid',
    name: 'B',
    address: '3 Dock Road',
    purchaseOrder: 'PO-3',
    phone: '5555555',
  });
});

it('is not decided by whoever saw it as it was before a change', async () => {
  const people = await companyWithPeople(shop, 'Stale', { orderLimit: 100 });
  const order = await waitingFor(shop, people, 30, { purchaseOrder: 'PO-1' });
  const { name, company, address, purchaseOrder, note } = order;
  const seen = { name, company, address, purchaseOrder, note };
  const approve = (what: object) =>
    shop.call('POST', `/order/${order._id}/approval`, {
      as: people.approver.token,
      body: { decision: 'approve', seen: what },
    });
  expect((await change(order, people.buyer, { address: '9 Other Street' })).status).toBe(200);
  expect(await codeOf(await approve(seen))).toBe('STALE_ORDER');
  expect(await codeOf(await approve({ ...seen, address: '9 Other Street' }))).toBe('200');
});
