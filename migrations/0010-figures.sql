-- What was ordered, paid and sold, summed by day, and by day and tool: the Overview reads these and never the orders
-- (docs/decisions/410-sums-by-day.md). Each day is counted from the orders, and again whenever one of its orders changes.

-- Orders placed on the day; orders paid on it, and in cents what they came to with freight and tax, less what was given back of them.
create table sales_days (
  day date primary key,
  placed bigint not null,
  paid bigint not null,
  cents bigint not null
);

-- What was sold of a tool in the orders paid on the day: pieces that were not given back, and in cents their price without tax.
create table sales_of_tools (
  day date not null,
  tool_id text not null,
  pieces bigint not null,
  cents bigint not null,
  primary key (day, tool_id)
);

create index orders_paid on orders (paid_at) where state = 'paid';

-- Counts these days anew, one after the other, so that each reads its own orders by their index, and nobody else meanwhile. Of an order whose money went back
-- whole nothing was sold, whether or not its pieces were named.
create function refresh_sales(days date[], zone text) returns void language plpgsql as $$
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
    select of_day, tool_id, sum(pieces), sum(pieces * unit_price_cents) from (
      select line.tool_id, line.unit_price_cents, line.quantity::bigint as pieces
      from orders join order_lines line on line.order_id = orders.id
      where state = 'paid' and paid_at >= begins and paid_at < ends and refunded_cents < total_cents
      union all
      select line.tool_id, line.unit_price_cents, -given.quantity::bigint
      from orders join refund_lines given on given.order_id = orders.id
        join order_lines line on line.order_id = orders.id and line.tool_id = given.tool_id
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
