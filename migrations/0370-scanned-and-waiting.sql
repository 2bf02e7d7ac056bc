-- Orders are also found by the number of a delivery note, as its code or its letter says it.
create or replace function order_search_words(bought orders) returns text language sql stable as $$
  select order_search_fold(concat_ws(E'\n', bought.number, bought.name, bought.company, bought.email, bought.phone,
    regexp_replace(bought.phone, '\D', '', 'g'), bought.address, bought.purchase_order, bought.transaction_id, bought.id,
    (select string_agg(value, E'\n') from jsonb_each_text(bought.invoice_address)),
    (select string_agg(number, E'\n') from invoices where order_id = bought.id),
    (select string_agg(number, E'\n') from shipments where order_id = bought.id),
    (select string_agg(concat_ws(E'\n', tool_name, sku, nullif(search_code(sku), lower(sku))), E'\n' order by position)
     from order_lines where order_id = bought.id)))
$$;

-- Tools that orders wait for and nothing that is announced brings are listed among what is to be reordered.
create index tools_made_to_order on tools (id) where made_to_order > 0 and removed_at is null;
