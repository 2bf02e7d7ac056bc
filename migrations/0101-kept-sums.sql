-- What was ordered, paid and sold, summed by UTC day, and by day and tool: the Overview reads these and never the orders. Kept
-- by triggers in the statements that move the money, so that every version and every way to pay or give back takes part.

-- tool_id '' is the shop as a whole: orders placed and paid on the day, and in cents what the orders paid on it came to less what
-- was given back of them. With a tool: orders, pieces and cents of its lines in orders paid on the day.
create table sales_sums (
  day date not null,
  tool_id text not null default '',
  placed bigint not null default 0,
  paid bigint not null default 0,
  pieces bigint not null default 0,
  cents bigint not null default 0,
  primary key (tool_id, day)
);
create index sales_sums_of_tools on sales_sums (day, tool_id) include (pieces, cents) where tool_id <> '';

-- The same, not added up yet: whoever sells only adds a row, so that no two wait for each other. Sums are both together.
create table sales_news (
  id bigint generated always as identity primary key,
  day date not null,
  tool_id text not null default '',
  placed bigint not null default 0,
  paid bigint not null default 0,
  pieces bigint not null default 0,
  cents bigint not null default 0
);

create function utc_day(moment timestamptz) returns date language sql immutable as $$
  select (moment at time zone 'utc')::date
$$;

create function sum_placed_orders() returns trigger language plpgsql as $$
begin
  insert into sales_news (day, placed) select utc_day(created_at), count(*) from placed group by 1;
  -- Orders that come as paid are brought back from a backup, or made up.
  insert into sales_news (day, paid, cents)
    select utc_day(paid_at), count(*), sum(total_cents - refunded_cents) from placed where state = 'paid' group by 1;
  return null;
end $$;

create function sum_lines() returns trigger language plpgsql as $$
begin
  insert into sales_news (day, tool_id, paid, pieces, cents)
    select utc_day(orders.paid_at), lines.tool_id, count(*), sum(lines.quantity), sum(lines.quantity::bigint * lines.unit_price_cents)
    from (select distinct order_id from lines) of_order
    join orders on orders.id = of_order.order_id and orders.state = 'paid'
    join lines on lines.order_id = orders.id group by 1, 2;
  return null;
end $$;

create function sum_changed_order() returns trigger language plpgsql as $$
begin
  if old.state = 'paid' then
    insert into sales_news (day, paid, cents) values (utc_day(old.paid_at), -1, old.refunded_cents - old.total_cents);
  end if;
  if new.state = 'paid' then
    insert into sales_news (day, paid, cents) values (utc_day(new.paid_at), 1, new.total_cents - new.refunded_cents);
  end if;
  if old.state is distinct from new.state then
    insert into sales_news (day, tool_id, paid, pieces, cents)
      select utc_day(case new.state when 'paid' then new.paid_at else old.paid_at end), tool_id, side, side * quantity,
        side * quantity::bigint * unit_price_cents
      from order_lines, (select case new.state when 'paid' then 1 else -1 end as side) sides where order_id = new.id;
  elsif utc_day(old.paid_at) is distinct from utc_day(new.paid_at) then
    insert into sales_news (day, tool_id, paid, pieces, cents)
      select utc_day(moment), tool_id, side, side * quantity, side * quantity::bigint * unit_price_cents
      from order_lines, (values (old.paid_at, -1), (new.paid_at, 1)) sides (moment, side) where order_id = new.id;
  end if;
  return null;
end $$;

-- Adds the news to the sums, where whole, nothing twice. @returns how many rows of news there were
create function fold_sales() returns bigint language plpgsql as $$
declare
  folded bigint;
begin
  perform pg_advisory_xact_lock(hashtext('fold_sales'));
  with gone as (delete from sales_news returning *),
  added as (
    insert into sales_sums as mine (day, tool_id, placed, paid, pieces, cents)
    select day, tool_id, sum(placed), sum(paid), sum(pieces), sum(cents) from gone group by day, tool_id
    on conflict (tool_id, day) do update set placed = mine.placed + excluded.placed, paid = mine.paid + excluded.paid,
      pieces = mine.pieces + excluded.pieces, cents = mine.cents + excluded.cents)
  select count(*) into folded from gone;
  return folded;
end $$;

-- From here on nobody orders or pays until this is done, so that what is counted now and what the triggers count do not mix.
create trigger orders_sum_placed after insert on orders referencing new table as placed
  for each statement execute function sum_placed_orders();
create trigger orders_sum_changed after update of state, paid_at, total_cents, refunded_cents on orders
  for each row when ((old.state = 'paid' or new.state = 'paid') and
    (old.state, old.paid_at, old.total_cents, old.refunded_cents) is distinct from (new.state, new.paid_at, new.total_cents, new.refunded_cents))
  execute function sum_changed_order();
create trigger order_lines_sum after insert on order_lines referencing new table as lines
  for each statement execute function sum_lines();

insert into sales_sums (day, placed, paid, cents)
  select day, sum(placed), sum(paid), sum(cents) from (
    select utc_day(created_at) as day, count(*) as placed, 0 as paid, 0 as cents from orders group by 1
    union all
    select utc_day(paid_at), 0, count(*), sum(total_cents - refunded_cents) from orders where state = 'paid' group by 1) both_sides
  group by day;
insert into sales_sums (day, tool_id, paid, pieces, cents)
  select utc_day(orders.paid_at), tool_id, count(*), sum(quantity), sum(quantity::bigint * unit_price_cents)
  from orders join order_lines on order_lines.order_id = orders.id where state = 'paid' group by 1, 2;
