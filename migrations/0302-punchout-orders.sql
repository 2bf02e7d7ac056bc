-- Orders that a buyer's system sent, each once.
create table punchout_orders (
  connection_id text not null references punchout_connections (id) on delete cascade,
  -- The number that the buyer's system gave it, and the message that it came in.
  buyer_order text not null,
  payload text not null,
  order_id text not null references orders (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (connection_id, buyer_order)
);
create index punchout_orders_order on punchout_orders (order_id);
