-- Addresses that a customer keeps, one of them the default; orders that say where they go in parts, and where their invoice
-- goes if elsewhere; and what was done with an order beside paying and shipping.
create table addresses (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  company text not null default '',
  street text not null,
  extra text not null default '',
  postal_code text not null default '',
  town text not null,
  region text not null default '',
  country text not null,
  phone text not null,
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create index addresses_of_user on addresses (user_id, created_at, id);
create unique index addresses_default on addresses (user_id) where is_default;

-- Null where the buyer gave one text, and where the invoice goes with the goods. buyer_of() of 0040 takes invoice_address.
alter table orders
  add column delivery_address jsonb,
  add column invoice_address jsonb;

-- Who placed an order for somebody else, and who changed what of it.
create table order_events (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  kind text not null check (kind in ('placed', 'changed')),
  actor_id text,
  actor_email text not null default '',
  -- By field: what it was and what it is.
  changed jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index order_events_order on order_events (order_id, created_at);

-- An order is found by where its invoice goes, too.
create or replace function order_search_words(bought orders) returns text language sql stable as $$
  select order_search_fold(concat_ws(E'\n', bought.number, bought.name, bought.company, bought.email, bought.phone,
    regexp_replace(bought.phone, '\D', '', 'g'), bought.address, bought.purchase_order, bought.transaction_id, bought.id,
    (select string_agg(value, E'\n') from jsonb_each_text(bought.invoice_address)),
    (select string_agg(number, E'\n') from invoices where order_id = bought.id),
    (select string_agg(concat_ws(E'\n', tool_name, sku, nullif(search_code(sku), lower(sku))), E'\n' order by position)
     from order_lines where order_id = bought.id)))
$$;
