-- What staff find an order by, as one text for each order: any part of any of it. Kept by the database, so that every
-- version that writes an order, its lines or its invoice takes part. A table beside the orders: they are written anew with
-- every payment and shipment, which would cost the index of the text each time.

-- Small letters without accents, as what is typed is read too.
create function order_search_fold(given text) returns text language sql immutable parallel safe as $$
  select translate(lower(given),
    'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜØàáâãäåçèéêëìíîïñòóôõöùúûüø', 'aaaaaaceeeeiiiinooooouuuuoaaaaaaceeeeiiiinooooouuuuo')
$$;

create table order_search (
  order_id text primary key references orders (id) on delete cascade,
  created_at timestamptz not null,
  words text not null
);
create index order_search_newest on order_search (created_at, order_id);
create index order_search_words on order_search using gin (words gin_trgm_ops);

-- A telephone number also as its digits alone, a SKU also without its signs, however they are typed.
create function order_search_words(bought orders) returns text language sql stable as $$
  select order_search_fold(concat_ws(E'\n', bought.number, bought.name, bought.company, bought.email, bought.phone,
    regexp_replace(bought.phone, '\D', '', 'g'), bought.address, bought.purchase_order, bought.transaction_id, bought.id,
    (select string_agg(number, E'\n') from invoices where order_id = bought.id),
    (select string_agg(concat_ws(E'\n', tool_name, sku, nullif(search_code(sku), lower(sku))), E'\n' order by position)
     from order_lines where order_id = bought.id)))
$$;

create function orders_are_found() returns trigger language plpgsql as $$
begin
  insert into order_search as found (order_id, created_at, words)
  select orders.id, orders.created_at, order_search_words(orders) from orders
  where orders.id in (select order_id from changed)
  on conflict (order_id) do update set words = excluded.words where found.words <> excluded.words;
  return null;
end $$;
create trigger order_lines_are_found after insert on order_lines
referencing new table as changed for each statement execute function orders_are_found();
create trigger invoices_are_found after insert on invoices
referencing new table as changed for each statement execute function orders_are_found();

create function order_is_found_again() returns trigger language plpgsql as $$
begin
  update order_search set words = order_search_words(new)
  where order_id = new.id and words <> order_search_words(new);
  return null;
end $$;
create trigger orders_are_found_again after update of name, company, address, phone, purchase_order, transaction_id on orders
for each row when ((old.name, old.company, old.address, old.phone, old.purchase_order, old.transaction_id)
  is distinct from (new.name, new.company, new.address, new.phone, new.purchase_order, new.transaction_id))
execute function order_is_found_again();
