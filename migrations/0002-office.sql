-- How the shop is set up and kept running, and what it tells other systems.

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

-- Days are days of a time zone, by its IANA name.
create function day_of(moment timestamptz, zone text) returns date language sql immutable parallel safe as $$
  select (moment at time zone zone)::date
$$;
create function day_begins(day date, zone text) returns timestamptz language sql immutable parallel safe as $$
  select day::timestamp at time zone zone
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

-- What was written, one row for each thing, by the transaction that wrote it. What orders are found by, sums and webhooks are
-- made from it after the commit, by followers that remember how far they have read.

create table news (
  xact xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  kind text not null,
  subject text not null,
  facts jsonb not null default '{}',
  at timestamptz not null default now(),
  primary key (xact, id)
);

create table news_followers (
  name text primary key,
  xact xid8 not null default '0',
  id bigint not null default 0
);

-- Outgoing webhooks. Messages are made from the news, after the commit of what they tell (decision 421). Nothing about people is
-- in them: other systems fetch that with a key.

create table webhooks (
  id text primary key,
  url text not null,
  events text[] not null,
  made_by text not null,
  -- Encrypted. The former one goes on signing for a while, so that a receiver can change over.
  secret text not null,
  former_secret text,
  former_until timestamptz,
  created_at timestamptz not null default now(),
  -- Since when nothing could be delivered.
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_because text,
  -- Whose it is: it is told nothing once they are no longer allowed to look after webhooks.
  user_id text references users (id) on delete set null
);
create index webhooks_of_user on webhooks (user_id);

create table webhook_messages (
  id text primary key,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default now()
);
create index webhook_messages_old on webhook_messages (created_at);

create table webhook_deliveries (
  id text primary key,
  message_id text not null references webhook_messages (id) on delete cascade,
  webhook_id text not null references webhooks (id) on delete cascade,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  -- Since it was last asked for.
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  delivered_at timestamptz,
  created_at timestamptz not null default now()
);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'pending';
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, created_at, id);
create index webhook_deliveries_message on webhook_deliveries (message_id);

-- What a receiver answered, each time.
create table webhook_answers (
  id bigint generated always as identity primary key,
  delivery_id text not null references webhook_deliveries (id) on delete cascade,
  at timestamptz not null default now(),
  ms integer not null,
  -- Null where there was no answer; then a problem says why.
  status integer,
  answer text not null default '',
  problem text
);
create index webhook_answers_of_delivery on webhook_answers (delivery_id, id);
