-- Orders from before they could be found as they are now (0046, 0140) are made findable by a job, a few at a time and the newest
-- first. This is the place that it has come to: orders before it, in the order of created_at and id, are not found yet. Without a
-- row all are.
create table order_search_behind (
  created_at timestamptz not null,
  order_id text not null
);
insert into order_search_behind (created_at, order_id) select 'infinity', '' where exists (select from orders);
