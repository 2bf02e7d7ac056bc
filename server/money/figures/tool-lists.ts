import type { Database } from '#server/engine/db/client.ts';
import { onSaleNow } from '#server/engine/db/on-sale-now.ts';
import type { Day } from '#contract/days.ts';

/** How many rows the lists have. */
const FIRST = 10;
/** Tools that run out within so many days are told of, and so many days of sales tell it at most. */
const RUNNING_OUT_DAYS = 90;
const FEWEST_DAYS = 7;

/**
 * What sold since day $1: the most, the least, what runs out first at the rate of these $2 days; and of what there is less than
 * one buys at least. Tools are read once for the last two.
 */
const LISTS = `
with sold as materialized (
  select tool_id, sum(pieces)::bigint as pieces, sum(cents)::bigint as cents from sales_of_tools
  where day >= $1::date group by tool_id
), most as materialized (
  select * from sold order by pieces desc, tool_id limit ${FIRST}
), best as (
  select 'best' as list, id, name, sku, available_quantity, min_order_quantity, pieces, cents, 0 as total
  from most join tools on id = tool_id order by pieces desc, name
), low as materialized (
  select id, name, sku, available_quantity, min_order_quantity, pieces, cents, available_quantity < min_order_quantity as is_short,
    ${onSaleNow()} and available_quantity::bigint * $2::int <= pieces * ${RUNNING_OUT_DAYS} as is_ending
  from tools left join sold on id = tool_id
  where removed_at is null and (available_quantity < min_order_quantity
    or available_quantity::bigint * $2::int <= pieces * ${RUNNING_OUT_DAYS})
), short as (
  select 'short' as list, id, name, sku, available_quantity, min_order_quantity, pieces, cents, count(*) over ()::int as total
  from low where is_short order by available_quantity, name limit ${FIRST}
), ending as (
  select 'ending' as list, id, name, sku, available_quantity, min_order_quantity, pieces, cents, 0 as total
  from low where is_ending order by available_quantity / pieces::numeric, name limit ${FIRST}
), unsold as materialized (
  select id, name, sku, available_quantity, min_order_quantity, 0 as pieces, 0 as cents from tools
  where removed_at is null and ${onSaleNow()} and id not in (select tool_id from sold)
  order by position limit ${FIRST}
), slow as (
  select id, name, sku, available_quantity, min_order_quantity, pieces, cents from sold join tools on id = tool_id
  where removed_at is null and ${onSaleNow()} and (select count(*) from unsold) < ${FIRST}
  order by pieces, name limit ${FIRST}
), worst as (
  select 'worst' as list, both_kinds.*, 0 as total
  from (select * from unsold union all select * from slow) both_kinds order by pieces, name limit ${FIRST}
)
select list, id, name, sku, available_quantity as available, min_order_quantity as minimum,
  coalesce(pieces, 0)::float8 as pieces, coalesce(cents, 0)::float8 as cents, total
from (select * from best union all select * from short union all select * from ending union all select * from worst) told`;

/** A tool in a list: what is there of it, how much one buys at least, and what was sold of it in pieces and cents. */
export interface ListedTool {
  list: 'best' | 'worst' | 'ending' | 'short';
  id: string;
  name: string;
  sku: string | null;
  available: number;
  minimum: number;
  pieces: number;
  cents: number;
  /** How many tools are short in all; 0 in the other lists. */
  total: number;
}

/** Of how many days the sellers are where figures of so many days are asked for. */
export function sellersDaysOf(days: number): number {
  return Math.min(Math.max(days, FEWEST_DAYS), RUNNING_OUT_DAYS);
}

type ToolLists = Record<ListedTool['list'], ListedTool[]>;

/** What sold the most and the least from day `first` on, which are `days`, what runs out first, and what is short. */
export async function readToolLists(
  database: Database,
  { first, days }: { first: Day; days: number },
): Promise<ToolLists> {
  const rows = await database.raw<ListedTool>(LISTS, [first, days]);
  const listed = (list: ListedTool['list']) => rows.filter((row) => row.list === list);
  return { best: listed('best'), worst: listed('worst'), ending: listed('ending'), short: listed('short') };
}
