-- After a backup was restored nobody here knows what numbers went out since it was made: none of such a series is issued
-- before the operator says which was the last (npm run shop -- invoice-numbers).
create table unknown_numbers (
  series text primary key check (series in ('invoice', 'credit-note')),
  since timestamptz not null default now()
);

create or replace function take_number(wanted text, of_year integer) returns integer language plpgsql as $$
declare
  taken integer;
begin
  if exists (select from unknown_numbers where series = wanted) then
    raise exception 'the last number of % is not known', wanted
      using errcode = 'integrity_constraint_violation', constraint = 'numbers_known';
  end if;
  insert into invoice_series as mine (series, year, last) values (wanted, of_year, 1)
  on conflict (series, year) do update set last = mine.last + 1 returning last into taken;
  return taken;
end $$;
