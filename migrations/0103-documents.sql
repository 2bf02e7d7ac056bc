-- Data sheets, certificates and the like: [{"_id", "kind", "name", "language", "revision", "size", "file"}], `file` being the name under
-- which the store of uploads has it.
alter table tools add column documents jsonb not null default '[]';

-- Files that were sent by themselves, by their own names in small letters, so that a sheet can say which tool each is about.
create table document_files (
  name text primary key,
  -- Under which the store of uploads has it.
  file text not null,
  size integer not null,
  sent_at timestamptz not null default now()
);
