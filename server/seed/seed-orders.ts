import { DEFAULTS } from '#server/settings/defaults.ts';
import type { RawQuery } from '#server/db/client.ts';
import { withoutIndexes } from './without-indexes.ts';

/** Orders in one portion: what is sorted and hashed for it stays in memory. */
const PORTION = 50_000;
/** The history reaches back so far, in days, and ends so many minutes ago, which is how long paying takes. */
const HISTORY_DAYS = 1_095;
const PAID_AFTER_MINUTES = 10;
/** Orders younger than this, in days, are not shipped yet; of those not much older, some are shipped in part. */
const SHIPPED_AFTER_DAYS = 2;
const SHIPPED_WHOLE_AFTER_DAYS = 10;
const ORDERS_OF_A_CUSTOMER = 30;
const MOST_LINES = 10;
/** Ten lines of it stay below what an order may come to, in cents. */
const MOST_OF_A_LINE = 9_000_000;
/** Below this it is not worth making indexes anew, nor where what is added is little beside what is there. */
const WORTH_INDEXES = 1_000;

/** What a history is written into; `users` apart, whose indexes are few. */
const TABLES = [
  'orders',
  'order_lines',
  'order_search',
  'payments',
  'bank_payments',
  'invoices',
  'shipments',
  'shipment_lines',
  'sales_sums',
];

/**
 * Tops a made-up history of orders up to `wanted`, going on where an earlier start left off: orders of one to ten lines over
 * three years, most of them paid by bank transfer, with invoices and shipments, by customers who cannot sign in. A fifth of
 * the tools makes four fifths of the lines. No stock is touched, nobody is written to, and nothing of it is in the audit log.
 * All of it is one transaction, so that there is all or nothing; whoever else orders meanwhile waits. Everything follows
 * from an order's place in the history alone.
 * @param query on one connection, where no statement is given up for its time
 */
export async function seedOrders(exec: (sql: string) => Promise<void>, query: RawQuery, wanted: number): Promise<void> {
  const [last] = await query<{ place: number }>(
    `select substr(id, 5)::int as place from orders where id between 'seed000000000' and 'seed999999999' order by id desc limit 1`,
  );
  const made = last ? last.place + 1 : 0;
  if (made >= wanted) return;
  await exec('begin');
  try {
    // Temporary tables and the sorting of indexes have more than a request has.
    await exec(
      `set local temp_buffers = '256MB'; set local work_mem = '256MB'; set local maintenance_work_mem = '512MB'`,
    );
    await exec(prepare(wanted));
    const [catalogue] = await query<{ count: number }>('select count(*)::int as count from seed_catalogue');
    const tools = catalogue?.count ?? 0;
    if (tools === 0) {
      await exec('rollback');
      return;
    }
    const added = wanted - made;
    const [there] = await query<{ count: number }>('select count(*)::int as count from orders');
    const anew = added >= WORTH_INDEXES && added * 4 >= (there?.count ?? 0);
    await withoutIndexes({ exec, query }, anew ? TABLES : [], async () => {
      // They would do for each row what is done here for all of them at once.
      for (const table of [...TABLES, 'users']) await exec(`alter table ${table} disable trigger user`);
      await exec(CUSTOMERS);
      const [numbers] = await query<{ first: number }>(
        `select (setval('order_numbers', nextval('order_numbers') + ${added} - 1) - ${added} + 1)::float8 as first`,
      );
      for (let from = made; from < wanted; from += PORTION) {
        const until = Math.min(from + PORTION, wanted);
        await exec(
          `truncate seed_chosen, seed_picks, seed_lines, seed_orders; ${portion({ from, until, wanted, number: numbers!.first + from - made, tools })}`,
        );
        for (const step of STEPS) await exec(step);
      }
      await exec('select keep_sales_lately()');
      for (const table of [...TABLES, 'users']) await exec(`alter table ${table} enable trigger user`);
    });
    await exec('commit');
  } catch (error) {
    await exec('rollback');
    throw error;
  }
  for (const table of [...TABLES, 'sales_lately', 'users']) await exec(`vacuum (analyze) ${table}`);
}

