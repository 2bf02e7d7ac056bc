import { DEFAULTS } from '#server/office/settings/defaults.ts';
import type { RawQuery } from '#server/engine/db/client.ts';
import { withoutIndexes } from './without-indexes.ts';

/** Orders in one portion: what is sorted and hashed for it stays in memory. */
const PORTION = 100_000;
/** What is bought comes again after so many orders, at another time and for another customer: making it up costs as much as writing it. */
const BASKETS = 200_000;
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
const TABLES = ['orders', 'order_lines', 'ledger', 'bank_payments', 'invoices', 'shipments', 'shipment_lines'];
/** How many of them are made findable, and how many days are summed, at once. */
const REFRESHED = { orders: 20_000, days: 100 };

/**
 * Tops a made-up history of orders up to `wanted`, going on where an earlier start left off: orders of one to ten lines over
 * three years, most of them paid by bank transfer, with invoices and shipments, by customers who cannot sign in. A fifth of
 * the tools makes four fifths of the lines. Each piece costs the tool's own price, whatever its breaks. No stock is touched, nobody is written to, and nothing of it is in the audit log.
 * All of it is one transaction, so that there is all or nothing; whoever else orders meanwhile waits. Everything follows
 * from an order's place in the history alone.
 * @param query on one connection, where no statement is given up for its time
 */
export async function seedOrders(exec: (sql: string) => Promise<void>, query: RawQuery, wanted: number): Promise<void> {
  const [last] = await query<{ place: number }>(
    `select substr(id, 5)::int as place from orders where id between 'seed000000000' and 'seed999999999'
     order by id desc limit 1`,
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
      await exec(baskets(Math.min(wanted, BASKETS), tools));
      const [numbers] = await query<{ first: number }>(
        `select (setval('order_numbers', nextval('order_numbers') + ${added} - 1) - ${added} + 1)::float8 as first`,
      );
      for (let from = made; from < wanted; from += PORTION) {
        const until = Math.min(from + PORTION, wanted);
        await exec(portion({ from, until, wanted, number: numbers!.first + from - made }));
        for (const step of STEPS) await exec(step);
      }
      for (const table of [...TABLES, 'users']) await exec(`alter table ${table} enable trigger user`);
    });
    await exec('analyze orders; analyze order_lines; analyze invoices');
    await withoutIndexes({ exec, query }, anew ? ['order_search'] : [], async () => {
      for (let from = made; from < wanted; from += REFRESHED.orders)
        await exec(refreshSearch(from, Math.min(from + REFRESHED.orders, wanted)));
    });
    for (let from = 0; from <= HISTORY_DAYS; from += REFRESHED.days) await exec(refreshDays(from));
    await exec('commit');
  } catch (error) {
    await exec('rollback');
    throw error;
  }
  for (const table of [...TABLES, 'order_search', 'sales_days', 'sales_of_tools', 'users'])
    await exec(`vacuum (analyze) ${table}`);
}

const { company, delivery } = DEFAULTS;
const [way] = delivery;
const quoted = (given: string) => `'${given.replaceAll("'", "''")}'`;

/** From 0 to 1, as if by chance, but of the place and the salt alone. */
const roll = (place: string, salt: number) =>
  `((hashint8extended(${place}, ${salt}) & 1073741823) / 1073741824::float8)`;
/** One of the list, by the roll. */
const oneOf = (list: string[], chance: string) =>
  `(array[${list.map(quoted).join()}])[1 + floor(${list.length} * ${chance})::int]`;

const FIRST = 'Amina Ben Chidi Dora Emil Farah Goran Hana Ivo Jun Karim Lena Mateo Nadia Oskar Priya'.split(' ');
const LAST =
  'Rahman Weber Okafor Berg Ferrer Achebe Pike Raman Haddad Sato Dubois Novak Lindqvist Costa Mbeki Petrov'.split(' ');
const TOWNS = (
  'Leeds Lagos Chittagong Essen Bergen Bilbao Lyon Gdansk Kobe Chennai Izmir Porto Antwerp Turin Osijek ' +
  'Cork Durban Tampere Aleppo Perth'
).split(' ');
const TRADES = (
  'Plant Hire, Building Supply, Metalworks, Joinery, Fabrication, Marine Works, Traders, Scaffolding, ' +
  'Roofing, Rail Repair, Fitters, Engineering, Tool Centre, Carpentry, Steel & Sons, Mill Services'
).split(', ');
const STREETS =
  'Dock Road, Mill Lane, Works Street, Canal Wharf, Forge Hill, Station Yard, Quarry Way, Harbour Row'.split(', ');

