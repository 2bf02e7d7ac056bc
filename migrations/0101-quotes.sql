-- What customers ask a price for, and what they are offered.

-- What people say on the telephone, with a Q before it.
create sequence quote_numbers as bigint start 10001;

create table quotes (
  id text primary key,
  number bigint not null default nextval('quote_numbers'),
  -- Whose it is. Name, address and firm stay as they were when it was asked for, as they do on an order.
  user_id text references users (id) on delete set null,
  buyer_name text not null,
  buyer_email text not null,
  company_id text references companies (id),
  company_name text not null default '',
  -- Null: its buyer did not say it.
  country text,
  delivery text,
  wanted jsonb not null,
  -- An offer is over by the calendar alone: nobody writes that down.
  state text not null default 'asked' constraint quotes_state check (state in ('asked', 'offered', 'declined', 'withdrawn', 'ordered')),
  -- The latest version and its last day; 0 and null while there is none.
  version integer not null default 0,
  valid_until date,
  -- The version of whose last day its buyer was reminded.
  reminded_version integer not null default 0,
  reason text not null default '',
  -- What it is found by.
  words text not null,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint quotes_offered check (state <> 'offered' or (version > 0 and valid_until is not null))
);
alter sequence quote_numbers owned by quotes.number;
create unique index quotes_number on quotes (number);
-- What somebody sees is read from the newest; what a list leaves out is seen in the index.
create index quotes_of_user on quotes (user_id, created_at, id, state, valid_until);
create index quotes_of_company on quotes (company_id, created_at, id, state, valid_until) where company_id is not null;
create index quotes_newest on quotes (created_at, id);
create index quotes_in_state on quotes (state, created_at, id, valid_until);
-- Which offers hold, and which end soon.
create index quotes_valid on quotes (valid_until) where state = 'offered';
create index quotes_words on quotes using gin (words gin_trgm_ops);

-- An offer. It never changes again: whoever accepts it gets what they read.
create table quote_versions (
  quote_id text not null references quotes (id) on delete cascade,
  version integer not null,
  lines jsonb not null,
  freight_cents integer not null check (freight_cents >= 0),
  tax_cents integer not null check (tax_cents >= 0),
  total_cents integer not null check (total_cents between 1 and 99999999),
  tax_name text,
  tax_note text,
  valid_until date not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  primary key (quote_id, version)
);
create function quote_versions_are_final() returns trigger language plpgsql as $$
begin
  raise exception 'versions of a quote are final' using errcode = 'integrity_constraint_violation', constraint = 'quote_versions_immutable';
end $$;
create trigger quote_versions_are_final before update on quote_versions for each row execute function quote_versions_are_final();

create table quote_messages (
  id text primary key,
  quote_id text not null references quotes (id) on delete cascade,
  side text not null constraint quote_messages_side check (side in ('buyer', 'shop')),
  user_id text references users (id) on delete set null,
  name text not null,
  text text not null,
  created_at timestamptz not null default now()
);
create index quote_messages_of_quote on quote_messages (quote_id, created_at, id);
create index quote_messages_of_user on quote_messages (user_id);

-- What a quote is found by: its number, who asks, and the tools that are wanted or offered, their SKUs also without signs. Each
-- word has a blank before it, so that the index knows where words begin.
create function quote_words(asked quotes, offered jsonb) returns text language sql stable as $$
  select order_search_fold(concat_ws(' ', '', 'Q' || asked.number, asked.buyer_name, asked.buyer_email, asked.company_name,
    (select string_agg(concat_ws(' ', name, sku, nullif(search_code(sku), lower(sku))), ' ' order by id) from tools
     where id in (select line ->> 'toolId' from jsonb_array_elements(asked.wanted || offered) as line))))
$$;

-- The quote that an order accepted: one order at most.
alter table orders add column quote_id text references quotes (id) on delete set null;
create unique index orders_quote on orders (quote_id);
