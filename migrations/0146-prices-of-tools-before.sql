-- Tools from before, in a transaction of its own: the triggers of 0144 keep orders out of tools until theirs ends, and this one
-- locks nothing that an order writes. What is removed meanwhile is not in the list.
insert into tool_prices (tool_id, price_cents, position) select id, price_cents, position from tools where removed_at is null order by id
on conflict (tool_id) do nothing;
delete from tool_prices using tools where tools.id = tool_prices.tool_id and tools.removed_at is not null;
analyze tool_prices;
