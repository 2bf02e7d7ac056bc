-- Which backups were read back after they were made, by the names of their files.
create table read_backups (
  name text primary key,
  -- Bytes.
  size bigint not null,
  -- Null: it could not be read to its end.
  rows bigint,
  at timestamptz not null default now()
);
