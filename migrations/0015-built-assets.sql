-- The scripts and styles of each version that served, for pages that are older than the process that is asked.
create table built_assets (
  name text primary key,
  body text,
  seen_at timestamptz not null default now()
);
