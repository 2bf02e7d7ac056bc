-- In a transaction of its own, since it keeps readers of tools out for a moment. Lists by price read `tool_prices` (0144); the version
-- before sorts them meanwhile. What begins with the name is in the index of names and positions too.
drop index tools_price_order;
drop index tools_name;
-- An import that changes every tool finds room beside each of them, so that no index is written.
alter table tools set (fillfactor = 50);
