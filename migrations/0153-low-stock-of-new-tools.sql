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

create or replace trigger tools_stock_low_added after insert on tools
referencing new table as added
for each statement execute function keep_stock_low_of_new();
