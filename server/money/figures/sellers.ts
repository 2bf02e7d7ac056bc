import type { Database } from '#server/engine/db/client.ts';
import { onSaleNow } from '#server/engine/db/on-sale-now.ts';
import type { Day } from '#contract/days.ts';

/** How many rows the lists have. */
const FIRST = 10;
/** Tools that run out within so many days are told of, and so many days of sales tell it at most. */
const RUNNING_OUT_DAYS = 90;
const FEWEST_DAYS = 7;

/** What sold since day $1: the most, the least, and what runs out first at the rate of these $2 days. */
const SELLERS = `
with sold as materialized (
  select tool_id, sum(pieces)::bigint as pieces, sum(cents)::bigint as cents from sales_of_tools
  where day >= $1::date group by tool_id
), most as materialized (
  select * from sold order by pieces desc, tool_id limit ${FIRST}
), best as (
  select 'best' as list, id, name, sku, available_quantity, pieces, cents from most join tools on id = tool_id
  order by pieces desc, name
), ending as (
  select 'ending' as list, id, name, sku, available_quantity, pieces, cents from sold join tools on id = tool_id
  where removed_at is null and ${onSaleNow()} and available_quantity::bigint * $2::int <= pieces * ${RUNNING_OUT_DAYS}
  order by available_quantity / pieces::numeric, name limit ${FIRST}
), unsold as materialized (
  select id, name, sku, available_quantity, 0 as pieces, 0 as cents from tools
  where removed_at is null and ${onSaleNow()} and id not in (select tool_id from sold)
  order by position limit ${FIRST}
), slow as (
  select id, name, sku, available_quantity, pieces, cents from sold join tools on id = tool_id
  where removed_at is null and ${onSaleNow()} and (select count(*) from unsold) < ${FIRST}
  order by pieces, name limit ${FIRST}
), worst as (
  select 'worst' as list, * from (select * from unsold union all select * from slow) both_kinds order by pieces, name
    limit ${FIRST}
)
select list, id, name, sku, available_quantity as available, pieces::float8 as pieces, cents::float8 as cents
from (select * from best union all select * from ending union all select * from worst) told`;

/** A tool in a list: what is there of it, and what was sold of it in pieces and cents. */
export interface Seller {
  list: 'best' | 'ending' | 'worst';
  id: string;
  name: string;
  sku: string | null;
  available: number;
  pieces: number;
  cents: number;
}

/** Of how many days the sellers are where figures of so many days are asked for. */
export function sellersDaysOf(days: number): number {
  return Math.min(Math.max(days, FEWEST_DAYS), RUNNING_OUT_DAYS);
}

type Sellers = Record<Seller['list'], Seller[]>;

/** What sold the most and the least from day `first` on, which are `days`, and what runs out first. */
export async function readSellers(database: Database, { first, days }: { first: Day; days: number }): Promise<Sellers> {
  const rows = await database.raw<Seller>(SELLERS, [first, days]);
  const listed = (list: Seller['list']) => rows.filter((row) => row.list === list);
  return { best: listed('best'), ending: listed('ending'), worst: listed('worst') };
}
