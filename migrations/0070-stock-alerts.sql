-- Who asked to be told when a tool can be ordered again. A row is one wish and goes with its letter, so that there is one.
create table stock_alerts (
  tool_id text not null references tools (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (tool_id, user_id)
);
create index stock_alerts_of_user on stock_alerts (user_id);
