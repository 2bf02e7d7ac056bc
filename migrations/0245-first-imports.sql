-- What staff alone keep of a tool, beside what it costs: where it lies, and the file of a picture that it waits for.
create table tool_keeping (
  tool_id text primary key references tools on delete cascade,
  -- Printed on packing slips.
  bin text,
  -- As a sheet named it.
  picture_file text
);
create index tool_keeping_files on tool_keeping (lower(picture_file)) where picture_file is not null;

alter table imports
  -- What headings were taken for, which the shop remembers once the import is committed.
  add column teach jsonb not null default '{}';
alter table import_rows
  -- What a row says of what staff alone keep, and what there was.
  add column kept_before jsonb not null default '{}',
  add column kept_after jsonb not null default '{}';

-- Rows in error as they stood in the sheet, with why; row 0 has the headings.
create table import_left_rows (
  import_id text not null references imports on delete cascade,
  row integer not null,
  cells jsonb not null,
  reason text not null default '',
  primary key (import_id, row)
);
