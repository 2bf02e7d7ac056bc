import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AdminOrder } from '#contract/admin.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import type { Database } from './client.ts';
import { freshDatabase } from './database-for-tests.ts';
import { seed } from './seed.ts';

let database: Database;
let shop: TestShop;
beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
});
afterAll(() => shop.close());

it('a history of orders adds up, with invoices without gaps and shipments of all lines, and goes on where it was', async () => {
  const grow = (seedOrders: number) => seed(database, { production: false, seedTools: 0, seedOrders });
  await grow(60);
  await grow(140);
  await grow(100);
  const [found] = await database.raw<Record<string, number>>(
    `select (select count(*)::int from orders) as orders,
       (select count(*)::int from orders where state = 'paid') as paid,
       (select count(*)::int from orders o where (line_count, pieces, total_cents) <> (
          select count(*), sum(quantity), sum(quantity::bigint * unit_price_cents) from order_lines where order_id = o.id)) as wrong,
       (select count(*)::int from order_search) as found,
       (select count(*)::int from invoices) as invoices,
       (select sum(last)::int from invoice_series where series = 'invoice') as numbered,
       (select count(*)::int from (select year, max(sequence) <> count(*) as gap from invoices group by year) as y where gap) as gaps,
       (select count(*)::int from orders o where fulfilment = 'all' and (select sum(l.quantity) from shipments s
          join shipment_lines l on l.shipment_id = s.id where s.order_id = o.id) is distinct from o.pieces) as unshipped,
       (select count(*)::int from orders where paid_at > now() or closed_at > now()) as future`,
  );
  expect(found).toEqual({
    orders: 140,
    paid: 126,
    wrong: 0,
    found: 140,
    invoices: 126,
    numbered: 126,
    gaps: 0,
    unshipped: 0,
    future: 0,
  });
});

it('is found, counted and shown like any other order', async () => {
  const { token } = await shop.signIn('ada@tradebench.test');
  const search = await shop.call('GET', '/orders?q=PO-42&limit=5', { as: token });
  expect(((await search.json()) as AdminOrder[])[0]).toMatchObject({ purchaseOrder: 'PO-42', paid: true });
  expect(
    (await shop.call('GET', '/orders?fulfilment=all&limit=5', { as: token })).headers.get('x-total-count'),
  ).not.toBe('0');
});
