-- Selling in bulk: steps, price breaks and weights of tools; orders of many lines with freight, tax and a number; baskets; settings.
-- The version before this one goes on serving meanwhile: every column it does not know has a default that says what it means.

-- Sold in multiples of quantity_step. price_breaks: [{"from": pieces, "cents": per piece}], from rising, cents falling.
alter table tools
  add column quantity_step integer not null default 1 check (quantity_step between 1 and 1000000),
  add column price_breaks jsonb not null default '[]',
  add column weight_grams integer not null default 0 check (weight_grams between 0 and 1000000),
  add column family text,
  add column on_sale boolean not null default true;
create index tools_family on tools (family, position) where removed_at is null and family is not null;
create index tools_sku on tools (sku) where removed_at is null and sku is not null;

-- The price of a piece when so many are bought: that of the last break reached, else the tool's own (contract/pricing.ts is its twin).
create function unit_price_cents(price_cents integer, price_breaks jsonb, quantity numeric) returns integer
language sql immutable parallel safe as $$
  select case when price_breaks = '[]'::jsonb then price_cents else coalesce(
    (select (step ->> 'cents')::integer from jsonb_array_elements(price_breaks) step
     where (step ->> 'from')::numeric <= quantity order by (step ->> 'from')::numeric desc limit 1), price_cents) end
$$;

-- What people say on the telephone. Orders that stand are numbered in the order in which they were placed.
create sequence order_numbers as bigint start 10001;
alter table orders add column number bigint not null default 0;
update orders set number = numbered.number
  from (select id, 10000 + row_number() over (order by created_at, id) as number from orders) numbered
  where numbered.id = orders.id;
select setval('order_numbers', 10001 + (select count(*) from orders), false);
alter table orders alter column number set default nextval('order_numbers');
alter sequence order_numbers owned by orders.number;
create unique index orders_number on orders (number);

-- total_cents is goods + freight + tax. country, delivery and pieces are null on orders of the version before:
-- the company's own country, free delivery, the pieces of the one line.
alter table orders
  add column line_count integer not null default 1 check (line_count between 1 and 1000),
  add column pieces bigint,
  add column weight_grams bigint not null default 0,
  add column freight_cents integer not null default 0 check (freight_cents >= 0),
  add column tax_cents integer not null default 0 check (tax_cents >= 0),
  add column tax_percent numeric,
  add column tax_name text,
  add column tax_note text,
  add column country text,
  add column delivery text,
  add column delivery_name text,
  add column delivery_days_from integer,
  add column delivery_days_to integer,
  add column company text not null default '',
  add column vat_id text not null default '',
  add column purchase_order text not null default '',
  add column note text not null default '',
  add column hold_until timestamptz;

alter table order_lines
  add column position integer not null default 0,
  add column sku text;
create unique index order_lines_tool_once on order_lines (order_id, tool_id);
drop index order_lines_order;

-- A signed-in customer's basket. It holds no stock; version rises with every change, so that two windows notice each other.
create table baskets (
  user_id text primary key references users (id) on delete cascade,
  version bigint not null default 1,
  updated_at timestamptz not null default now()
);
create table basket_lines (
  user_id text not null references baskets (user_id) on delete cascade,
  tool_id text not null references tools (id),
  quantity bigint not null check (quantity between 1 and 1000000000),
  position bigint generated always as identity,
  primary key (user_id, tool_id)
);
create index basket_lines_tool on basket_lines (tool_id);

-- What the owner has set, one row; what it does not name is the one in content/.
create table settings (
  id integer primary key check (id = 1),
  value jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