/** What orders are made of: the tools that sell, in an order by chance, and the customers. */
const prepare = (wanted: number) => `
create temp table seed_catalogue on commit drop as
select (row_number() over (order by ${roll('position', 1)}, position) - 1)::int as place, id, name, sku,
  price_cents, weight_grams, min_order_quantity as minimum, quantity_step as step
from tools where removed_at is null and on_sale
  and price_cents::bigint * (min_order_quantity + 19 * quantity_step::bigint) <= ${MOST_OF_A_LINE};
create unique index on seed_catalogue (place);
analyze seed_catalogue;
create temp table seed_customers on commit drop as
select customer.*, jsonb_build_object('name', name, 'company', company, 'address', address,
  'country', ${quoted(company.country)}, 'vatId', '', 'email', email, 'phone', phone) as buyer from (
select place, 'seed' || to_char(place, 'FM000000000') as id, first || ' ' || last as name,
  lower(first || '.' || last) || '.' || place || '@buyers.example' as email,
  '+44 20 ' || to_char(7000000 + place * 7919 % 2000000, 'FM000 0000') as phone,
  town || ' ' || trade || ' ' || place as company,
  number || ' ' || street || E'\\n' || town || ' ' || to_char(place * 104729 % 90000 + 10000, 'FM00000') as address
from (
  select place, ${oneOf(FIRST, roll('place', 2))} as first, ${oneOf(LAST, roll('place', 3))} as last,
    ${oneOf(TOWNS, roll('place', 4))} as town,
    ${oneOf(TRADES, roll('place', 5))} as trade, ${oneOf(STREETS, roll('place', 6))} as street,
    1 + floor(200 * ${roll('place', 7)})::int as number
  from generate_series(0::bigint, ${Math.ceil(wanted / ORDERS_OF_A_CUSTOMER)} - 1) as place) person) customer`;

const CUSTOMERS = `
insert into users (id, name, email, email_verified, address, phone, created_at, updated_at)
select id, name, email, true, address, phone,
  now() - interval '${HISTORY_DAYS} days', now() - interval '${HISTORY_DAYS} days'
from seed_customers on conflict do nothing;
analyze seed_customers`;

/** What is bought in so many orders, line by line and summed. Twice the same tool in one order is once. @param tools how many sell */
const baskets = (count: number, tools: number) => `
create temp table seed_picks on commit drop as
select distinct place::int as basket, floor(${tools} * ${roll('place * 16 + line', 14)} ^ 7)::int as tool,
  floor(20 * ${roll('place', 13)})::int as steps
from generate_series(0::bigint, ${count - 1}::bigint) as place,
  lateral generate_series(1, 1 + floor(${MOST_LINES - 1} * ${roll('place', 9)} ^ 3)::int) as line;
analyze seed_picks;
create temp table seed_sold on commit drop as
select place as tool, id as tool_id, name, sku, price_cents, minimum, step, weight_grams
from seed_catalogue where place in (select tool from seed_picks);
analyze seed_sold;
create temp table seed_lines on commit drop as
select basket, row_number() over (partition by basket order by tool)::int as at, tool_id, name, sku,
  price_cents as cents, steps * step + minimum as quantity, weight_grams * (steps * step + minimum)::bigint as grams
from seed_picks join seed_sold using (tool);
create index on seed_lines (basket, at);
analyze seed_lines;
create temp table seed_baskets on commit drop as
select basket, count(*)::int as lines, sum(quantity) as pieces, sum(quantity * cents::bigint)::int as cents,
  sum(grams) as grams
from seed_lines group by 1 order by 1;
create index on seed_baskets (basket);
analyze seed_baskets`;

interface Portion {
  from: number;
  until: number;
  /** How many orders there will be. */
  wanted: number;
  /** Of the first of them. */
  number: number;
}

