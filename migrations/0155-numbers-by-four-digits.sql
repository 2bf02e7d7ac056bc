-- A list of all orders that have three digits in a row grows with the orders, and a number is five such lists. Four digits are in a
-- tenth as many, and are looked up instead wherever a word has them (decision 513).

-- Each four digits that follow each other. Of other scripts' digits, which order_search_fold leaves, there is no number.
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

create index order_search_fours on order_search using gin (digit_fours(codes)) with (gin_pending_list_limit = 256);
