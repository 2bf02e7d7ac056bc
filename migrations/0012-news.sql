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
