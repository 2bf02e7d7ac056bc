-- What was ordered, paid and sold, summed by UTC day, and by day and tool: the Overview reads these and never the orders. Kept
-- by triggers in the statements that move the money, so that every way to pay or give back takes part.

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
create trigger orders_sum_placed after insert on orders referencing new table as placed
  for each statement execute function sum_placed_orders();

create function sum_lines() returns trigger language plpgsql as $$
begin
  insert into sales_news (day, tool_id, paid, pieces, cents)
    select utc_day(orders.paid_at), lines.tool_id, count(*), sum(lines.quantity), sum(lines.quantity::bigint * lines.unit_price_cents)
    from (select distinct order_id from lines) of_order
    join orders on orders.id = of_order.order_id and orders.state = 'paid'
    join lines on lines.order_id = orders.id group by 1, 2;
  return null;
end $$;
create trigger order_lines_sum after insert on order_lines referencing new table as lines
  for each statement execute function sum_lines();

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
create trigger orders_sum_changed after update of state, paid_at, total_cents, refunded_cents on orders
  for each row when ((old.state = 'paid' or new.state = 'paid') and
    (old.state, old.paid_at, old.total_cents, old.refunded_cents) is distinct from (new.state, new.paid_at, new.total_cents, new.refunded_cents))
  execute function sum_changed_order();

-- What was sold of each tool in the last 7, 14, 30, 60 and 90 UTC days: with these the Overview looks at a few tools instead of at all
-- of them. Each window begins on its day `first`, and has all that `sales_sums` has from that day on. News is not in it.
create table sales_windows (
  days integer primary key,
  first date not null
);
create table sales_lately (
  days integer not null,
  tool_id text not null,
  pieces bigint not null,
  cents bigint not null,
  primary key (days, tool_id)
);
create index sales_lately_best on sales_lately (days, pieces, tool_id) include (cents);
insert into sales_windows (days, first) select days, utc_day(now()) - days + 1 from unnest(array[7, 14, 30, 60, 90]) as days;

-- Counts the windows anew from the sums, for whoever has written into these himself.
create function keep_sales_lately() returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('fold_sales'));
  delete from sales_lately;
  update sales_windows set first = utc_day(now()) - days + 1;
  insert into sales_lately (days, tool_id, pieces, cents)
    select days, tool_id, sum(pieces), sum(cents) from sales_windows join sales_sums on day >= first where tool_id <> '' group by 1, 2
    order by 1, 2;
end $$;

-- Adds the news to the sums and to the windows, where whole, nothing twice, and moves the windows on to today.
-- @returns how many rows of news there were
create function fold_sales() returns bigint language plpgsql as $$
declare
  folded bigint;
  moving record;
begin
  perform pg_advisory_xact_lock(hashtext('fold_sales'));
  with gone as (delete from sales_news returning *),
  added as (
    insert into sales_sums as mine (day, tool_id, placed, paid, pieces, cents)
    select day, tool_id, sum(placed), sum(paid), sum(pieces), sum(cents) from gone group by day, tool_id
    on conflict (tool_id, day) do update set placed = mine.placed + excluded.placed, paid = mine.paid + excluded.paid,
      pieces = mine.pieces + excluded.pieces, cents = mine.cents + excluded.cents),
  lately as (
    insert into sales_lately as mine (days, tool_id, pieces, cents)
    select days, tool_id, sum(pieces), sum(cents) from gone join sales_windows on day >= first where tool_id <> '' group by days, tool_id
    on conflict (days, tool_id) do update set pieces = mine.pieces + excluded.pieces, cents = mine.cents + excluded.cents)
  select count(*) into folded from gone;
  for moving in
    select days, first, utc_day(now()) - days + 1 as wanted from sales_windows where first <> utc_day(now()) - days + 1
  loop
    insert into sales_lately as mine (days, tool_id, pieces, cents)
      select moving.days, tool_id, sum(pieces), sum(cents) from (
        select tool_id, pieces, cents from sales_sums where tool_id <> '' and day >= moving.wanted and day < moving.first
        union all
        select tool_id, -pieces, -cents from sales_sums where tool_id <> '' and day >= moving.first and day < moving.wanted) sides
      group by tool_id
      on conflict (days, tool_id) do update set pieces = mine.pieces + excluded.pieces, cents = mine.cents + excluded.cents;
    update sales_windows set first = moving.wanted where days = moving.days;
    delete from sales_lately where days = moving.days and pieces = 0 and cents = 0;
  end loop;
  return folded;
end $$;

-- How much is there, roughly: 0 is nothing, and level n at least 2^(n-1) pieces, up to 8, which is 128 and more.
create function stock_level(pieces integer) returns integer language sql immutable as $$
  select width_bucket(pieces, array[1, 2, 4, 8, 16, 32, 64, 128])
$$;

-- Tools that are not removed and are below level 8, or `short`: fewer than one buys at least. An index on the stock itself would
-- make every sale write into all indexes of tools; a level seldom changes. Whoever changes a row holds its tool.
create table stock_low (
  tool_id text primary key references tools (id) on delete cascade,
  level integer not null,
  short boolean not null
);
create index stock_low_levels on stock_low (level, tool_id);
create index stock_low_short on stock_low (level, tool_id) where short;

create function keep_stock_low() returns trigger language plpgsql as $$
begin
  if new.removed_at is null and (stock_level(new.available_quantity) < 8 or new.available_quantity < new.min_order_quantity) then
    insert into stock_low (tool_id, level, short)
      values (new.id, stock_level(new.available_quantity), new.available_quantity < new.min_order_quantity)
      on conflict (tool_id) do update set level = excluded.level, short = excluded.short;
  else
    delete from stock_low where tool_id = new.id;
  end if;
  return null;
end $$;
create trigger tools_stock_low_changed after update of available_quantity, min_order_quantity, removed_at on tools for each row
  when ((old.removed_at is null, stock_level(old.available_quantity), old.available_quantity < old.min_order_quantity) is distinct from
    (new.removed_at is null, stock_level(new.available_quantity), new.available_quantity < new.min_order_quantity))
  execute function keep_stock_low();

-- New tools that are short of stock, all of a statement at once instead of one by one: an import adds thousands.
create function keep_stock_low_of_new() returns trigger language plpgsql as $$
begin
  insert into stock_low (tool_id, level, short)
    select id, stock_level(available_quantity), available_quantity < min_order_quantity from added
    where removed_at is null and (stock_level(available_quantity) < 8 or available_quantity < min_order_quantity)
    order by id
  on conflict (tool_id) do update set level = excluded.level, short = excluded.short;
  return null;
end $$;
create trigger tools_stock_low_added after insert on tools
referencing new table as added
for each statement execute function keep_stock_low_of_new();
