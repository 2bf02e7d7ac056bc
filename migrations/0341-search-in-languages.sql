-- Tools are found by what they are called in other languages than the shop's own: each language has words of its own beside those of
-- the tool, so that a search in the shop's own finds what it found. None where nothing is translated.
alter table tools add column lexemes_en tsvector;
alter table tools add column lexemes_de tsvector;
create index tools_lexemes_en on tools using gin (lexemes_en) with (gin_pending_list_limit = 256)
  where removed_at is null and lexemes_en is not null;
create index tools_lexemes_de on tools using gin (lexemes_de) with (gin_pending_list_limit = 256)
  where removed_at is null and lexemes_de is not null;

-- All words of translations, as `search_words` has those of the shop's own.
create table translated_words (
  language text not null,
  word text not null,
  kind text not null constraint translated_words_kind check (kind in ('name', 'text')),
  primary key (language, word, kind)
);
create index translated_words_begin on translated_words (language, kind, word text_pattern_ops);
create index translated_words_near on translated_words using gin (word gin_trgm_ops) with (gin_pending_list_limit = 256)
  where kind = 'name';

-- ß is ss, either way; the rest is that of 0004-tool-search.sql.
create or replace function search_words_of(given text) returns text[] language plpgsql immutable parallel safe as $$
declare
  rest text := lower(given);
begin
  if octet_length(rest) <> char_length(rest) then
    rest := translate(rest,
      'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜØàáâãäåçèéêëìíîïñòóôõöùúûüø⁄×’', 'aaaaaaceeeeiiiinooooouuuuoaaaaaaceeeeiiiinooooouuuuo/x''');
    rest := replace(replace(rest, 'ß', 'ss'), 'ẞ', 'ss');
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

-- What a tool is found by in a language: its own words, and those of its translation beside them; null where there is none.
create function translated_lexemes(own tsvector, said jsonb) returns tsvector language sql immutable parallel safe as $$
  select case when said is null then null
    else own || search_lexemes(said ->> 'name', null, null, coalesce(said ->> 'description', ''), '[]') end
$$;

create or replace function tools_read_words() returns trigger language plpgsql as $$
begin
  new.lexemes := search_lexemes(new.name, new.sku, new.category, new.description, new.attributes);
  if new.translations <> '{}' then
    new.lexemes_en := translated_lexemes(new.lexemes, new.translations -> 'en');
    new.lexemes_de := translated_lexemes(new.lexemes, new.translations -> 'de');
  elsif new.lexemes_en is not null or new.lexemes_de is not null then
    new.lexemes_en := null;
    new.lexemes_de := null;
  end if;
  return new;
end
$$;
drop trigger tools_read_words_of_changed on tools;
create trigger tools_read_words_of_changed before update of name, sku, category, description, attributes, translations on tools
for each row when ((new.name, new.sku, new.category, new.description, new.attributes, new.translations)
  is distinct from (old.name, old.sku, old.category, old.description, old.attributes, old.translations))
execute function tools_read_words();

-- In one order, as those of search_words.
create function teach_translated_words(translations jsonb) returns void language sql as $$
  insert into translated_words (language, word, kind)
  select distinct language, word, kind
  from jsonb_each(translations) as said (language, texts), lateral (
    select unnest(search_words_of(texts ->> 'name')), 'name'
    union all select unnest(search_words_of(texts ->> 'description')), 'text'
  ) as taught (word, kind)
  where length(word) between 2 and 64
  order by language, word, kind
  on conflict do nothing
$$;
create function tools_teach_translated_words() returns trigger language plpgsql as $$
begin
  perform teach_translated_words(new.translations);
  return null;
end
$$;
create trigger tools_teach_translated_words_of_new after insert on tools
for each row when (new.translations <> '{}') execute function tools_teach_translated_words();
create trigger tools_teach_translated_words_of_changed after update of translations on tools
for each row when (new.translations is distinct from old.translations and new.translations <> '{}')
execute function tools_teach_translated_words();

-- What is there already with ß in it, or was translated meanwhile.
update tools set
  lexemes = search_lexemes(name, sku, category, description, attributes),
  lexemes_en = translated_lexemes(search_lexemes(name, sku, category, description, attributes), translations -> 'en'),
  lexemes_de = translated_lexemes(search_lexemes(name, sku, category, description, attributes), translations -> 'de')
where translations <> '{}' or strpos(concat(name, category, description, attributes), 'ß') > 0;
insert into search_words (word, kind)
select distinct word, taught.kind from tools, search_taught(lexemes, sku) as taught
where strpos(concat(name, category, description, attributes), 'ß') > 0
order by word, kind
on conflict do nothing;
select teach_translated_words(translations) from tools where translations <> '{}';
