-- Imports of sheets of tools, and of the prices of a list: what the dry run saw and would write, row by row, until it is committed, and after that until
-- it may no longer be undone.
create table imports (
  id text primary key,
  actor_id text references users (id) on delete set null,
  actor_email text not null,
  -- The name of the API key that they called with.
  actor_key text,
  file_name text not null default '',
  -- The price list that it is of; null: of tools.
  list_id text references price_lists (id) on delete cascade,
  -- checking: the dry run is not done; committing, undoing and reverting go on by whoever holds the lease.
  step text not null default 'checking'
    check (step in ('checking', 'checked', 'committing', 'committed', 'reverting', 'undoing', 'undone')),
  created integer not null default 0,
  changed integer not null default 0,
  unchanged integer not null default 0,
  error_count integer not null default 0,
  -- The first of them: [{"row", "column", "message"}].
  errors jsonb not null default '[]',
  -- The first rows that would change, cell by cell.
  preview jsonb not null default '[]',
  -- How many rows the step that runs, or ran last, has done.
  done integer not null default 0,
  -- Why the last step failed: {"code", "message", "issues"}.
  problem jsonb,
  -- What an undo left as it was, and why: [{"row", "column", "message"}].
  kept jsonb not null default '[]',
  -- What it found beside its errors: headings that nobody knows, what new tools lack, equal errors as one.
  findings jsonb not null default '{"columns": [], "missing": [], "problems": []}',
  -- Which process does the step that runs, and until when it is believed to.
  runner text,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  committed_at timestamptz,
  undone_at timestamptz
);
create index imports_newest on imports (created_at, id);
create index imports_actor on imports (actor_id);
create index imports_list on imports (list_id);
create index imports_running on imports (lease_until) where step in ('committing', 'reverting', 'undoing');

create table import_rows (
  import_id text not null references imports (id) on delete cascade,
  row integer not null,
  tool_id text not null,
  is_new boolean not null,
  -- The cells that change, as the dry run saw them and as they are written.
  before jsonb not null,
  after jsonb not null,
  -- What all changes of the tool's stock but the orders came to when the dry run saw it.
  stock_seen bigint,
  -- The difference that was written to its stock.
  stock_change integer,
  applied boolean not null default false,
  primary key (import_id, row)
);
-- Imports are committed and undone in portions, in the order of the ids of their tools, in which these are locked.
create index import_rows_tools on import_rows (import_id, tool_id);

-- Words that the shop was taught for the headings of sheets, without case, blanks and signs; an empty field: left out.
create table sheet_headings (
  heading text primary key,
  field text not null,
  taught_at timestamptz not null default now()
);
