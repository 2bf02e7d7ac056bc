-- What staff find an order by, as one text for each order: any part of any of it (docs/decisions/375-finding-orders.md). A table
-- beside the orders: they are written anew with every payment and shipment, which would cost the index of the text each time.

-- Small letters without accents, as what is typed is read too. Most texts have none, and looking each letter up among sixty took
-- more of an order than its tables did. In PL/pgSQL, which keeps its plans from row to row.
create function order_search_fold(given text) returns text language plpgsql immutable parallel safe as $$
begin
  if octet_length(given) = length(given) then
    return lower(given);
  end if;
  return translate(lower(given),
    'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜØàáâãäåçèéêëìíîïñòóôõöùúûüø', 'aaaaaaceeeeiiiinooooouuuuoaaaaaaceeeeiiiinooooouuuuo');
end
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
    (select string_agg(value, E'\n') from jsonb_each_text(bought.invoice_address)),
    (select string_agg(number, E'\n') from invoices where order_id = bought.id),
    (select string_agg(concat_ws(E'\n', tool_name, sku, nullif(search_code(sku), lower(sku))), E'\n' order by position)
     from order_lines where order_id = bought.id)))
$$;

-- Writes what these orders are found by as they are now.
create function refresh_order_search(ids text[]) returns void language sql as $$
  insert into order_search as found (order_id, created_at, words)
  select id, created_at, order_search_words(orders) from orders where id = any(ids)
  on conflict (order_id) do update set words = excluded.words where found.words <> excluded.words
$$;