/** From 0 to 1, as if by chance, but of the place and the salt alone. */
const roll = (place: string, salt: number) =>
  `((hashint8extended(${place}, ${salt}) & 1073741823) / 1073741824::float8)`;
/** One of the list, by the roll. */
const oneOf = (list: string[], chance: string) =>
  `(array[${list.map((item) => `'${item.replaceAll("'", "''")}'`).join()}])[1 + floor(${list.length} * ${chance})::int]`;

const FIRST = ['Amina', 'Ben', 'Chidi', 'Dora', 'Emil', 'Farah', 'Goran', 'Hana', 'Ivo', 'Jun', 'Karim', 'Lena', 'Mateo', 'Nadia', 'Oskar', 'Priya']; // prettier-ignore
const LAST = ['Rahman', 'Weber', 'Okafor', 'Berg', 'Ferrer', 'Achebe', 'Pike', 'Raman', 'Haddad', 'Sato', 'Dubois', 'Novak', 'Lindqvist', 'Costa', 'Mbeki', 'Petrov']; // prettier-ignore
const TOWNS = ['Leeds', 'Lagos', 'Chittagong', 'Essen', 'Bergen', 'Bilbao', 'Lyon', 'Gdansk', 'Kobe', 'Chennai', 'Izmir', 'Porto', 'Antwerp', 'Turin', 'Osijek', 'Cork', 'Durban', 'Tampere', 'Aleppo', 'Perth']; // prettier-ignore
const TRADES = ['Plant Hire', 'Building Supply', 'Metalworks', 'Joinery', 'Fabrication', 'Marine Works', 'Traders', 'Scaffolding', 'Roofing', 'Rail Repair', 'Fitters', 'Engineering', 'Tool Centre', 'Carpentry', 'Steel & Sons', 'Mill Services']; // prettier-ignore
const STREETS = ['Dock Road', 'Mill Lane', 'Works Street', 'Canal Wharf', 'Forge Hill', 'Station Yard', 'Quarry Way', 'Harbour Row']; // prettier-ignore

/** What portions are made of: the tools that sell, in an order by chance, and the customers. */
const prepare = (wanted: number) => `
create temp table seed_catalogue on commit drop as
select (row_number() over (order by ${roll('position', 1)}, position) - 1)::int as place, id, name, sku, price_cents, price_breaks,
  weight_grams, min_order_quantity as minimum, quantity_step as step,
  order_search_fold(concat_ws(E'\\n', name, sku, nullif(search_code(sku), lower(sku)))) as words
from tools where removed_at is null and on_sale
  and price_cents::bigint * (min_order_quantity + 19 * quantity_step::bigint) <= ${MOST_OF_A_LINE};
create unique index on seed_catalogue (place);
analyze seed_catalogue;
create temp table seed_customers on commit drop as
select place, 'seed' || to_char(place, 'FM000000000') as id, first || ' ' || last as name,
  lower(first || '.' || last) || '.' || place || '@buyers.example' as email,
  '+44 20 ' || to_char(7000000 + place * 7919 % 2000000, 'FM000 0000') as phone, town || ' ' || trade || ' ' || place as company,
  number || ' ' || street || E'\\n' || town || ' ' || to_char(place * 104729 % 90000 + 10000, 'FM00000') as address
from (
  select place, ${oneOf(FIRST, roll('place', 2))} as first, ${oneOf(LAST, roll('place', 3))} as last, ${oneOf(TOWNS, roll('place', 4))} as town,
    ${oneOf(TRADES, roll('place', 5))} as trade, ${oneOf(STREETS, roll('place', 6))} as street, 1 + floor(200 * ${roll('place', 7)})::int as number
  from generate_series(0::bigint, ${Math.ceil(wanted / ORDERS_OF_A_CUSTOMER)} - 1) as place) person;
create unique index on seed_customers (place);
analyze seed_customers;
create temp table seed_chosen (
  id text, place bigint, customer bigint, created_at timestamptz, done_at timestamptz, state text, lines int, number bigint,
  transaction_id text, fulfilment text, purchase_order text, sequence int, year int
) on commit drop;
create temp table seed_picks (place bigint, tool int, steps int) on commit drop;
create temp table seed_lines (
  place bigint, at bigint, tool_id text, name text, sku text, cents int, quantity int, grams bigint, words text
) on commit drop;
create temp table seed_orders (like seed_chosen, user_id text, name text, email text, address text, phone text, company text,
  total_cents int, line_count int, pieces bigint, grams bigint, words text, invoice text
) on commit drop`;

