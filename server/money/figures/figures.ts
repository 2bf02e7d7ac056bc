import { type Day, dayPlus } from '#contract/days.ts';
import type { Figures, FiguresQuery } from '#contract/money/figures.ts';
import { centsToMoney } from '#contract/money.ts';
import type { Database } from '#server/engine/db/client.ts';
import { type DaySums, firstDay, periodsOf, planOf, spansOf } from './spans.ts';
import { readToday } from './sales-days.ts';
import { readResult } from './result.ts';
import { type ListedTool, readToolLists, sellersDaysOf } from './tool-lists.ts';

/** How many rows the lists among the figures have. */
const FIRST = 10;
/** Orders that expire within so many hours are told of. */
const EXPIRING_HOURS = 24;

/** Sums of the shop from day $1 on. */
const DAYS = `
select to_char(day, 'YYYY-MM-DD') as day, placed::float8 as orders, cents::float8 as cents from sales_days
where day >= $1::date`;

/** The shop at a glance, today included. Sums are read as doubles, which hold whole cents exactly. */
export async function readFigures(database: Database, { days, by }: FiguresQuery): Promise<Figures> {
  const today = await readToday(database);
  const plan = planOf(by, days, today);
  const sellersDays = sellersDaysOf(days);
  const [sums, tools, result, [unpaid], [owed], [customers], [toShip], expiring] = await Promise.all([
    database.raw<{ day: Day; orders: number; cents: number }>(DAYS, [firstDay(plan)]),
    readToolLists(database, { first: dayPlus(today, 1 - sellersDays), days: sellersDays }),
    readResult(database, days, dayPlus(today, 1 - days)),
    database.raw<{ orders: number; cents: number }>(
      `select count(*)::int as orders, coalesce(sum(total_cents), 0)::float8 as cents from orders
       where state = 'unpaid'`,
    ),
    database.raw<{ orders: number; overdue: number }>(
      `select count(*)::int as orders, count(*) filter (where due_on < (select shop_today()))::int as overdue
       from orders
        where state = 'open' and company_id is not null and refunded_cents + written_off_cents < total_cents
          and (to_invoice_cents is null or due_on is not null)`,
    ),
    database.raw<{ count: number }>('select count(*)::int as count from users'),
    database.raw<{ orders: number; oldest: Date | null }>(
      `select count(*)::int as orders, min(released_at) as oldest from orders
        where (state in ('paid', 'free') or (state = 'open' and on_account)) and not nothing_left
        and (state = 'free' or refunded_cents < total_cents)`,
    ),
    database.raw<{ _id: string; number: string; customer: string; cents: number; at: Date; total: number }>(
      `select id as _id, number::text as number, coalesce(nullif(company, ''), name) as customer, total_cents as cents,
         hold_until as at, count(*) over ()::int as total
         from orders where state = 'unpaid' and hold_until between now() and now() + interval '${EXPIRING_HOURS} hours'
        order by hold_until, id limit ${FIRST}`,
    ),
  ]);
  const byDay = new Map<Day, DaySums>(sums.map(({ day, orders, cents }) => [day, { orders, cents }]));
  return {
    days: spansOf(planOf('day', days, today), byDay).map(({ from, orders, revenue }) => ({
      day: from,
      orders,
      revenue,
    })),
    spans: spansOf(plan, byDay),
    periods: periodsOf(today, byDay),
    result,
    unpaid: { orders: unpaid!.orders, sum: centsToMoney(unpaid!.cents) },
    owed: owed!,
    toShip: { orders: toShip!.orders, oldest: toShip!.oldest?.toISOString() ?? null },
    expiring: {
      orders: expiring[0]?.total ?? 0,
      first: expiring.map(({ cents, at, total: _all, ...order }) => ({
        ...order,
        price: centsToMoney(cents),
        holdUntil: at.toISOString(),
      })),
    },
    customers: customers!.count,
    short: {
      tools: tools.short[0]?.total ?? 0,
      first: tools.short.map((tool) => ({ ...stockOf(tool), minOrderQuantity: tool.minimum })),
    },
    sellersDays,
    bestSellers: tools.best.map(presentSeller),
    worstSellers: tools.worst.map(presentSeller),
    runningOut: tools.ending.map((tool) => ({
      ...stockOf(tool),
      pieces: tool.pieces,
      daysLeft: Math.floor((tool.available * sellersDays) / tool.pieces),
    })),
  };
}

function stockOf({ id, name, sku, available }: ListedTool) {
  return { _id: id, name, sku, availableQuantity: available };
}

function presentSeller({ id, name, sku, pieces, cents }: ListedTool): Figures['bestSellers'][number] {
  return { toolId: id, tool: name, sku, pieces, revenue: centsToMoney(cents) };
}
