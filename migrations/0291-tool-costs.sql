-- What a piece costs the shop, where its owner keeps that. Apart from the tools, whose rows are answered to everybody.
create table tool_costs (
  tool_id text primary key references tools (id) on delete cascade,
  cost_cents integer not null constraint tool_costs_cost check (cost_cents >= 0)
);