const CUSTOMERS = `
insert into users (id, name, email, email_verified, address, phone, created_at, updated_at)
select id, name, email, true, address, phone, now() - interval '${HISTORY_DAYS} days', now() - interval '${HISTORY_DAYS} days'
from seed_customers on conflict do nothing`;

interface Portion {
  from: number;
  until: number;
  /** How many orders there will be. */
  wanted: number;
  /** Of the first of them. */
  number: number;
  /** How many tools sell. */
  tools: number;
}

/** The orders from a place until another, and their lines, as temporary tables. */
const portion = ({ from, until, wanted, number, tools }: Portion) => `
insert into seed_chosen
select 'seed' || to_char(place, 'FM000000000'), place, customer, created_at,
  case state when 'expired' then created_at + interval '48 hours' else created_at + interval '${PAID_AFTER_MINUTES} minutes' end,
  state, lines, ${number} + place - ${from}, case state when 'paid' then 'bank_seed' || to_char(place, 'FM000000000') end,
  case when state <> 'paid' or created_at > now() - interval '${SHIPPED_AFTER_DAYS} days' then 'none'
    when lines > 1 and created_at > now() - interval '${SHIPPED_WHOLE_AFTER_DAYS} days' and place % 5 = 0 then 'part' else 'all' end,
  case when ${roll('place', 12)} < 0.6 then 'PO-' || 100000 + place else '' end,
  coalesce((select last from invoice_series where series = 'invoice' and invoice_series.year = dated.year), 0)
    + row_number() over (partition by dated.year, state = 'paid' order by place), dated.year
from (
  select place, created_at, floor(${Math.ceil(wanted / ORDERS_OF_A_CUSTOMER)} * ${roll('place', 8)})::int as customer,
    1 + floor(${MOST_LINES - 1} * ${roll('place', 9)} ^ 3)::int as lines, utc_year(created_at + interval '${PAID_AFTER_MINUTES} minutes') as year,
    case when ${roll('place', 10)} < 0.9 or created_at > now() - interval '49 hours' then 'paid'
      when ${roll('place', 10)} < 0.97 then 'expired' else 'deleted' end as state
  from (
    select place, now() - interval '${PAID_AFTER_MINUTES + 1} minutes' - (${wanted} - place) * (interval '${HISTORY_DAYS} days' / ${wanted}) as created_at
    from generate_series(${from}::bigint, ${until - 1}::bigint) as place) timed) dated;
analyze seed_chosen;
-- Twice the same tool in one order is once.
insert into seed_picks
select distinct place, floor(${tools} * ${roll('place * 16 + line', 14)} ^ 7)::int, floor(20 * ${roll('place', 13)})::int
from seed_chosen, lateral generate_series(1, lines) as line;
analyze seed_picks;
insert into seed_lines
select pick.place, row_number() over (partition by pick.place order by pick.tool), tool.id, tool.name, tool.sku,
  case when price_breaks = '[]'::jsonb then price_cents else unit_price_cents(price_cents, price_breaks, pick.steps * step + minimum) end,
  pick.steps * step + minimum, weight_grams * (pick.steps * step + minimum)::bigint, tool.words
from seed_picks pick join seed_catalogue tool on tool.place = pick.tool;
analyze seed_lines;
insert into seed_orders
select o.*, c.id, c.name, c.email, c.address, c.phone, c.company, sums.cents, sums.lines, sums.pieces, sums.grams, sums.words,
  case state when 'paid' then o.year || '-' || lpad(o.sequence::text, greatest(6, length(o.sequence::text)), '0') end
from seed_chosen o join seed_customers c on c.place = o.customer join (
  select place, count(*) as lines, sum(quantity) as pieces, sum(quantity * cents::bigint) as cents, sum(grams) as grams,
    string_agg(words, E'\\n' order by at) as words
  from seed_lines group by 1) sums on sums.place = o.place`;

