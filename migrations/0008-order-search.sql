-- What staff find an order by, as one text for each order: any part of any of it. Kept by the database, so that every way to
-- write an order, its lines or its invoice takes part. A table beside the orders: they are written anew with every payment and
-- shipment, which would cost the index of the text each time.
--
-- Orders are found from lists that stay short however many orders there are. Whose orders are and what is in them repeats: each
-- such text is kept once, and orders name it. What an order has for itself, its numbers, stands in `codes`. All of it together
-- stands in `words`, by which candidates are judged.

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

-- Each four digits that follow each other: they are in a tenth as many orders as three, which trigrams would look up (decision
-- 513). Of other scripts' digits, which order_search_fold leaves, there is no number.
create function digit_fours(codes text) returns integer[] language plpgsql immutable strict parallel safe as $$
declare
  run text;
  fours integer[] := '{}';
begin
  foreach run in array regexp_split_to_array(codes, '[^0-9]+') loop
    for at in 1 .. length(run) - 3 loop
      fours := fours || substr(run, at, 4)::integer;
    end loop;
  end loop;
  return fours;
end $$;

-- Who bought and where it went.
create table order_parties (
  id integer primary key generated always as identity,
  words text not null
);
create unique index order_parties_once on order_parties (md5(words));
create index order_parties_words on order_parties using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256);

-- Tools as they were called when they were bought.
create table order_goods (
  id integer primary key generated always as identity,
  words text not null
);
create unique index order_goods_once on order_goods (md5(words));
create index order_goods_words on order_goods using gin (words gin_trgm_ops) with (gin_pending_list_limit = 256);

create table order_search (
  order_id text primary key references orders (id) on delete cascade,
  created_at timestamptz not null,
  words text not null,
  party integer,
  goods integer[] not null default '{}',
  codes text not null default ''
);
create index order_search_newest on order_search (created_at, order_id);
create index order_search_party on order_search (party, created_at, order_id);
create index order_search_codes on order_search using gin (codes gin_trgm_ops) with (gin_pending_list_limit = 512);
create index order_search_fours on order_search using gin (digit_fours(codes)) with (gin_pending_list_limit = 256);

-- The orders of each kind of goods, newest last, as an index alone can tell them.
create table order_sales (
  goods integer not null,
  created_at timestamptz not null,
  order_id text not null
);
create unique index order_sales_once on order_sales (goods, created_at, order_id);

-- A telephone number also as its digits alone, a SKU also without its signs, however they are typed; and where the invoice goes.
create function order_search_words(bought orders) returns text language sql stable as $$
  select order_search_fold(concat_ws(E'\n', bought.number, bought.name, bought.company, bought.email, bought.phone,
    regexp_replace(bought.phone, '\D', '', 'g'), bought.address, bought.purchase_order, bought.transaction_id, bought.id,
    (select string_agg(value, E'\n') from jsonb_each_text(bought.invoice_address)),
    (select string_agg(number, E'\n') from invoices where order_id = bought.id),
    (select string_agg(concat_ws(E'\n', tool_name, sku, nullif(search_code(sku), lower(sku))), E'\n' order by position)
     from order_lines where order_id = bought.id)))
$$;

create function order_party_words(bought orders) returns text language sql stable as $$
  select order_search_fold(concat_ws(E'\n', bought.name, bought.company, bought.email, bought.phone,
    regexp_replace(bought.phone, '\D', '', 'g'), bought.address,
    (select string_agg(value, E'\n') from jsonb_each_text(bought.invoice_address))))
$$;

create function order_code_words(bought orders) returns text language sql stable as $$
  select order_search_fold(concat_ws(E'\n', bought.number, bought.purchase_order, bought.transaction_id, bought.id,
    (select string_agg(number, E'\n') from invoices where order_id = bought.id)))
$$;

create function order_goods_words(tool_name text, sku text) returns text language sql immutable parallel safe as $$
  select order_search_fold(concat_ws(E'\n', tool_name, sku, nullif(search_code(sku), lower(sku))))
$$;

-- The party of these words, which stays for as long as this transaction runs.
create function order_party(wanted text) returns integer language plpgsql as $$
declare
  known integer;
begin
  loop
    select id into known from order_parties where md5(words) = md5(wanted) for key share;
    exit when known is not null;
    insert into order_parties (words) values (wanted) on conflict do nothing;
  end loop;
  return known;
end $$;

-- The goods of an order. They are made in one order, so that two who sell the same for the first time wait for each other.
create function order_goods_of(bought text) returns integer[] language plpgsql as $$
declare
  known integer[];
  wanted text[] := array(select distinct order_goods_words(tool_name, sku) from order_lines where order_id = bought order by 1);
begin
  loop
    known := array(select id from unnest(wanted) as sold (words) join order_goods on md5(order_goods.words) = md5(sold.words));
    exit when cardinality(known) >= cardinality(wanted);
    insert into order_goods (words) select words from unnest(wanted) with ordinality as sold (words, at) order by at on conflict do nothing;
  end loop;
  return known;
end $$;

create function orders_are_found() returns trigger language plpgsql as $$
begin
  insert into order_search as found (order_id, created_at, words, party, goods, codes)
  select orders.id, orders.created_at, order_search_words(orders), order_party(order_party_words(orders)),
    order_goods_of(orders.id), order_code_words(orders)
  from orders where orders.id in (select order_id from changed)
  on conflict (order_id) do update set words = excluded.words, party = excluded.party, goods = excluded.goods, codes = excluded.codes
    where found.words <> excluded.words or found.party is null;
  return null;
end $$;
create trigger order_lines_are_found after insert on order_lines
referencing new table as changed for each statement execute function orders_are_found();
create trigger invoices_are_found after insert on invoices
referencing new table as changed for each statement execute function orders_are_found();

create function order_is_found_again() returns trigger language plpgsql as $$
begin
  update order_search set words = order_search_words(new), party = order_party(order_party_words(new)), codes = order_code_words(new)
  where order_id = new.id and words <> order_search_words(new);
  return null;
end $$;
create trigger orders_are_found_again after update of name, company, address, phone, purchase_order, transaction_id on orders
for each row when ((old.name, old.company, old.address, old.phone, old.purchase_order, old.transaction_id)
  is distinct from (new.name, new.company, new.address, new.phone, new.purchase_order, new.transaction_id))
execute function order_is_found_again();

-- What is known of a person goes with the last order that says it.
create function order_party_left() returns trigger language plpgsql as $$
begin
  perform from order_parties where id = old.party for update;
  delete from order_parties where id = old.party and not exists (select from order_search where party = old.party);
  return null;
end $$;
create trigger order_search_changes_party after update of party on order_search
  for each row when (old.party is distinct from new.party) execute function order_party_left();
create trigger order_search_leaves_party after delete on order_search
  for each row execute function order_party_left();

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
