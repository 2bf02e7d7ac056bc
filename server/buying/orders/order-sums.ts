import { MAX_CENTS } from '#contract/money.ts';
import type { OrderTerms } from '#contract/buying/pricing.ts';
import { onSaleNow } from '#server/engine/db/on-sale-now.ts';

/**
 * What the statements that price an order share, so that the one that places it and the one that explains why it was
 * refused cannot come to different sums. Their first five parameters: 1 tool ids (null: by name), 2 quantities, 3 the name
 * of a tool without an id, 4 rates as JSON, 5 tax in percent. contract/buying/pricing.ts is the twin of it (docs/decisions/360).
 */

/** A name is enough where one tool alone has it. */
export const BY_NAME = `(select min(id) from tools where name = $3::text and removed_at is null and ${onSaleNow()} having count(*) = 1)`;

/**
 * What is wanted, in the order in which it was sent. The planner is kept from looking into the arrays: it would make a
 * plan for each order, which costs more than the order does.
 */
export const WANTED = `wanted as materialized (
  select coalesce(asked.tool_id, ${BY_NAME}) as tool_id, asked.quantity, asked.at
  from unnest((select $1::text[]), (select $2::bigint[])) with ordinality as asked (tool_id, quantity, at)
)`;

/** The price of a piece of tool `t` when so many are bought; most tools have no breaks, and need no function for it. */
export function unitCents(quantity: string): string {
  return `case when t.price_breaks = '[]'::jsonb then t.price_cents else unit_price_cents(t.price_cents, t.price_breaks, ${quantity}) end`;
}

/** What lines with quantity, unit_cents and weight_grams come to before freight and tax. */
export const BASIS_OF_LINES = `(select count(*) as lines, sum(quantity) as pieces,
    sum(unit_cents * quantity::numeric) as goods, sum(weight_grams * quantity::numeric) as weight
  from line)`;

/**
 * From goods and weight to freight, tax and total; no row where nothing carries it.
 * @param basis a subquery with `goods` in cents and `weight` in grams, and whatever else is to be passed on
 */
export function sumsOf(basis: string): string {
  return `select taxed.*, goods + freight + tax as total from (
    select basis.*, carried.*, round((basis.goods + carried.freight) * $5::numeric / 100) as tax
    from ${basis} as basis cross join lateral (
      select rate.id, rate.name, rate.days_from, rate.days_to,
        case when basis.goods >= rate.free_from then 0 else rate.cents end as freight
      from json_to_recordset($4::json)
        as rate (at int, id text, name text, days_from int, days_to int, up_to bigint, cents int, free_from bigint)
      where rate.up_to is null or basis.weight <= rate.up_to
      order by rate.at limit 1) as carried) as taxed`;
}

/** Whether an order may come to that much. */
export const NOT_TOO_LARGE = `total <= ${MAX_CENTS}`;

/** The ways' rates as the statements read them, the first that fits being the one that is taken. */
export function ratesAsJson({ ways }: OrderTerms): string {
  const rates = ways.flatMap(({ id, name, days: [days_from, days_to], rates: own, freeFromCents }) =>
    own.map(({ upTo, cents }) => ({ id, name, days_from, days_to, up_to: upTo, cents, free_from: freeFromCents })),
  );
  return JSON.stringify(rates.map((rate, at) => ({ at, ...rate })));
}
