-- Tools in the order of their prices, in a table of its own: a price that stands in an index of `tools` makes each change of it
-- write into all indexes of the tool, its search words among them. An import of 100,000 prices held its tools for five times as long.
-- A tool may have two prices here for as long as a transaction takes: an import writes those to come before it locks the tools, so
-- that orders wait for less (decision 515). Without a reference to the tool, which would lock each to look at it; tools are never
-- deleted, only removed.
create table tool_prices (
  tool_id text not null,
  price_cents integer not null,
  position bigint not null,
  primary key (tool_id, price_cents)
);
create index tool_prices_order on tool_prices (price_cents, position, tool_id);

create function keep_tool_price() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from tool_prices where tool_id = new.id and (new.removed_at is not null or price_cents <> new.price_cents);
  end if;
  if new.removed_at is null then
    insert into tool_prices (tool_id, price_cents, position) values (new.id, new.price_cents, new.position)
      on conflict (tool_id, price_cents) do update set position = excluded.position;
  end if;
  return null;
end $$;

-- An import says that it keeps them in order itself, all at once.
create trigger tools_keep_price_of_new after insert on tools for each row
  when (new.removed_at is null and current_setting('tradebench.prices_are_kept', true) is distinct from 'yes')
  execute function keep_tool_price();
create trigger tools_keep_price_of_changed after update of price_cents, position, removed_at on tools for each row
  when ((old.price_cents, old.position, old.removed_at is null) is distinct from (new.price_cents, new.position, new.removed_at is null)
    and current_setting('tradebench.prices_are_kept', true) is distinct from 'yes')
  execute function keep_tool_price();
