-- Pieces that are to come: batches that are announced, what is made to order, and which orders they are promised to. What a tool
-- says of them (`coming`, `made_to_order`) is written anew from these tables by whoever changes them, under the lock of the tool: every
-- list, price and order reads it, and 100,000 tools with 20,000 batches are listed without a look at the batches.
alter table tools
  add column backorder_kind text not null default 'no' check (backorder_kind in ('no', 'incoming', 'always')),
  add column backorder_limit integer check (backorder_limit between 0 and 1000000000),
  add column backorder_days smallint not null default 0 check (backorder_days between 0 and 365),
  add column reorder_below integer check (reorder_below between 0 and 1000000000),
  add column coming jsonb not null default '[]',
  add column made_to_order bigint not null default 0;
create index tools_to_reorder on tools (id) where reorder_below is not null and removed_at is null;

create table batches (
  id text primary key,
  tool_id text not null references tools on delete cascade,
  quantity integer not null check (quantity between 1 and 1000000000),
  received bigint not null default 0 check (received >= 0),
  day date not null,
  note text not null default '',
  state text not null default 'announced' check (state in ('announced', 'received', 'cancelled')),
  version integer not null default 1,
  actor_email text not null default '',
  created_at timestamptz not null default now()
);
create index batches_of_tool on batches (tool_id, day, id) where state = 'announced';
create index batches_by_day on batches (day, id);

-- Pieces of an order that are not there yet: of a batch, or made to order by a day.
create table order_promises (
  order_id text not null references orders on delete cascade,
  tool_id text not null references tools on delete cascade,
  batch_id text references batches on delete cascade,
  day date,
  quantity integer not null check (quantity > 0),
  check ((batch_id is null) <> (day is null))
);
create unique index order_promises_once on order_promises (order_id, tool_id, coalesce(batch_id, ''));
create index order_promises_of_tool on order_promises (tool_id);
create index order_promises_of_batch on order_promises (batch_id) where batch_id is not null;

alter table orders
  add column parts boolean not null default false,
  add column wanted_day date;

alter table stock_changes drop constraint stock_changes_kind_check,
  add constraint stock_changes_kind_check
    check (kind in ('created', 'edited', 'counted', 'imported', 'returned', 'received')) not valid;
