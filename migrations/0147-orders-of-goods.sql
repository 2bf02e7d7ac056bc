-- The orders of each kind of goods (0140), newest last, as an index alone can tell them. A GIN of the goods of each order named the
-- orders without their moments, so each of the thousands that have a tool's name was read from the table before twenty were shown.

create table order_sales (
  goods integer not null,
  created_at timestamptz not null,
  order_id text not null
);
create unique index order_sales_once on order_sales (goods, created_at, order_id);

create function order_goods_are_sold() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from order_sales where goods = any(old.goods) and created_at = old.created_at and order_id = old.order_id;
  end if;
  if tg_op <> 'DELETE' then
    insert into order_sales (goods, created_at, order_id) select unnest(new.goods), new.created_at, new.order_id;
  end if;
  return null;
end $$;
create trigger order_search_sells after insert or delete on order_search
  for each row execute function order_goods_are_sold();
create trigger order_search_sells_other after update of goods on order_search
  for each row when (old.goods is distinct from new.goods) execute function order_goods_are_sold();

drop index order_search_goods;

-- The job of 0143 writes the sales of orders that could be found before. It begins anew, and goes by whatever is written already.
delete from order_search_behind;
insert into order_search_behind (created_at, order_id) select 'infinity', '' where exists (select from orders);
