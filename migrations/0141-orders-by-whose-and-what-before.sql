-- Orders from before, in a transaction of its own: orders are placed meanwhile. The index of all words goes: nothing reads it.
insert into order_parties (words) select distinct order_party_words(orders) from orders on conflict do nothing;
insert into order_goods (words) select distinct order_goods_words(tool_name, sku) from order_lines on conflict do nothing;
with sold as (
  select order_id, array_agg(distinct order_goods.id) as goods
  from order_lines join order_goods on md5(order_goods.words) = md5(order_goods_words(tool_name, sku)) group by order_id
)
update order_search set party = order_parties.id, goods = coalesce(sold.goods, '{}'), codes = order_code_words(orders)
from orders join order_parties on md5(order_parties.words) = md5(order_party_words(orders)) left join sold on sold.order_id = orders.id
where order_search.order_id = orders.id and order_search.party is null;
drop index order_search_words;
