-- A visit of somebody of a buyer, from their own system: a basket apart, known by what stands in its address.
create table punchout_visits (
  id text primary key,
  connection_id text not null references punchout_connections (id) on delete cascade,
  -- SHA-256 of what stands in the address; null until the address that begins it was opened.
  token_hash text,
  -- SHA-256 of what stands in the address that begins it, once; null: it began at once.
  start_hash text,
  start_until timestamptz,
  -- Where the basket is given back to, and in which window.
  return_to text not null,
  target text not null default '',
  -- Whether the basket is only looked at.
  looks_only boolean not null default false,
  -- The tool that is shown first.
  opens text,
  -- What the answer in cXML says again of what was asked.
  buyer_cookie text not null default '',
  parties jsonb,
  -- Where it goes: what days and freight depend on.
  country text,
  -- Somebody of the shop plays the buyer's side.
  is_tried boolean not null default false,
  given_back_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create unique index punchout_visits_token on punchout_visits (token_hash) where token_hash is not null;
create unique index punchout_visits_start on punchout_visits (start_hash) where start_hash is not null;
create index punchout_visits_connection on punchout_visits (connection_id);
create index punchout_visits_expires on punchout_visits (expires_at);

create table punchout_lines (
  visit_id text not null references punchout_visits (id) on delete cascade,
  tool_id text not null references tools (id) on delete cascade,
  -- Pieces.
  quantity bigint not null constraint punchout_lines_quantity check (quantity between 1 and 1000000000),
  -- The code of the pack that it is counted in; null: pieces.
  unit text,
  position bigint generated always as identity,
  primary key (visit_id, tool_id)
);
create index punchout_lines_tool on punchout_lines (tool_id);
