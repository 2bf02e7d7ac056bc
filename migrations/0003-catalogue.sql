-- Tools and their stock.

-- Pages keep some room, so that a sale writes the tool's new stock beside it and no index.
create table tools (
  id text primary key,
  position bigint not null generated always as identity,
  name text not null,
  description text not null,
  image text not null,
  sku text,
  category text,
  family text,
  price_cents integer not null constraint tools_price check (price_cents between 1 and 99999999),
  -- [{"from": pieces, "cents": per piece}], from rising, cents falling.
  price_breaks jsonb not null default '[]',
  available_quantity integer not null constraint tools_available_quantity check (available_quantity between 0 and 1000000000),
  min_order_quantity integer not null constraint tools_min_order_quantity check (min_order_quantity between 1 and 1000000000),
  -- Sold in multiples of it.
  quantity_step integer not null default 1 check (quantity_step between 1 and 1000000),
  weight_grams integer not null default 0 check (weight_grams between 0 and 1000000),
  -- [{"key", "value", "unit", "base"}]: as it was written, and of a number how much it is in the base unit of its measure.
  attributes jsonb not null default '[]',
  -- The switch that staff turn; and the first and the last day of the shop's on which the tool is for sale, null: no bound.
  on_sale boolean not null default true,
  on_sale_from date,
  on_sale_until date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  removed_at timestamptz
) with (fillfactor = 90);
create unique index tools_shown on tools (position) where removed_at is null;
create index tools_name_order on tools (name, position) where removed_at is null;
create index tools_price_order on tools (price_cents, position) where removed_at is null;
create index tools_category on tools (category, position) where removed_at is null;
create index tools_family on tools (family, position) where removed_at is null and family is not null;
create index tools_sku on tools (sku) where removed_at is null and sku is not null;

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
-- ASCII letters alone change their case, so that every locale and server/buying/order-lines/plain.ts agree.
create function plain_code(code text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(code, '[\s/\\‐‑‒–—―−-]+', '', 'g') collate "C")
$$;
create function plain_name(name text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(name, '[\s!-/:-@\[-`{-~″′“”„«»‘’‚…‐‑‒–—―−×]+', '', 'g') collate "C")
$$;
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
