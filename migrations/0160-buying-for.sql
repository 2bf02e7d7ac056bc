-- For whom somebody buys, as they chose it last; no firm is themselves.
create table buying_for (
  user_id text primary key references users (id) on delete cascade,
  company_id text references companies (id) on delete cascade,
  chosen_at timestamptz not null default now()
);
create index buying_for_company on buying_for (company_id);
