-- The first and the last day, in UTC, on which a tool is for sale; null: no bound. They add to on_sale, which is still the
-- switch that staff turn.
alter table tools add column on_sale_from date, add column on_sale_until date;
