-- What the search looks at. The words of a tool are the lexemes of a tsvector, made without PostgreSQL's own parser, which
-- would take "5/16in" and "0.5" apart. The same function reads the words of what a buyer types.

create extension if not exists pg_trgm;

-- The words of a text, in their order, with one spelling for each size: units join their number, so that 8 mm is 8mm,
-- 5/16″ is 5/16in, 1 1/2 in is 1-1/2in, M 10 is m10, and both m10x50 and M10-50 are m10 x 50. Standards stand apart from their
-- number, so that DIN3113 is din 3113. In PL/pgSQL, which keeps its plans from row to row. Where no sign or letter is beyond ASCII
-- none is exchanged, and what cannot be there is not looked for: that is a quarter of the time, and an import makes them for each
-- new tool.
create function search_words_of(given text) returns text[] language plpgsql immutable parallel safe as $$
declare
  rest text := lower(given);
begin
  if octet_length(rest) <> char_length(rest) then
    rest := translate(rest,
      'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜØàáâãäåçèéêëìíîïñòóôõöùúûüø⁄×’', 'aaaaaaceeeeiiiinooooouuuuoaaaaaaceeeeiiiinooooouuuuo/x''');
    if rest ~ '[½¼¾⅛⅜⅝⅞]' then
      rest := replace(replace(replace(replace(replace(replace(replace(rest,
        '½', ' 1/2'), '¼', ' 1/4'), '¾', ' 3/4'), '⅛', ' 1/8'), '⅜', ' 3/8'), '⅝', ' 5/8'), '⅞', ' 7/8');
    end if;
  end if;
  if strpos(rest, '''') > 0 then
    rest := regexp_replace(rest, '([a-z])''(?=[a-z])', '\1', 'g');
  end if;
  if rest ~ '\d' then
    if strpos(rest, ',') > 0 then
      rest := regexp_replace(rest, '(\d),(\d{1,2})(?!\d)', '\1.\2', 'g');
    end if;
    if strpos(rest, 'x') > 0 or strpos(rest, '*') > 0 then
      rest := regexp_replace(rest, '\y(m?\d+(?:[./]\d+)*(?:mm|cm|in)?)\s*[x*]\s*(?=m?\d)', '\1 x ', 'g');
    end if;
    if strpos(rest, '/') > 0 then
      rest := regexp_replace(rest, '\y(\d+)[\s-]+(\d+/\d+)', '\1-\2', 'g');
    end if;
    rest := regexp_replace(rest, '(\d)[\s-]*(?:inches\y|inch\y|in\y|"|″|”|'''')', '\1in ', 'g');
    rest := regexp_replace(rest, '(\d)[\s-]*(m|c)(?:illi|enti)?(?:metres?|meters?|m)\y', '\1\2m', 'g');
    rest := regexp_replace(rest, '(\d)[\s-]*(kg|g|oz|lb|ft|nm|v|w|l|ml|t|m)\y', '\1\2', 'g');
    rest := regexp_replace(rest, '\ym[\s-]+(?=\d)', 'm', 'g');
    rest := regexp_replace(rest, '\y(m\d+)[-/](?=\d)', '\1 x ', 'g');
    rest := regexp_replace(rest, '\y(din|iso|en|ansi|asme|astm|bs|jis|sae)(?=\d)', '\1 ', 'g');
  end if;
  rest := regexp_replace(rest, '(?<!\d)-|-(?!\d)', ' ', 'g');
  return array(
    select trim(both './-' from word)
    from regexp_split_to_table(rest, '[\s,;:()\[\]{}"''!?&|<>=*#@_\\]+') with ordinality as split(word, place)
    where trim(both './-' from word) <> ''
    order by place
  );
end
$$;

-- A stock number as buyers write it: with dashes, dots and spaces or without.
create function search_code(sku text) returns text
language sql immutable parallel safe
as $$ select regexp_replace(lower(sku), '[^a-z0-9]', '', 'g') $$;

-- The words of name, category and stock number with weight A, those of what it is by its attributes with B, numbers with their unit, those
-- of the description with D: what says a tool's name comes before what is only said of it. None of the words has a quote or a
-- backslash. A word of a description that is longer than a search is none.
create function search_lexemes(name text, sku text, category text, description text, attributes jsonb) returns tsvector
language plpgsql immutable parallel safe as $$
begin
  return (
    select string_agg('''' || word || ''':' || weight, ' ')
    from (
      select unnest(search_words_of(concat_ws(' | ', name, category, sku)) || nullif(search_code(sku), '')), '1A'
      union all
      select unnest(search_words_of(description)), '2'
      union all
      select unnest(search_words_of(concat_ws(' ', fact ->> 'value', fact ->> 'unit'))), '3B'
      from jsonb_array_elements(attributes) as fact where jsonb_typeof(fact -> 'value') <> 'boolean'
    ) as said (word, weight)
    where length(word) <= 200
  )::tsvector;
end
$$;

create index tools_lexemes on tools using gin (lexemes) with (gin_pending_list_limit = 256) where removed_at is null;

-- All words that tools have or had, so that a mistyped one finds its neighbours: of names and categories, stock numbers, and texts.
create table search_words (
  word text not null,
  kind text not null check (kind in ('name', 'code', 'text')),
  primary key (word, kind)
);
create index search_words_begin on search_words (kind, word text_pattern_ops);
create index search_words_near on search_words using gin (word gin_trgm_ops) with (gin_pending_list_limit = 256) where kind = 'name';
create index search_codes_end on search_words (reverse(word) text_pattern_ops) where kind = 'code';

create function tools_read_words() returns trigger language plpgsql as $$
begin
  new.lexemes := search_lexemes(new.name, new.sku, new.category, new.description, new.attributes);
  return new;
end
$$;

-- A sale changes none of these columns, so it costs nothing here.
create trigger tools_read_words_of_new before insert on tools
for each row execute function tools_read_words();
create trigger tools_read_words_of_changed before update of name, sku, category, description, attributes on tools
for each row when ((new.name, new.sku, new.category, new.description, new.attributes)
  is distinct from (old.name, old.sku, old.category, old.description, old.attributes))
execute function tools_read_words();

-- The words that a tool teaches: its stock number as one, and all others but the number's own parts.
create function search_taught(lexemes tsvector, sku text) returns table (word text, kind text)
language sql immutable parallel safe
begin atomic
  select lexeme, case when lexeme = search_code(sku) then 'code' when 'A' = any (weights) then 'name' else 'text' end
  from unnest(lexemes)
  where length(lexeme) between 2 and 64
    and (lexeme is not distinct from search_code(sku) or lexeme !~ '\d' or position(lexeme in lower(coalesce(sku, ''))) = 0);
end;

-- In one order, so that two writers of the same new words wait for each other instead of locking each other out.
create function tools_teach_words() returns trigger language plpgsql as $$
begin
  insert into search_words (word, kind)
  select distinct word, taught.kind from changed, search_taught(changed.lexemes, changed.sku) as taught
  order by word, kind
  on conflict do nothing;
  return null;
end
$$;
create trigger tools_teach_words_of_new after insert on tools
referencing new table as changed
for each statement execute function tools_teach_words();

create function tools_teach_words_again() returns trigger language plpgsql as $$
begin
  insert into search_words (word, kind)
  select word, kind from search_taught(new.lexemes, new.sku) order by word, kind
  on conflict do nothing;
  return null;
end
$$;
create trigger tools_teach_words_of_changed after update of name, sku, category, description, attributes on tools
for each row when (new.lexemes is distinct from old.lexemes) execute function tools_teach_words_again();
