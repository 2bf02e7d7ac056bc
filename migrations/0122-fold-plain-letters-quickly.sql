-- As before (0046). Looking each letter up among sixty that have accents took more of an order than its tables did; most texts
-- have none. In PL/pgSQL, which keeps its plans from row to row.
create or replace function order_search_fold(given text) returns text language plpgsql immutable parallel safe as $$
begin
  if octet_length(given) = length(given) then
    return lower(given);
  end if;
  return translate(lower(given),
    'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜØàáâãäåçèéêëìíîïñòóôõöùúûüø', 'aaaaaaceeeeiiiinooooouuuuoaaaaaaceeeeiiiinooooouuuuo');
end
$$;
