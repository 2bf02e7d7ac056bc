import type { Figures } from '#contract/admin.ts';
import { centsToDollars } from '#contract/money.ts';
import type { Database } from '#server/db/client.ts';

/** How many rows the lists among the figures have. */
const FIRST = 10;

/** The shop at a glance over the last `days` days, today included. Sums are read as doubles, which hold whole cents exactly. */
export async function readFigures(database: Database, days: number): Promise<Figures> {
  const since = `date_trunc('day', now() at time zone 'utc') - make_interval(days => $1::int - 1)`;
  const [byDay, [unpaid], [customers], short, bestSellers] = await Promise.all([
    database.raw<{ day: string; orders: number; cents: number }>(
      `with made as (
         select date_trunc('day', created_at at time zone 'utc') as day, count(*)::int as orders
           from orders where created_at >= (${since}) at time zone 'utc' group by 1),
       earned as (
         select date_trunc('day', paid_at at time zone 'utc') as day, sum(total_cents - refunded_cents)::float8 as cents
           from orders where state = 'paid' and paid_at >= (${since}) at time zone 'utc' group by 1)
       select to_char(each, 'YYYY-MM-DD') as day, coalesce(orders, 0) as orders, coalesce(cents, 0) as cents
         from generate_series(${since}, date_trunc('day', now() at time zone 'utc'), interval '1 day') as each
         left join made on made.day = each left join earned on earned.day = each
        order by each`,
      [days],
    ),
    database.raw<{ orders: number; cents: number }>(
      `select count(*)::int as orders, coalesce(sum(total_cents), 0)::float8 as cents from orders where state = 'unpaid'`,
    ),
    database.raw<{ count: number }>('select count(*)::int as count from users'),
    database.raw<{ id: string; name: string; available: number; minimum: number; total: number }>(
      `select id, name, available_quantity as available, min_order_quantity as minimum, count(*) over ()::int as total
         from tools where removed_at is null and available_quantity < min_order_quantity
        order by available_quantity, name limit ${FIRST}`,
    ),
    database.raw<{ id: string; name: string; pieces: number; cents: number }>(
      `select line.tool_id as id, max(line.tool_name) as name, sum(line.quantity)::float8 as pieces,
              sum(line.quantity::numeric * line.unit_price_cents)::float8 as cents
         from orders join order_lines line on line.order_id = orders.id
        where orders.state = 'paid' and orders.paid_at >= (${since}) at time zone 'utc'
        group by line.tool_id order by pieces desc, name limit ${FIRST}`,
      [days],
    ),
  ]);
  return {
    days: byDay.map(({ day, orders, cents }) => ({ day, orders, revenue: centsToDollars(cents) })),
    unpaid: { orders: unpaid?.orders ?? 0, sum: centsToDollars(unpaid?.cents ?? 0) },
    customers: customers?.count ?? 0,
    short: {
      tools: short[0]?.total ?? 0,
      first: short.map(({ id, name, available, minimum }) => ({
        _id: id,
        name,
        availableQuantity: available,
        minOrderQuantity: minimum,
      })),
    },
    bestSellers: bestSellers.map(({ id, name, pieces, cents }) => ({
      toolId: id,
      tool: name,
      pieces,
      revenue: centsToDollars(cents),
    })),
  };
}
