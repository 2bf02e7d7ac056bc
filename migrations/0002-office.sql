-- How the shop is set up and kept running.

-- What the owner has set, one row; what it does not name is the one in content/.
create table settings (
  id integer primary key check (id = 1),
  value jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

-- What the register last said of a VAT number, in capitals without blanks, dots and hyphens.
create table vat_proofs (
  number text primary key,
  stands boolean not null,
  name text not null,
  consultation text not null,
  at timestamptz not null default now()
);

-- Where the shop's days, months and years begin. Statements ask once for all rows: (select shop_zone()).
create function shop_zone() returns text language sql stable as $$
  select coalesce((select value ->> 'timeZone' from settings), 'UTC')
$$;

create function shop_today() returns date language sql stable as $$
  select (now() at time zone shop_zone())::date
$$;

-- Keys with which other systems call the shop. The key itself is kept nowhere: it is 256 random bits, so its plain SHA-256 is
-- enough to know it by. It acts as whoever made it and goes with them.
create table api_keys (
  id text primary key,
  -- A key stays when its maker goes, worth nothing, until the admins are told which they were.
  user_id text references users (id) on delete set null,
  name text not null,
  begins text not null,
  hash text not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  made_by text not null default '',
  lost_told_at timestamptz
);
create unique index api_keys_hash on api_keys (hash);
create index api_keys_of_user on api_keys (user_id);

-- What runs by the clock, such as backups: the shop's processes claim a job here, so that one of them does it.
create table scheduled_jobs (
  name text primary key,
  started_at timestamptz,
  -- Null: nobody is at it, and nobody died over it.
  claimed_by text,
  claimed_until timestamptz,
  succeeded_at timestamptz,
  failed_at timestamptz,
  error text
);

-- The scripts and styles of each version that served, for pages that are older than the process that is asked.
create table built_assets (
  name text primary key,
  body text,
  seen_at timestamptz not null default now()
);

-- Who last said on whose behalf they ask without being trusted to: doctor tells of it, since all customers behind such a proxy share one address.
create table untrusted_proxies (
  only_row boolean primary key default true check (only_row),
  address text not null,
  seen_at timestamptz not null
);
