-- By what a movement of the bank is known again in another file, what somebody put aside, and what a file's balances say.

alter table bank_imports
  -- The same for all files with the same headings.
  add column headings text not null default '',
  -- Where its balances and lines do not add up.
  add column problems jsonb not null default '[]';

alter table bank_lines
  -- The shop's own account and the end-to-end id; empty where the file does not say.
  add column account text not null default '',
  add column end_to_end text not null default '',
  add column bank_id text not null default '',
  -- It is none of the shop's, or nothing to record.
  add column aside_at timestamptz,
  add column note text not null default '';
create index bank_lines_seen on bank_lines (received_on, amount_cents)
  where recorded_at is not null or aside_at is not null;
