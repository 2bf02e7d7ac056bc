-- What left the house, when and with whom. An order may leave in many parcels; what they hold of a line together is never
-- more than what was ordered of it.
create table shipments (
  id text primary key,
  order_id text not null references orders (id) on delete cascade,
  carrier text not null,
  tracking_number text,
  tracking_url text,
  actor_id text,
  actor_email text not null default '',
  idempotency_key text,
  idempotency_hash text,
  shipped_at timestamptz not null default now()
);
create index shipments_order on shipments (order_id, shipped_at);
create unique index shipments_idempotency on shipments (actor_id, idempotency_key) where idempotency_key is not null;

create table shipment_lines (
  shipment_id text not null references shipments (id) on delete cascade,
  tool_id text not null references tools (id),
  quantity integer not null check (quantity > 0),
  primary key (shipment_id, tool_id)
);
create index shipment_lines_tool on shipment_lines (tool_id);

-- How much of an order has left the house, kept with every shipment, so that a list need not add up; nothing_left also where
-- what is left will never leave, since its money was given back.
alter table orders
  add column fulfilment text not null default 'none' check (fulfilment in ('none', 'part', 'all')),
  add column nothing_left boolean not null default false;
create index orders_to_ship on orders (paid_at, id) where state = 'paid' and not nothing_left;
create index orders_shipped on orders (fulfilment, created_at, id) where fulfilment <> 'none';
create index orders_in_state on orders (state, created_at, id);
