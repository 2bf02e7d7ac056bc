-- What was sold of each tool in the last 7, 30 and 90 UTC days, and which tools have little stock: with these the Overview looks
-- at a few tools instead of at all of them. Both are exact at every instant.

-- Each window begins on its day `first`, and has all that `sales_sums` has from that day on. News is not in it.
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
create or replace function fold_sales() returns bigint language plpgsql as $$
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

create trigger tools_stock_low_added after insert on tools for each row
  when (new.removed_at is null and (new.available_quantity < 128 or new.available_quantity < new.min_order_quantity))
  execute function keep_stock_low();
create trigger tools_stock_low_changed after update of available_quantity, min_order_quantity, removed_at on tools for each row
  when ((old.removed_at is null, stock_level(old.available_quantity), old.available_quantity < old.min_order_quantity) is distinct from
    (new.removed_at is null, stock_level(new.available_quantity), new.available_quantity < new.min_order_quantity))
  execute function keep_stock_low();

insert into stock_low (tool_id, level, short)
  select id, stock_level(available_quantity), available_quantity < min_order_quantity from tools
  where removed_at is null and (available_quantity < 128 or available_quantity < min_order_quantity);
insert into sales_windows (days, first) values (7, current_date), (30, current_date), (90, current_date);
select keep_sales_lately();