/** The orders from a place until another, as a temporary table. */
const portion = ({ from, until, wanted, number }: Portion) => `
drop table if exists seed_orders;
create temp table seed_orders on commit drop as
select 'seed' || to_char(dated.place, 'FM000000000') as id, dated.place, ${number} + dated.place - ${from} as number,
  created_at, case state when 'expired' then created_at + interval '48 hours'
    else created_at + interval '${PAID_AFTER_MINUTES} minutes' end as done_at,
  state, case state when 'paid' then 'bank_seed' || to_char(dated.place, 'FM000000000') end as transaction_id,
  case when state <> 'paid' or created_at > now() - interval '${SHIPPED_AFTER_DAYS} days' then 'none'
    when lines > 1 and created_at > now() - interval '${SHIPPED_WHOLE_AFTER_DAYS} days'
      and dated.place % 5 = 0 then 'part' else 'all' end as fulfilment,
  case when ${roll('dated.place', 12)} < 0.6 then 'PO-' || 100000 + dated.place else '' end as purchase_order,
  dated.year, sequence,
  case state when 'paid' then dated.year || '-' || lpad(sequence::text, greatest(6, length(sequence::text)), '0')
    end as invoice,
  customer.place as customer, basket, lines, pieces, cents, grams
from (
  select placed.*, coalesce(last, 0)
    + row_number() over (partition by placed.year, state = 'paid' order by place) as sequence from (
    select place, created_at,
      extract(year from (created_at + interval '${PAID_AFTER_MINUTES} minutes') at time zone (select shop_zone()))::integer
        as year,
      case when ${roll('place', 10)} < 0.9 or created_at > now() - interval '49 hours' then 'paid'
        when ${roll('place', 10)} < 0.97 then 'expired' else 'deleted' end as state
    from (
      select place, now() - interval '${PAID_AFTER_MINUTES + 1} minutes'
        - (${wanted} - place) * (interval '${HISTORY_DAYS} days' / ${wanted}) as created_at
      from generate_series(${from}::bigint, ${until - 1}::bigint) as place) timed) placed
  left join invoice_series on series = 'invoice' and invoice_series.year = placed.year) dated
join seed_customers customer
  on customer.place = floor(${Math.ceil(wanted / ORDERS_OF_A_CUSTOMER)} * ${roll('dated.place', 8)})::int
join seed_baskets basket on basket = dated.place % ${BASKETS};
analyze seed_orders`;

const PAID = `from seed_orders o join seed_customers customer on customer.place = o.customer where state = 'paid'`;

/** What is written for each portion, with the columns that the shop itself writes. Temporary tables are in the order of places. */
const STEPS = [
  `insert into orders (id, user_id, name, email, address, phone, company, purchase_order, country, delivery,
    delivery_name, delivery_days_from, delivery_days_to, number, total_cents, line_count, pieces, weight_grams,
    hold_until, state, paid_by, transaction_id, paid_at, closed_at, created_at, fulfilment, nothing_left)
  select o.id, customer.id, name, email, address, phone, company, purchase_order, ${quoted(company.country)},
    ${quoted(way!.id)}, ${quoted(way!.name)}, ${way!.days[0]}, ${way!.days[1]}, number, cents, lines, pieces, grams,
    created_at + interval '48 hours', state, case state when 'paid' then 'transfer' end, transaction_id, case state when 'paid' then done_at end,
    case when state <> 'paid' then done_at end, created_at, fulfilment, fulfilment = 'all'
  from seed_orders o join seed_customers customer on customer.place = o.customer`,
  `insert into order_lines (id, order_id, position, tool_id, tool_name, sku, unit_price_cents, quantity)
  select o.id || '.' || at, o.id, at - 1, tool_id, line.name, sku, line.cents, quantity
  from seed_orders o join seed_lines line using (basket)`,
  `insert into bank_payments (id, order_id, amount_cents, reference, received_on, created_at)
  select transaction_id, id, cents, 'Order ' || number, day_of(done_at, (select shop_zone())), done_at
  from seed_orders where state = 'paid'`,
  `insert into ledger (id, order_id, payment_intent_id, kind, method, amount_cents, reference, day, created_at)
  select id, id, transaction_id, 'charge', 'transfer', cents, transaction_id, day_of(done_at, (select shop_zone())), done_at
  from seed_orders where state = 'paid'`,
  `insert into invoices (number, series, year, sequence, order_id, total_cents, tax_cents, buyer, issued_at, zone)
  select invoice, 'invoice', year, sequence, o.id, cents, 0,
    buyer || jsonb_build_object('purchaseOrder', purchase_order), done_at, (select shop_zone())
  ${PAID}`,
  `insert into invoice_series (series, year, last)
  select 'invoice', year, max(sequence) from seed_orders where state = 'paid' group by year
  on conflict (series, year) do update set last = excluded.last`,
  `insert into shipments (id, order_id, carrier, tracking_number, shipped_at)
  select id, id, 'Parcel post', 'TRK' || number, done_at + interval '1 day' from seed_orders
  where fulfilment <> 'none'`,
  `insert into shipment_lines (shipment_id, tool_id, quantity)
  select id, tool_id, quantity from seed_orders join seed_lines using (basket)
  where fulfilment = 'all' or (fulfilment = 'part' and at = 1)`,
];

/** What they are found by, as for all other orders. */
const refreshSearch = (from: number, until: number) => `
select refresh_order_search(array(
  select 'seed' || to_char(place, 'FM000000000') from generate_series(${from}::bigint, ${until - 1}::bigint)
    as place))`;

/** The sums of the days that began so many days ago and before, as far as one call goes. */
const refreshDays = (ago: number) => `
select refresh_sales(array(
  select day_of(now(), (select shop_zone())) - ago from generate_series(${ago}, ${ago + REFRESHED.days - 1}) as ago),
    (select shop_zone()))`;
