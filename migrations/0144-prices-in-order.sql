-- Tools in the order of their prices, in a table of its own: a price that stands in an index of `tools` makes each change of it
-- write into all indexes of the tool, its search words among them. An import of 100,000 prices held its tools for five times as long.
create table tool_prices (
  tool_id text primary key references tools (id) on delete cascade,
  price_cents integer not null,
  position bigint not null
);

create function keep_tool_price() returns trigger language plpgsql as $$
begin
  if new.removed_at is null then
    insert into tool_prices (tool_id, price_cents, position) values (new.id, new.price_cents, new.position)
      on conflict (tool_id) do update set price_cents = excluded.price_cents, position = excluded.position;
  else
    delete from tool_prices where tool_id = new.id;
  end if;
  return null;
end $$;
create trigger tools_keep_price_of_new after insert on tools for each row when (new.removed_at is null)
  execute function keep_tool_price();
create trigger tools_keep_price_of_changed after update of price_cents, position, removed_at on tools for each row
  when ((old.price_cents, old.position, old.removed_at is null) is distinct from (new.price_cents, new.position, new.removed_at is null))
  execute function keep_tool_price();

-- The tools that there are already: 0146.
create index tool_prices_order on tool_prices (price_cents, position, tool_id);