const { company, delivery } = DEFAULTS;
const [way] = delivery;
const quoted = (given: string) => `'${given.replaceAll("'", "''")}'`;

/** What is written for each portion, with the columns that the shop itself writes. */
const STEPS = [
  `insert into orders (id, user_id, name, email, address, phone, company, purchase_order, country, delivery, delivery_name,
    delivery_days_from, delivery_days_to, number, total_cents, line_count, pieces, weight_grams, hold_until, state, transaction_id, paid_at,
    closed_at, created_at, fulfilment, nothing_left)
  select id, user_id, name, email, address, phone, company, purchase_order, ${quoted(company.country)}, ${quoted(way!.id)}, ${quoted(way!.name)},
    ${way!.days[0]}, ${way!.days[1]}, number, total_cents, line_count, pieces, grams, created_at + interval '48 hours', state, transaction_id,
    case state when 'paid' then done_at end, case when state <> 'paid' then done_at end, created_at, fulfilment, fulfilment = 'all'
  from seed_orders order by id`,
  `insert into order_lines (id, order_id, position, tool_id, tool_name, sku, unit_price_cents, quantity)
  select id || '.' || at, id, at - 1, tool_id, name, sku, cents, quantity
  from (select 'seed' || to_char(place, 'FM000000000') as id, * from seed_lines) line order by place, at`,
  `insert into bank_payments (id, order_id, amount_cents, reference, received_on, created_at)
  select transaction_id, id, total_cents, 'Order ' || number, utc_day(done_at), done_at from seed_orders where state = 'paid' order by id`,
  `insert into payments (id, order_id, payment_intent_id, kind, amount_cents, reference, created_at)
  select id, id, transaction_id, 'charge', total_cents, transaction_id, done_at from seed_orders where state = 'paid' order by id`,
  `insert into invoices (number, series, year, sequence, order_id, total_cents, tax_cents, buyer, issued_at)
  select invoice, 'invoice', year, sequence, id, total_cents, 0,
    jsonb_build_object('name', name, 'company', company, 'address', address, 'country', ${quoted(company.country)}, 'vatId', '',
      'email', email, 'phone', phone, 'purchaseOrder', purchase_order), done_at
  from seed_orders where state = 'paid' order by id`,
  `insert into invoice_series (series, year, last) select 'invoice', year, max(sequence) from seed_orders where state = 'paid' group by year
  on conflict (series, year) do update set last = excluded.last`,
  `insert into order_search (order_id, created_at, words)
  select id, created_at, lower(concat_ws(E'\\n', number, name, company, email, phone, regexp_replace(phone, '\\D', '', 'g'),
    address, purchase_order, transaction_id, id, invoice)) || E'\\n' || words
  from seed_orders order by id`,
  `insert into shipments (id, order_id, carrier, tracking_number, shipped_at)
  select id, id, 'Parcel post', 'TRK' || number, done_at + interval '1 day' from seed_orders where fulfilment <> 'none' order by id`,
  `insert into shipment_lines (shipment_id, tool_id, quantity)
  select id, tool_id, quantity from seed_lines join seed_orders using (place)
  where fulfilment = 'all' or (fulfilment = 'part' and at = 1) order by place, tool_id`,
  `insert into sales_sums as mine (day, tool_id, placed, paid, pieces, cents)
  select day, tool_id, sum(placed), sum(paid), sum(pieces), sum(cents) from (
    select utc_day(created_at) as day, '' as tool_id, 1 as placed, 0 as paid, 0 as pieces, 0::bigint as cents from seed_orders
    union all
    select utc_day(done_at), '', 0, 1, 0, total_cents from seed_orders where state = 'paid'
    union all
    select utc_day(done_at), tool_id, 0, 1, seed_lines.quantity, seed_lines.quantity * cents::bigint
    from seed_lines join seed_orders using (place) where state = 'paid') sold
  group by 1, 2 order by 2, 1
  on conflict (tool_id, day) do update set placed = mine.placed + excluded.placed, paid = mine.paid + excluded.paid,
    pieces = mine.pieces + excluded.pieces, cents = mine.cents + excluded.cents`,
];
