-- A customer's own lists of tools and quantities, such as "van stock". They hold no stock and remember no price.
create table named_lists (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text not null,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index named_lists_name on named_lists (user_id, lower(name));

create table named_list_lines (
  list_id text not null references named_lists (id) on delete cascade,
  tool_id text not null references tools (id),
  quantity bigint not null check (quantity between 1 and 1000000000),
  position bigint generated always as identity,
  primary key (list_id, tool_id)
);
create index named_list_lines_tool on named_list_lines (tool_id);
