-- Keys with which other systems call the shop. The key itself is kept nowhere: it is 256 random bits, so its plain SHA-256 is
-- enough to know it by. It acts as whoever made it and goes with them.
create table api_keys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  begins text not null,
  hash text not null,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz
);
create unique index api_keys_hash on api_keys (hash);
create index api_keys_of_user on api_keys (user_id);
