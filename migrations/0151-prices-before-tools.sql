-- Without the reference, which would lock each tool to look at it; tools are never deleted, only removed.
alter table tool_prices drop constraint tool_prices_tool_id_fkey, drop constraint tool_prices_pkey;
alter table tool_prices add primary key using index tool_prices_of_tools;

create or replace function keep_tool_price() returns trigger language plpgsql as $$
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
create or replace trigger tools_keep_price_of_new after insert on tools for each row
  when (new.removed_at is null and current_setting('tradebench.prices_are_kept', true) is distinct from 'yes')
  execute function keep_tool_price();
create or replace trigger tools_keep_price_of_changed after update of price_cents, position, removed_at on tools for each row
  when ((old.price_cents, old.position, old.removed_at is null) is distinct from (new.price_cents, new.position, new.removed_at is null)
    and current_setting('tradebench.prices_are_kept', true) is distinct from 'yes')
  execute function keep_tool_price();
