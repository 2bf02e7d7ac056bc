-- Doors for buyers whose people order from their own system (OCI, cXML).
create table punchout_connections (
  id text primary key,
  company_id text not null references companies (id) on delete cascade,
  -- As whom a visit buys; null: somebody who was removed, and the connection is at rest.
  user_id text references users (id) on delete set null,
  kind text not null constraint punchout_connections_kind check (kind in ('oci', 'cxml')),
  name text not null,
  username text not null,
  -- SHA-256 of the secret, which is kept nowhere.
  secret_hash text not null,
  -- From our codes of units, and from UNSPSC classes or categories, to the buyer's.
  units jsonb not null default '{}',
  groups jsonb not null default '{}',
  -- The buyer's number for the shop.
  vendor text not null default '',
  -- Hosts of the buyer beside the one that a visit is given back to.
  hosts text[] not null default '{}',
  made_by text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  last_ok boolean,
  last_said text
);
create unique index punchout_connections_username on punchout_connections (username);
create index punchout_connections_company on punchout_connections (company_id);
create index punchout_connections_user on punchout_connections (user_id);

-- What came and how it was answered, without secrets.
create table punchout_log (
  id text primary key,
  connection_id text not null references punchout_connections (id) on delete cascade,
  created_at timestamptz not null default now(),
  what text not null,
  ok boolean not null,
  said text not null
);
create index punchout_log_connection on punchout_log (connection_id, created_at desc, id desc);
