-- Keys with which a buyer's own programs call the shop as them; of the key itself only its hash, as of api_keys.
create table buyer_keys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  -- The firm that it buys for, and no other.
  company_id text references companies (id) on delete cascade,
  name text not null,
  begins text not null,
  hash text not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create unique index buyer_keys_hash on buyer_keys (hash);
create index buyer_keys_of_user on buyer_keys (user_id);
create index buyer_keys_of_company on buyer_keys (company_id) where company_id is not null;
