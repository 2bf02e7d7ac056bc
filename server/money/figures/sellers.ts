import type { Database } from '#server/engine/db/client.ts';
import { onSaleNow } from '#server/engine/db/on-sale-now.ts';
import type { Day } from './spans.ts';

/** How many rows the lists have. */
const FIRST = 10;
/** Tools that run out within so many days are told of. */
const RUNNING_OUT_DAYS = 90;
/** The windows of days whose sums are kept by tool; 0: none. */
const WINDOWS = [0, 7, 14, 30, 60, 90];
/** So many tools are looked at, and where they do not settle it, more; null: all. */
const LOOKED_AT = [1_000, 10_000, null];

/**
 * What sold since day $1: the most, the least, and what runs out first at the rate of these $2 days; from the kept window of $3
 * days, with what it lacks or has too much. Of the tools that are as in the window, only the $4 that sold best and the $4 with
 * the least stock are looked at: `bounds` says what holds for all others, pieces at most and the level of stock at least. Where a
 * plan for many rows would read the whole window, or all tools, it stands in a subquery of one row.
 */
const SELLERS = `
with changed as materialized (
  select tool_id, sum(pieces) as pieces, sum(cents) as cents from (
    select tool_id, pieces, cents from sales_news where tool_id <> '' and day >= $1::date
    union all
    select tool_id, pieces, cents from sales_sums where tool_id <> '' and day >= $1::date
      and day < coalesce((select first from sales_windows where days = $3::int), 'infinity')
    union all
    select tool_id, -pieces, -cents from sales_sums where tool_id <> '' and day < $1::date
      and day >= coalesce((select first from sales_windows where days = $3::int), 'infinity')) sums
  group by tool_id
), afresh as materialized (
  select changed.tool_id, changed.pieces + coalesce(kept.pieces, 0) as pieces, changed.cents + coalesce(kept.cents, 0) as cents
  from changed left join sales_lately kept on kept.days = $3::int and kept.tool_id = changed.tool_id
), kept_best as materialized (
  select tool_id, pieces, cents from sales_lately
  where days = $3::int and pieces > 0 and tool_id not in (select tool_id from changed)
  order by pieces desc limit $4::int
), low as materialized (
  select tool_id, level from stock_low order by level, tool_id limit $4::int
), sold as materialized (
  select tool_id, pieces::numeric as pieces, cents::numeric as cents from kept_best
  union all select tool_id, pieces, cents from afresh where pieces > 0
), sold_or_low as materialized (
  select * from sold
  union select kept.tool_id, kept.pieces::numeric, kept.cents::numeric from low cross join lateral (
    select tool_id, pieces, cents from sales_lately where days = $3::int and tool_id = low.tool_id limit 1) kept
  where kept.pieces > 0 and kept.tool_id not in (select tool_id from changed)
), best as (
  select 'best' as list, id, name, available_quantity, most.pieces, cents
  from (select * from sold where pieces >= (select min(pieces) from (select pieces from sold order by pieces desc limit ${FIRST}) first)) most
    cross join lateral (select id, name, available_quantity from tools where id = most.tool_id limit 1) tool
  order by most.pieces desc, name limit ${FIRST}
), ending as (
  select 'ending' as list, id, name, available_quantity, sold.pieces, cents from sold_or_low sold
    cross join lateral (select * from tools where id = sold.tool_id limit 1) tool
  where removed_at is null and ${onSaleNow()} and available_quantity::numeric * $2::int <= sold.pieces * ${RUNNING_OUT_DAYS}
  order by available_quantity / sold.pieces, name limit ${FIRST}
), unsold as materialized (
  select id, name, available_quantity, 0 as pieces, 0 as cents from tools
  where removed_at is null and ${onSaleNow()} and id not in (select tool_id from afresh where pieces > 0)
    and (id in (select tool_id from changed)
      or coalesce((select kept.pieces from sales_lately kept where kept.days = $3::int and kept.tool_id = tools.id), 0) <= 0)
  order by position limit ${FIRST}
), slow as (
  select id, name, available_quantity, sold.pieces, cents from (
    select tool_id, pieces, cents from afresh where pieces > 0
    union all
    select tool_id, pieces, cents from sales_lately
    where days = $3::int and pieces > 0 and tool_id not in (select tool_id from changed)) sold join tools on tools.id = tool_id
  where removed_at is null and ${onSaleNow()} and (select count(*) from unsold) < ${FIRST}
  order by sold.pieces, name limit ${FIRST}
), worst as (
  select 'worst' as list, * from (select * from unsold union all select * from slow) both_kinds order by pieces, name limit ${FIRST}
), told as (
  select * from best union all select * from ending union all select * from worst
  union all select 'bounds', '', '', (select case when count(*) = $4::int then max(level) else 8 end from low),
    (select case when count(*) = $4::int then min(pieces) end from kept_best), 0
)
select list, id, name, available_quantity as available, pieces::float8 as pieces, cents::float8 as cents from told`;

/** A tool in a list: what is there of it, and what was sold of it in pieces and cents. */
export interface Seller {
  list: 'best' | 'ending' | 'worst' | 'bounds';
  id: string;
  name: string;
  available: number;
  pieces: number;
  cents: number;
}

/** The longest span whose sums are kept by tool and that is not longer than so many days, and the shortest of a few days. */
export function keptDays(days: number): number {
  const [, shortest = 7, ...longer] = WINDOWS;
  return longer.findLast((kept) => kept <= days) ?? shortest;
}

export interface Sellers {
  best: Seller[];
  ending: Seller[];
  worst: Seller[];
}

/**
 * What sold the most and the least from day `first` on, which are `days`, and what runs out first. Exact at every instant.
 * @param lookedAt how many tools are looked at, from try to try; the last is null: all
 */
export async function readSellers(
  database: Database,
  { first, days }: { first: Day; days: number },
  lookedAt: readonly (number | null)[] = LOOKED_AT,
): Promise<Sellers> {
  const window = WINDOWS.reduce((near, next) => (Math.abs(days - next) <= Math.abs(days - near) ? next : near));
  for (const most of lookedAt) {
    const rows = await database.raw<Seller>(SELLERS, [first, days, window, most]);
    const listed = (list: Seller['list']) => rows.filter((row) => row.list === list);
    const sellers = { best: listed('best'), ending: listed('ending'), worst: listed('worst') };
    if (most === null || settled(sellers, listed('bounds')[0]!, days)) return sellers;
  }
  throw new Error('The last try has to look at all tools.');
}

/** Whether no tool that was not looked at can be in the lists. Products of whole numbers, so that nothing is rounded. */
function settled(
  { best, ending }: Sellers,
  bounds: { available: number; pieces: number | null },
  days: number,
): boolean {
  const most = bounds.pieces;
  if (most === null) return true;
  const least = bounds.available === 0 ? 0 : 2 ** (bounds.available - 1);
  const tenthBest = best[FIRST - 1];
  const tenthEnding = ending[FIRST - 1];
  if (!tenthBest || tenthBest.pieces <= most) return false;
  if (least * days > most * RUNNING_OUT_DAYS) return true;
  return tenthEnding !== undefined && tenthEnding.available * most < least * tenthEnding.pieces;
}
