-- What a bank's file has beside its payments, and by what one without headings is known again.

alter table bank_imports
  -- [{"row": …, "text": …, "why": …}]
  add column left_out jsonb not null default '[]',
  -- The same for all files without headings whose columns hold the same kinds of cells; empty for those with headings.
  add column shape text not null default '';
