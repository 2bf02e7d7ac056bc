-- Orders from before, in a transaction of its own: orders are placed and paid meanwhile.
insert into order_search (order_id, created_at, words)
select id, created_at, order_search_words(orders) from orders
on conflict (order_id) do nothing;
