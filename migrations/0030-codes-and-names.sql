-- What buyers write of a stock number: whatever its case, blanks, hyphens and slashes. Names likewise, without punctuation.
-- ASCII letters alone change their case, so that every locale and server/order-lines/plain.ts agree.
create function plain_code(code text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(code, '[\s/\\‐‑‒–—―−-]+', '', 'g') collate "C")
$$;
create function plain_name(name text) returns text language sql immutable parallel safe as $$
  select lower(regexp_replace(name, '[\s!-/:-@\[-`{-~″′“”„«»‘’‚…‐‑‒–—―−×]+', '', 'g') collate "C")
$$;
create index tools_plain_code on tools (plain_code(sku)) where removed_at is null and sku is not null;
create index tools_plain_name on tools (md5(plain_name(name))) where removed_at is null;
