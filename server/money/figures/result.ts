import type { Day } from '#contract/days.ts';
import type { Figures } from '#contract/money/figures.ts';
import { centsToMoney } from '#contract/money.ts';
import type { Database } from '#server/engine/db/client.ts';

/**
 * Of the orders paid from day $1 on, or in the days beside it that its time zone may take: what they came to less what went back, the tax
 * in it, their goods without tax, and of the goods whose cost somebody has said, their price and cost. Cents.
 */
const RESULT = `
with paid as (
  select id, total_cents, refunded_cents, tax_cents from orders
  where state = 'paid' and paid_at >= $1::date - 1 and day_of(paid_at, (select shop_zone())) >= $1::date
), back as (
  select r.order_id, l.tool_id, sum(l.quantity) as quantity, sum(l.net_cents) as cents
  from refund_lines l join refunds r on r.id = l.refund_id
  where r.state <> 'failed' and r.order_id in (select id from paid) group by 1, 2
), sold as (
  select l.quantity - coalesce(back.quantity, 0) as pieces,
    l.quantity::numeric * l.unit_price_cents / l.price_unit - coalesce(back.cents, 0) as cents,
    c.cost_cents::numeric / t.price_unit as cost
  from paid join order_lines l on l.order_id = paid.id
    left join back on back.order_id = l.order_id and back.tool_id = l.tool_id
    left join tools t on t.id = l.tool_id left join tool_costs c on c.tool_id = l.tool_id
)
select
  (select coalesce(sum(total_cents - refunded_cents), 0) from paid)::float8 as gross,
  (select coalesce(sum(round(tax_cents::numeric * (total_cents - refunded_cents) / nullif(total_cents, 0))), 0)
    from paid)::float8 as tax,
  (select coalesce(round(sum(cents)), 0) from sold)::float8 as goods,
  (select coalesce(round(sum(cents)), 0) from sold where cost is not null)::float8 as known,
  (select round(sum(pieces * cost)) from sold where cost is not null)::float8 as cost`;

/** What was sold in some days until today, gross and net, and what is left of it where costs are known. @param first the first of them */
export async function readResult(database: Database, days: number, first: Day): Promise<Figures['result']> {
  const [row] = await database.raw<{ gross: number; tax: number; goods: number; known: number; cost: number | null }>(
    RESULT,
    [first],
  );
  const { gross = 0, tax = 0, goods = 0, known = 0, cost = null } = row ?? {};
  return {
    days,
    gross: centsToMoney(gross),
    tax: centsToMoney(tax),
    net: centsToMoney(gross - tax),
    goods: centsToMoney(goods),
    goodsWithCost: centsToMoney(known),
    margin: cost === null ? null : centsToMoney(known - cost),
  };
}
