-- A review may be about a tool that its writer has paid for. The name stays as it was, as on orders.
alter table reviews
  add column tool_id text references tools (id) on delete set null,
  add column tool_name text;
create index reviews_of_tool on reviews (tool_id) where tool_id is not null;
