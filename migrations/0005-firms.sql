-- Firms: several people who are one customer, what is agreed with it, and where they and their people live.

-- What firms pay instead of the tools' own prices.
create table price_lists (
  id text primary key,
  name text not null,
  -- Off each of a tool's own unit prices, where the list names none for it.
  percent_off numeric not null default 0 check (percent_off between 0 and 90),
  -- The days on which it holds, in the shop's time zone, both included; null: without end.
  from_day date,
  until_day date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (from_day <= until_day)
);

-- What staff say to each other on the telephone, with a C before it.
create sequence company_numbers as bigint start 10001;

create table companies (
  id text primary key,
  number bigint not null default nextval('company_numbers'),
  name text not null,
  vat_id text not null default '',
  invoice_address jsonb not null,
  invoice_email text not null default '',
  buyer_reference text not null default '',
  peppol_id text not null default '',
  status text not null constraint companies_status check (status in ('pending', 'active', 'on-hold')),
  price_list_id text references price_lists (id),
  -- Null: it pays before the goods leave.
  terms_days integer constraint companies_terms check (terms_days between 0 and 120),
  -- Null: without limit.
  credit_limit_cents bigint constraint companies_credit check (credit_limit_cents >= 0),
  purchase_order_required boolean not null default false,
  cost_centres jsonb not null default '[]',
  -- Since when it has nobody who manages it and staff are still to be told.
  unmanaged_at timestamptz,
  -- What staff note of it for each other; its people never see it.
  staff_note text not null default '',
  version integer not null default 1,
  created_at timestamptz not null default now()
);
alter sequence company_numbers owned by companies.number;
create unique index companies_number on companies (number);
create index companies_newest on companies (created_at, id);
create index companies_price_list on companies (price_list_id);
create index companies_unmanaged on companies (unmanaged_at) where unmanaged_at is not null;

create table company_members (
  company_id text not null references companies (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  role text not null constraint company_members_role check (role in ('buyer', 'approver', 'accounts', 'manager')),
  -- Null: without limit.
  order_limit_cents bigint constraint company_members_order_limit check (order_limit_cents >= 0),
  month_limit_cents bigint constraint company_members_month_limit check (month_limit_cents >= 0),
  -- Who approves in their place while they are away.
  deputy text references users (id) on delete set null,
  away_until date,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id)
);
create index company_members_user on company_members (user_id);
create index company_members_deputy on company_members (deputy);

-- Nobody takes the last manager out of a firm, but their account can go: the firm waits then until staff have looked.
create function companies_keep_a_manager() returns trigger language plpgsql as $$
begin
  -- Two managers whose accounts go at once take turns here, so that the second sees that the first is gone.
  perform from companies where id = old.company_id for update;
  if not exists (select from company_members where company_id = old.company_id and role = 'manager') then
    update companies set status = 'on-hold', unmanaged_at = now(), version = version + 1 where id = old.company_id;
    insert into news (kind, subject) values ('company.changed', old.company_id);
  end if;
  return null;
end $$;
create trigger companies_keep_a_manager after delete on company_members for each row when (old.role = 'manager')
  execute function companies_keep_a_manager();

-- Kept when they are over, so that whoever follows the link learns that it is.
create table company_invitations (
  id text primary key,
  company_id text not null references companies (id) on delete cascade,
  email text not null,
  role text not null constraint company_invitations_role check (role in ('buyer', 'approver', 'accounts', 'manager')),
  order_limit_cents bigint constraint company_invitations_order_limit check (order_limit_cents >= 0),
  month_limit_cents bigint constraint company_invitations_month_limit check (month_limit_cents >= 0),
  -- SHA-256 of what stands in the link.
  token_hash text not null,
  invited_by text references users (id) on delete set null,
  -- Whoever accepted it takes it along when their account goes.
  accepted_by text references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When it was accepted, withdrawn or replaced.
  ended_at timestamptz
);
create unique index company_invitations_token on company_invitations (token_hash);
create unique index company_invitations_open on company_invitations (company_id, email) where ended_at is null;
create index company_invitations_of_company on company_invitations (company_id, created_at);
create index company_invitations_invited_by on company_invitations (invited_by);
create index company_invitations_accepted_by on company_invitations (accepted_by);

-- What a firm calls a tool in its own books. "plain" is the number as it is compared.
create table company_part_numbers (
  company_id text not null references companies (id) on delete cascade,
  tool_id text not null references tools (id) on delete cascade,
  number text not null,
  plain text not null,
  primary key (company_id, tool_id)
);
create unique index company_part_numbers_plain on company_part_numbers (company_id, plain);
create index company_part_numbers_tool on company_part_numbers (tool_id);

-- What a list says instead of a tool's own price and all of its breaks.
create table price_list_items (
  list_id text not null references price_lists (id) on delete cascade,
  tool_id text not null references tools (id) on delete cascade,
  price_cents integer not null check (price_cents > 0),
  price_breaks jsonb not null default '[]',
  primary key (list_id, tool_id)
);
create index price_list_items_tool on price_list_items (tool_id);

-- Addresses in one person's book, or in that which the people of a firm share: at most one of them the default for goods, and one
-- that a person's invoices go to unless an order says otherwise.
create table addresses (
  id text primary key,
  user_id text references users (id) on delete cascade,
  company_id text references companies (id) on delete cascade,
  -- What its owner calls it.
  label text not null default '',
  name text not null,
  company text not null default '',
  street text not null,
  extra text not null default '',
  postal_code text not null default '',
  town text not null,
  region text not null default '',
  country text not null,
  phone text not null,
  vat_id text not null default '',
  is_default boolean not null default false,
  is_invoice_default boolean not null default false,
  created_at timestamptz not null default now(),
  constraint addresses_owner check ((user_id is null) <> (company_id is null))
);
create index addresses_of_user on addresses (user_id, created_at, id);
create unique index addresses_default on addresses (user_id) where is_default;
create unique index addresses_invoice_default on addresses (user_id) where is_invoice_default;
create index addresses_of_firm on addresses (company_id, created_at, id);
create unique index addresses_firm_default on addresses (company_id) where is_default;

-- Keys with which a buyer's own programs call the shop as them; of the key itself only its hash, as of api_keys.
create table buyer_keys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  -- The firm that it buys for, and no other.
  company_id text references companies (id) on delete cascade,
  name text not null,
  begins text not null,
  hash text not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create unique index buyer_keys_hash on buyer_keys (hash);
create index buyer_keys_of_user on buyer_keys (user_id);
create index buyer_keys_of_company on buyer_keys (company_id) where company_id is not null;
