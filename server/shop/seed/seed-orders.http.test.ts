import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StaffOrder } from '#contract/buying/staff-orders.ts';
import { createProvider } from '#server/money/payments/provider.ts';
import { reconcile } from '#server/money/payments/reconcile.ts';
import { openTestShop, type TestShop } from '#server/shop-for-tests.ts';
import type { Database } from '#server/engine/db/client.ts';
import { freshDatabase } from '#server/engine/db/database-for-tests.ts';
import { refreshDaysOf } from '#server/money/figures/sales-days.ts';
import { seed } from './seed.ts';

let database: Database;
let shop: TestShop;
const grow = (seedOrders: number) => seed(database, { production: false, seedTools: 0, seedOrders });
const one = async <Row>(sql: string) => (await database.raw<Row>(sql))[0];

beforeAll(async () => {
  database = await freshDatabase();
  shop = await openTestShop(database);
  const { token } = await shop.person('Before');
  const placed = await shop.call('POST', '/order', {
    as: token,
    body: { name: 'Buyer', address: '1 Dock Road', phone: '555', toolId: (await shop.tool())._id, quantity: 1 },
  });
  if (placed.status !== 201) throw new Error(await placed.text());
  // What is made from news reads the tables whose indexes go meanwhile.
  await shop.atRest();
  // Once with the indexes made anew, once beside them, and once where there are as many already.
  await grow(2_000);
  await grow(2_500);
  await grow(1_000);
}, 120_000);
afterAll(() => shop.close());

it('a history goes on where it was, beside the orders that are there, and the books agree with it', async () => {
  expect(await one(`select count(*)::int as orders from orders`)).toEqual({ orders: 2_501 });
  // No payment went through the card provider, so it is not asked.
  const provider = createProvider(shop.parts.config.stripe, shop.parts.log, () => Promise.reject(new Error('asked')));
  const { differences, charges } = await reconcile(database, provider);
  expect(differences).toEqual([]);
  expect(charges).toBeGreaterThan(2_000);
});

it('its orders add up, with invoices without a gap and shipments of what was ordered, none of it to come', async () => {
  const found = await one(`
    select (select count(*)::int from orders o where (line_count, pieces, total_cents, weight_grams) <> (
        select count(*), sum(quantity), sum(quantity::bigint * unit_price_cents), sum(quantity::bigint * t.weight_grams)
        from order_lines l join tools t on t.id = l.tool_id where order_id = o.id)) as wrong,
      (select count(*)::int from order_lines l join tools t on t.id = tool_id
        where quantity < min_order_quantity or quantity % quantity_step <> 0) as "notForSale",
      (select count(*)::int from orders o where state = 'paid' and not exists (select from invoices where order_id = o.id)) as "notInvoiced",
      (select count(*)::int from (select year, max(sequence) <> count(*) or max(sequence) <> min(last) as gap
        from invoices join invoice_series using (series, year) group by year) as y where gap) as gaps,
      (select count(*)::int from invoices i join orders o on o.id = order_id where i.buyer->>'name' <> o.name or i.number <> year || '-' || lpad(sequence::text, 6, '0')) as "otherInvoices",
      (select count(*)::int from orders o where (fulfilment = 'all') <> ((select sum(l.quantity) from shipments s
        join shipment_lines l on l.shipment_id = s.id where s.order_id = o.id) is not distinct from o.pieces)) as "notShipped",
      (select count(*)::int from orders where greatest(created_at, paid_at, closed_at) > now()) as future,
      (select count(*)::int from shipments where shipped_at > now()) as "shippedLater",
      (select count(*)::int from (select number - row_number() over (order by number) as before from orders) n where before <> 10000) as "notNumbered"`);
  expect(found).toEqual({
    wrong: 0,
    notForSale: 0,
    notInvoiced: 0,
    gaps: 0,
    otherInvoices: 0,
    notShipped: 0,
    future: 0,
    shippedLater: 0,
    notNumbered: 0,
  });
});

it('what is kept of orders beside them is what their news would have made: search words and sums', async () => {
  expect(
    await one(`
      select (select count(*)::int from orders where id like 'seed%') - (select count(*)::int from order_search where order_id like 'seed%') as missing,
        (select count(*)::int from orders o join order_search s on s.order_id = o.id where s.words <> order_search_words(o)) as "otherWords"`),
  ).toEqual({ missing: 0, otherWords: 0 });
  const kept = async () => [
    await database.raw('select * from sales_days where placed + paid > 0 order by day'),
    await database.raw('select * from sales_of_tools order by day, tool_id'),
  ];
  await shop.atRest();
  const before = await kept();
  expect(before[1]!.length).toBeGreaterThan(1_000);
  await refreshDaysOf(
    database.db,
    (await database.raw<{ id: string }>('select id from orders')).map(({ id }) => id),
  );
  expect(await kept()).toEqual(before);
});

it('a history is found, counted and shown like any other order, and new ones follow it', async () => {
  const { token } = await shop.signIn('ada@tradebench.test');
  const search = await shop.call('GET', '/orders?q=PO-100042&limit=5', { as: token });
  const [found] = (await search.json()) as StaffOrder[];
  expect(found).toMatchObject({ paid: true, invoiceNumber: expect.any(String) });
  const all = await shop.call('GET', '/orders?fulfilment=all&limit=5', { as: token });
  expect(Number(all.headers.get('x-total-count'))).toBeGreaterThan(2_000);
  expect((await shop.call('GET', '/figures?days=90', { as: token })).status).toBe(200);
});

it('tables are left with all their indexes, keys and triggers', async () => {
  const facts = async (of: Database) => ({
    indexes: await of.raw(`select indexdef from pg_indexes where schemaname = 'public' order by indexdef`),
    keys: await of.raw(
      `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) from pg_constraint where contype = 'f' order by 1, 2`,
    ),
    asleep: await of.raw(`select tgname from pg_trigger where tgenabled <> 'O'`),
  });
  const other = await freshDatabase();
  try {
    expect(await facts(database)).toEqual(await facts(other));
  } finally {
    await other.close();
  }
});
