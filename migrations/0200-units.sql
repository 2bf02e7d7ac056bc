-- Unused since 1.1.0, before which the processes of 1.0.0 are stopped (docs/decisions/050): the index of prices that were all of one piece.
-- Prices for 10, 100 or 1,000 pieces, packs that pieces are sold in, and what of both an order says.

alter table tools add column price_unit smallint not null default 1 constraint tools_price_unit check (price_unit in (1, 10, 100, 1000));
-- [{"code", "name", "pieces", "gtin"}], gtin where it has one.
alter table tools add column packs jsonb not null default '[]';
-- What a piece costs, in thousandths of a cent: exact for every price unit.
alter table tools add column piece_price bigint not null generated always as (price_cents::bigint * (1000 / price_unit)) stored;
drop index tools_price_order;
create index tools_price_order on tools (piece_price, position) where removed_at is null;

-- The numbers under the bar codes of a tool and its packs, with all zeros before them.
create function gtins_of(gtin text, packs jsonb) returns text[] language sql immutable parallel safe
  return array(select lpad(number, 14, '0') from (
    select gtin as number union all select pack ->> 'gtin' from jsonb_array_elements(packs) as pack) as said where number is not null);
create index tools_gtins on tools using gin (gtins_of(gtin, packs)) with (fastupdate = off) where removed_at is null
  and (gtin is not null or packs <> '[]');
drop index tools_gtin;

-- How a buyer counts a line that they keep, by the code of a pack; null: in pieces.
alter table basket_lines add column unit text;
alter table named_list_lines add column unit text;

-- For how many pieces the unit price is, and the pack that was ordered, as both were then: {"code", "name", "pieces"}; null: pieces.
alter table order_lines add column price_unit smallint not null default 1
  constraint order_lines_price_unit check (price_unit in (1, 10, 100, 1000));
alter table order_lines add column pack jsonb;

-- What pieces cost, half a cent up: the twin of `lineCents` of contract/buying/line-cents.ts.
create function line_cents(pieces bigint, unit_cents integer, price_unit integer) returns bigint
language sql immutable parallel safe return div(2 * pieces::numeric * unit_cents + price_unit, 2 * price_unit)::bigint;

-- As before; what was given back counts as what it gave back.
create or replace function refresh_sales(days date[], zone text) returns void language plpgsql as $$
declare
  of_day date;
  begins timestamptz;
  ends timestamptz;
begin
  lock table sales_days in share row exclusive mode;
  foreach of_day in array days loop
    begins := day_begins(of_day, zone);
    ends := day_begins(of_day + 1, zone);
    delete from sales_of_tools where day = of_day;
    insert into sales_of_tools (day, tool_id, pieces, cents)
    select of_day, tool_id, sum(pieces), sum(cents) from (
      select line.tool_id, line.quantity::bigint as pieces,
        line_cents(line.quantity, line.unit_price_cents, line.price_unit) as cents
      from orders join order_lines line on line.order_id = orders.id
      where state = 'paid' and paid_at >= begins and paid_at < ends and refunded_cents < total_cents
      union all
      select given.tool_id, -given.quantity::bigint, -given.net_cents::bigint
      from orders join refund_lines given on given.order_id = orders.id
      where state = 'paid' and paid_at >= begins and paid_at < ends and refunded_cents < total_cents) sold
    group by tool_id having sum(pieces) > 0;
    insert into sales_days (day, placed, paid, cents)
    select of_day, placed.orders, paid.orders, paid.cents from
      (select count(*) as orders from orders where created_at >= begins and created_at < ends) placed,
      (select count(*) as orders, coalesce(sum(total_cents - refunded_cents), 0) as cents from orders
        where state = 'paid' and paid_at >= begins and paid_at < ends) paid
    on conflict (day) do update set placed = excluded.placed, paid = excluded.paid, cents = excluded.cents;
  end loop;
end $$;
