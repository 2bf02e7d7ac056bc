-- Every change of a tool's stock that is not an order: what was there at first, edits, counts, receipts. With the orders
-- that took and returned pieces it adds up to what there is; where the version before this one wrote nothing down, the
-- history begins with the difference.
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
