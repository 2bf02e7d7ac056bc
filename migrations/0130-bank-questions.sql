-- What a bank's file leaves open, and what was said of it.

alter table bank_imports
  -- [{"ask": …, "message": …, "open": …, "columns": …}]
  add column questions jsonb not null default '[]',
  -- What was taken for the answers.
  add column answers jsonb not null default '{}';

-- The answers, kept for all files with the same headings, by a hash of these.
create table bank_formats (
  headings text primary key,
  answers jsonb not null,
  taught_at timestamptz not null default now()
);
