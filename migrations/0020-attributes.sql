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

-- What `tools.attributes` says, one row each, to be narrowed by: a choice or flag has its value, a number what it is in its base unit.
create table tool_attributes (
  attribute text not null references attributes (key) on delete cascade,
  value text,
  number double precision,
  tool_id text not null references tools (id),
  primary key (tool_id, attribute)
);
create index tool_attributes_value on tool_attributes (attribute, value, tool_id) where value is not null;
create index tool_attributes_number on tool_attributes (attribute, number, tool_id) where number is not null;

create function index_attributes(ids text[]) returns void language sql as $$
  delete from tool_attributes where tool_id = any(ids);
  insert into tool_attributes (attribute, value, number, tool_id)
  select said.key, case when said.base is null then said.value #>> '{}' end, said.base, tools.id
  from tools, jsonb_to_recordset(tools.attributes) as said (key text, value jsonb, base double precision)
  where tools.id = any(ids)
$$;
