-- Unused since 1.1.0: what an order costs, whether its buyer may have another one and when approvers are reminded is decided in
-- TypeScript, of rows that are locked. A process of 1.0.0 that would still place an order misses the price and fails.

drop trigger count_open_orders on orders;
drop function count_open_orders();
drop function counts_as_open(text, boolean);
drop table open_orders;
drop function unit_price_cents(integer, jsonb, numeric);
drop function month_sum(text, text, text);
drop function working_day_after(timestamptz);

-- A customer's orders that are unpaid or wait are counted with each that they place, however many they placed before.
create index orders_open_of_user on orders (user_id) where state in ('waiting', 'unpaid');
