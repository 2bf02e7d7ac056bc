-- Orders whose buyer is still to be written to that they were placed: written in the statement that places one, gone in the
-- transaction that queues its letter. The version before writes none, and no letter is sent for its orders.
create table order_letters (
  order_id text primary key references orders (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index order_letters_oldest on order_letters (created_at);
