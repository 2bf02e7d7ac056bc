import type { Database } from './client.ts';

/** Orders in one statement: far below what its time limit allows, with search text and invoices. */
const BATCH = 5_000;
/** The history reaches back so far, in days. */
const HISTORY_DAYS = 1_095;
/** Tools that are bought: those that the shop shows first. */
const MOST_TOOLS = 2_000;
/** Orders younger than this, in days, are not shipped yet. */
const SHIPPED_AFTER_DAYS = 3;

/**
 * Tops a made-up history of orders up to `wanted`, going on where an earlier start left off. It ends now, each order a
 * little younger than the one before; nine in ten are paid, with an invoice, and shipped, the others expired. The buyers
 * have no accounts and no stock is touched: it is for trying how the shop does with many orders. Every row is made in the
 * database, of the order's place alone.
 */
export async function seedOrders(database: Database, wanted: number): Promise<void> {
  const [made] = await database.raw<{ count: number }>(
    `select count(*)::int as count from orders where id >= 'seed-' and id < 'seed.'`,
  );
  const from = made?.count ?? 0;
  if (from >= wanted) return;
  const tools = await database.raw<{ id: string }>(
    `select id from tools where removed_at is null and price_cents <= 100000 order by position limit ${MOST_TOOLS}`,
  );
  // An order of five lines has five different tools.
  if (tools.length < 5) return;
  const ids = tools.map(({ id }) => id);
  for (let first = from; first < wanted; first += BATCH) {
    await database.raw(INSERT_BATCH, [ids, first, Math.min(BATCH, wanted - first), wanted]);
  }
  for (const index of ['order_search_words'])
    await database.raw('select gin_clean_pending_list($1::regclass)', [index]);
  for (const table of ['orders', 'order_lines', 'order_search', 'invoices', 'shipments']) {
    await database.raw(`analyze ${table}`);
  }
}

/** $1: the tools' ids; $2: how many orders there are before these; $3: how many these are; $4: how many there will be. */
const INSERT_BATCH = `
with wanted as (
  select n, 'seed-' || to_char(n, 'FM000000000') as id,
    -- What was paid before today is in the past whatever the batch.
    now() - ($4::bigint - n) * (interval '${HISTORY_DAYS} days' / $4::bigint) as created_at,
    1 + (n * 13 % 7 % 5)::int as lines, n % 10 <> 7 as paid,
    (array['Anwar Traders', 'Weiss Metallbau', 'Okafor & Sons', 'Nordfjord Bygg', 'Taller Norte', 'Delta Fabrication',
      'Peak Plant Hire', 'Chola Tools', 'Levant Build Supply', 'Kobe Marine Works'])[1 + n * 7 % 10] as firm,
    (array['Rahman', 'Weber', 'Okafor', 'Berg', 'Ferrer', 'Achebe', 'Pike', 'Raman', 'Haddad', 'Sato', 'Dubois', 'Novak'])[1 + n * 11 % 12] as surname
  from generate_series($2::bigint, $2::bigint + $3::bigint - 1) as n
), bought as (
  select w.id as order_id, w.created_at, w.paid, place, 1 + ((w.n * 31 + place * 17) % 200)::int as quantity,
    t.id as tool_id, t.name, t.sku, t.price_cents, t.weight_grams
  from wanted w cross join lateral generate_series(0, w.lines - 1) as place
  join tools t on t.id = ($1::text[])[1 + (w.n * 7919 + place) % cardinality($1::text[])]
), sums as (
  select order_id, count(*)::int as lines, sum(quantity) as pieces, sum(quantity::bigint * price_cents)::int as cents,
    sum(quantity::bigint * weight_grams) as grams
  from bought group by order_id
), placed as (
  insert into orders (id, name, email, address, phone, company, purchase_order, total_cents, line_count, pieces, weight_grams,
    state, transaction_id, paid_at, closed_at, created_at, fulfilment, nothing_left)
  select w.id, w.surname, lower(w.surname) || w.n % 5000 || '@buyers.example', (1 + w.n % 200) || ' Dock Road',
    '+44 20 ' || to_char(w.n % 10000000, 'FM0000000'), w.firm, 'PO-' || w.n, s.cents, s.lines, s.pieces, s.grams,
    case when w.paid then 'paid' else 'expired' end, case when w.paid then 'seed_' || w.n end,
    case when w.paid then w.created_at + least(interval '1 hour', now() - w.created_at) end,
    case when not w.paid then w.created_at + least(interval '2 days', now() - w.created_at) end, w.created_at,
    case when w.paid and w.created_at < now() - interval '${SHIPPED_AFTER_DAYS} days' then 'all' else 'none' end,
    w.paid and w.created_at < now() - interval '${SHIPPED_AFTER_DAYS} days'
  from wanted w join sums s on s.order_id = w.id order by w.n
  returning orders.*
), lines as (
  insert into order_lines (id, order_id, tool_id, tool_name, unit_price_cents, quantity, position, sku)
  select b.order_id || '-' || place, b.order_id, tool_id, b.name, price_cents, quantity, place, sku
  from bought b join placed on placed.id = b.order_id
), sent as (
  insert into shipments (id, order_id, carrier, shipped_at)
  select id || '-sent', id, 'Carrier', paid_at + interval '1 day' from placed where fulfilment = 'all'
  returning id, order_id
), parcels as (
  insert into shipment_lines (shipment_id, tool_id, quantity)
  select sent.id, tool_id, quantity from sent join bought using (order_id)
), numbered as (
  select id, paid_at, total_cents, tax_cents, utc_year(paid_at) as year,
    row_number() over (partition by utc_year(paid_at) order by paid_at, id) as place, buyer_of(placed) as buyer
  from placed where state = 'paid'
), series as (
  insert into invoice_series as known (series, year, last)
  select 'invoice', year, count(*) from numbered group by year
  on conflict (series, year) do update set last = known.last + excluded.last
  returning year, last
)
insert into invoices (number, series, year, sequence, order_id, total_cents, tax_cents, buyer, issued_at)
select invoice_number('invoice', n.year, sequence::integer), 'invoice', n.year, sequence, n.id, total_cents, tax_cents, buyer, paid_at
from (select numbered.*, series.last - count(*) over (partition by year) + place as sequence
      from numbered join series using (year)) as n`;
