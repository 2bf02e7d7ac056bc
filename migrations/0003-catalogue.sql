-- Tools, what they are, what they cost the shop, and their stock.

-- Pages keep some room, so that a sale writes the tool's new stock beside it and no index.
-- What is of one width stands before the texts: to read one of these columns of 100,000 tools takes 24 ms, behind the texts 55.
create table tools (
  id text primary key,
  position bigint not null generated always as identity,
  price_cents integer not null constraint tools_price check (price_cents between 1 and 99999999),
  available_quantity integer not null constraint tools_available_quantity check (available_quantity between 0 and 1000000000),
  min_order_quantity integer not null constraint tools_min_order_quantity check (min_order_quantity between 1 and 1000000000),
  -- Sold in multiples of it.
  quantity_step integer not null default 1 check (quantity_step between 1 and 1000000),
  weight_grams integer not null default 0 check (weight_grams between 0 and 1000000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz,
  -- The switch that staff turn; and the first and the last day of the shop's on which the tool is for sale, null: no bound.
  on_sale boolean not null default true,
  on_sale_from date,
  on_sale_until date,
  name text not null,
  description text not null,
  image text not null,
  sku text,
  category text,
  family text,
  -- [{"from": pieces, "cents": per piece}], from rising, cents falling.
  price_breaks jsonb not null default '[]',
  -- [{"key", "value", "unit", "base"}]: as it was written, and of a number how much it is in the base unit of its measure.
  attributes jsonb not null default '[]',
  -- Which values of attributes it has, by their ids with commas between them, to be narrowed by and counted. Text, since 100,000
  -- arrays take three times as long to be written out.
  value_ids text collate "C" not null default '',
  -- The words that it is found by.
  lexemes tsvector,
  gtin text,
  hs_code text,
  origin text,
  unspsc text
) with (fillfactor = 90);
create unique index tools_shown on tools (position) where removed_at is null;
create index tools_name_order on tools (name, position) where removed_at is null;
create index tools_price_order on tools (price_cents, position) where removed_at is null;
create index tools_category on tools (category, position) where removed_at is null;
create index tools_family on tools (family, position) where removed_at is null and family is not null;
create index tools_sku on tools (sku) where removed_at is null and sku is not null;
-- It has removed tools too: of a part, PostgreSQL believes no statistics.
create index tools_values on tools using gin (string_to_array(value_ids, ',')) with (fastupdate = off);

-- The price of a piece when so many are bought: that of the last break reached, else the tool's own. The one place that says
-- it in SQL, as `unitPrice` of contract/buying/pricing.ts does in TypeScript.
create function unit_price_cents(price_cents integer, price_breaks jsonb, quantity numeric) returns integer
language plpgsql immutable parallel safe as $$
begin
  -- Most tools have no breaks, and are not to pay for a look at them.
  if price_breaks = '[]' then
    return price_cents;
  end if;
  return coalesce((select (step ->> 'cents')::integer from jsonb_array_elements(price_breaks) step
    where (step ->> 'from')::numeric <= quantity order by (step ->> 'from')::numeric desc limit 1), price_cents);
end $$;

-- What buyers write of a stock number: whatever its case, blanks, hyphens and slashes. Names likewise, without punctuation.
-- Latin, Greek and Cyrillic letters change their case, named one by one, so that every locale and
-- server/buying/order-lines/plain.ts agree; ß is ss, as its capitals are written. Most texts have none of them. The two
-- that indexes use say `return`, which is bound at once: while an index is made, no other function is found by its name.
create function small_letters(words text) returns text language sql immutable parallel safe as $$
  select case when octet_length(words) = length(words) then lower(words collate "C")
    else replace(translate(lower(words collate "C"),
      'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮĲĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽȘȚẞ'
      'ΆΈΉΊΌΎΏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐς',
      'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĳĵķĺļľŀłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷÿźżžșțß'
      'άέήίόύώαβγδεζηθικλμνξοπρστυφχψωϊϋѐёђѓєѕіїјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюяґσ'), 'ß', 'ss') end
$$;
create function plain_code(code text) returns text language sql immutable parallel safe
  return regexp_replace(small_letters(code), '[\s/\\‐‑‒–—―−-]+', '', 'g');
create function plain_name(name text) returns text language sql immutable parallel safe
  return regexp_replace(small_letters(name), '[\s!-/:-@\[-`{-~″′“”„«»‘’‚…‐‑‒–—―−×]+', '', 'g');
create index tools_plain_code on tools (plain_code(sku)) where removed_at is null and sku is not null;
create index tools_plain_name on tools (md5(plain_name(name))) where removed_at is null;

-- Every change of a tool's stock that is not an order: what was there at first, edits, counts, receipts. With the orders
-- that took and returned pieces it adds up to what there is.
create table stock_changes (
  id text primary key,
  tool_id text not null references tools (id),
  kind text not null check (kind in ('created', 'edited', 'counted', 'imported', 'returned')),
  change integer not null check (change <> 0),
  reason text not null default '',
  actor_id text,
  actor_email text not null default '',
  -- What the call answered, for its repeats.
  available_quantity integer,
  version integer,
  idempotency_key text,
  idempotency_hash text,
  created_at timestamptz not null default now()
);
create index stock_changes_tool on stock_changes (tool_id, created_at);
create unique index stock_changes_idempotency on stock_changes (actor_id, idempotency_key) where idempotency_key is not null;

-- What a piece costs the shop, where its owner keeps that. Apart from the tools, whose rows are answered to everybody.
create table tool_costs (
  tool_id text primary key references tools (id) on delete cascade,
  cost_cents integer not null constraint tool_costs_cost check (cost_cents >= 0)
);

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

-- Each value that a tool was ever said to have; numbers as what they are in the base unit of their measure.
create table attribute_values (
  id integer primary key generated always as identity,
  attribute text not null references attributes (key) on delete cascade,
  value text not null,
  number double precision,
  unique (attribute, value)
);

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
