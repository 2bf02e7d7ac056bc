-- On which days the shop works, as contract/working-days.ts counts them. Statements ask once for all rows: (select shop_days()).
create function shop_days() returns jsonb language sql stable as $$
  select jsonb_build_object(
    'timeZone', shop_zone(),
    'workdays', coalesce((select value -> 'workdays' from settings), '[1, 2, 3, 4, 5]'),
    'holidays', coalesce((select value -> 'holidays' from settings), '[]'))
$$;
