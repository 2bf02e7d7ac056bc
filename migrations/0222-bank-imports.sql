-- What the shop's bank says came in, and for what it was recorded.

create table bank_imports (
  id text primary key,
  actor_email text not null,
  file_name text not null default '',
  -- What could not be read of it: [{"row": …, "column": …, "message": …}].
  errors jsonb not null default '[]',
  created_at timestamptz not null default now(),
  committed_at timestamptz
);
create index bank_imports_newest on bank_imports (created_at, id);

create table bank_lines (
  import_id text not null references bank_imports (id) on delete cascade,
  row integer not null,
  -- The same for the same payment in whatever file it comes again.
  key text not null,
  received_on date not null,
  amount_cents bigint not null,
  reference text not null,
  payer text not null,
  -- What the dry run found: outcome, why, and for whom.
  found jsonb not null,
  recorded_at timestamptz,
  primary key (import_id, row)
);
-- A payment is recorded once, however often its file is sent.
create unique index bank_lines_recorded on bank_lines (key) where recorded_at is not null;
