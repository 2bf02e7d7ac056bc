import type { Figures, FiguresQuery } from '#contract/money/figures.ts';
import { centsToDollars } from '#contract/money.ts';
import type { Database } from '#server/engine/db/client.ts';
import { type Day, type DaySums, dayOf, dayPlus, firstDay, periodsOf, planOf, spansOf } from './spans.ts';
import { keptDays, readSellers, type Seller } from './sellers.ts';

/** How many rows the lists among the figures have. */
const FIRST = 10;
/** Orders that expire within so many hours are told of. */
const EXPIRING_HOURS = 24;

/** Sums of the shop from day $1 on, with what is not added up yet. */
const DAYS = `
select to_char(day, 'YYYY-MM-DD') as day, sum(placed)::float8 as orders, sum(cents)::float8 as cents from (
  select day, placed, cents from sales_sums where tool_id = '' and day >= $1::date
  union all select day, placed, cents from sales_news where tool_id = '' and day >= $1::date) sums
group by 1`;

/** Tools of which there is less than one buys at least. Levels are steps of stock, so the lowest are looked at alone. */
const SHORT = `
select id, name, available_quantity as available, min_order_quantity as minimum,
  (select count(*)::int from stock_low where short) as total
from stock_low join tools on tools.id = tool_id
where short and level <= (select max(level) from (select level from stock_low where short order by level limit ${FIRST}) lowest)
order by available_quantity, name limit ${FIRST}`;

/** The shop at a glance, today included. Sums are read as doubles, which hold whole cents exactly. */
export async function readFigures(database: Database, { days, by }: FiguresQuery): Promise<Figures> {
  // The database's own day, as the sums are by its clock.
  const [clock] = await database.raw<{ now: Date }>('select now() as now');
  const today = dayOf(clock?.now ?? new Date());
  const plan = planOf(by, days, today);
  const sellersDays = keptDays(days);
  const [sums, sellers, [unpaid], [customers], short, [toShip], expiring] = await Promise.all([
    database.raw<{ day: Day; orders: number; cents: number }>(DAYS, [firstDay(plan)]),
    readSellers(database, { first: dayPlus(today, 1 - sellersDays), days: sellersDays }),
    database.raw<{ orders: number; cents: number }>(
      `select count(*)::int as orders, coalesce(sum(total_cents), 0)::float8 as cents from orders where state = 'unpaid'`,
    ),
    database.raw<{ count: number }>('select count(*)::int as count from users'),
    database.raw<{ id: string; name: string; available: number; minimum: number; total: number }>(SHORT),
    database.raw<{ orders: number; oldest: Date | null }>(
      `select count(*)::int as orders, min(paid_at) as oldest from orders where state = 'paid' and not nothing_left`,
    ),
    database.raw<{ id: string; number: string; name: string; cents: number; at: Date; total: number }>(
      `select id, number::text as number, coalesce(nullif(company, ''), name) as name, total_cents as cents, hold_until as at,
              count(*) over ()::int as total
         from orders where state = 'unpaid' and hold_until between now() and now() + interval '${EXPIRING_HOURS} hours'
        order by hold_until, id limit ${FIRST}`,
    ),
  ]);
  const byDay = new Map<Day, DaySums>(sums.map(({ day, orders, cents }) => [day, { orders, cents }]));
  return {
    days: spansOf(planOf('day', days, today), byDay).map(({ from: day, orders, revenue }) => ({
      day,
      orders,
      revenue,
    })),
    spans: spansOf(plan, byDay),
    periods: periodsOf(today, byDay),
    unpaid: { orders: unpaid?.orders ?? 0, sum: centsToDollars(unpaid?.cents ?? 0) },
    toShip: { orders: toShip?.orders ?? 0, oldest: toShip?.oldest?.toISOString() ?? null },
    expiring: {
      orders: expiring[0]?.total ?? 0,
      first: expiring.map(({ id, number, name, cents, at }) => ({
        _id: id,
        number,
        customer: name,
        price: centsToDollars(cents),
        holdUntil: at.toISOString(),
      })),
    },
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
    sellersDays,
    bestSellers: sellers.best.map(presentSeller),
    worstSellers: sellers.worst.map(presentSeller),
    runningOut: sellers.ending.map(({ id, name, available, pieces }) => ({
      _id: id,
      name,
      availableQuantity: available,
      pieces,
      daysLeft: Math.floor((available * sellersDays) / pieces),
    })),
  };
}

function presentSeller({ id, name, pieces, cents }: Seller): Figures['bestSellers'][number] {
  return { toolId: id, tool: name, pieces, revenue: centsToDollars(cents) };
}

/** Adds what was sold lately to the sums, so that reading them stays quick. Whatever runs beside it, the sums stay exact. */
export async function foldSales(database: Database): Promise<void> {
  await database.raw('select fold_sales()');
}
