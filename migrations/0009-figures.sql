-- What was ordered, paid and sold, summed by day, and by day and tool: the Overview reads these and never the orders
-- (docs/decisions/410-sums-by-day.md). Each day is counted from the orders, and again whenever one of its orders changes.

-- Days are days of a time zone, by its IANA name.
create function day_of(moment timestamptz, zone text) returns date language sql immutable parallel safe as $$
  select (moment at time zone zone)::date
$$;
create function day_begins(day date, zone text) returns timestamptz language sql immutable parallel safe as $$
  select day::timestamp at time zone zone
$$;

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

-- Counts these days anew. Of an order whose money went back whole nothing was sold, whether or not its pieces were named.
create function refresh_sales(days date[], zone text) returns void language sql as $$
  delete from sales_of_tools where day = any(days);
  insert into sales_of_tools (day, tool_id, pieces, cents)
  select day, tool_id, sum(pieces), sum(pieces * unit_price_cents) from (
    select day, line.tool_id, line.unit_price_cents, line.quantity - coalesce((
      select sum(quantity) from refund_lines where order_id = line.order_id and tool_id = line.tool_id), 0) as pieces
    from unnest(days) as day
      join orders on state = 'paid' and paid_at >= day_begins(day, zone) and paid_at < day_begins(day + 1, zone)
        and refunded_cents < total_cents
      join order_lines line on line.order_id = orders.id) sold
  where pieces > 0 group by day, tool_id;
  insert into sales_days as known (day, placed, paid, cents)
  select day, placed.orders, paid.orders, paid.cents from unnest(days) as day,
    lateral (select count(*) as orders from orders
      where created_at >= day_begins(day, zone) and created_at < day_begins(day + 1, zone)) placed,
    lateral (select count(*) as orders, coalesce(sum(total_cents - refunded_cents), 0) as cents from orders
      where state = 'paid' and paid_at >= day_begins(day, zone) and paid_at < day_begins(day + 1, zone)) paid
  on conflict (day) do update set placed = excluded.placed, paid = excluded.paid, cents = excluded.cents
$$;
