-- What a tool is: its size, material, standard; and by what buyers narrow the list.
create table attributes (
  key text primary key,
  -- The shop's own order.
  position integer not null,
  name text not null unique,
  kind text not null check (kind in ('choice', 'number', 'flag')),
  unit text,
  is_facet boolean not null
);

alter table tools
  add column gtin text,
  add column hs_code text,
  add column origin text,
  add column unspsc text;

-- Each value that a tool was ever said to have; numbers as what they are in the base unit of their measure.
create table attribute_values (
  id integer primary key generated always as identity,
  attribute text not null references attributes (key) on delete cascade,
  value text not null,
  number double precision,
  unique (attribute, value)
);

-- Which of them a tool has, by their ids with commas between them, to be narrowed by and counted. Text, since 100,000 arrays take
-- three times as long to be written out. The index has removed tools too: of a part, PostgreSQL believes no statistics.
alter table tools add column value_ids text collate "C" not null default '';
create index tools_values on tools using gin (string_to_array(value_ids, ',')) with (fastupdate = off);

-- A tool that was removed may be said to have an attribute that there is no more. In one order, so that two writers of the same
-- new values wait for each other instead of locking each other out.
create function learn_values(said jsonb) returns void language plpgsql as $$
begin
  insert into attribute_values (attribute, value, number)
  select distinct key, coalesce(base::text, one.value #>> '{}'), base
  from jsonb_to_recordset(said) as one (key text, value jsonb, base double precision) join attributes using (key)
  where not exists (
    select from attribute_values known where known.attribute = key and known.value = coalesce(base::text, one.value #>> '{}'))
  order by 1, 2
  on conflict do nothing;
end
$$;

create function value_ids_of(said jsonb) returns text stable language plpgsql as $$
begin
  return (
    select coalesce(string_agg(known.id::text, ',' order by known.id), '')
    from jsonb_to_recordset(said) as one (key text, value jsonb, base double precision)
    join attribute_values known on known.attribute = one.key and known.value = coalesce(base::text, one.value #>> '{}'));
end
$$;

create function tools_know_values() returns trigger language plpgsql as $$
begin
  perform learn_values(new.attributes);
  new.value_ids := value_ids_of(new.attributes);
  return new;
end
$$;
create trigger tools_know_values_of_new before insert on tools
for each row when (new.attributes <> '[]') execute function tools_know_values();
create trigger tools_know_values_of_changed before update of attributes on tools
for each row when (new.attributes is distinct from old.attributes) execute function tools_know_values();
