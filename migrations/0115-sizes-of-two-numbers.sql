-- Sizes of two numbers are read apart, however they are written: M10 × 50, m10x50, 10*50, M10-50.

-- The words of a text, in their order, with one spelling for each size: units join their number, so that 8 mm is 8mm,
-- 5/16″ is 5/16in, 1 1/2 in is 1-1/2in, M 10 is m10, and both m10x50 and
-- M10-50 are m10 x 50. In PL/pgSQL, which keeps its plans from row to row.
create or replace function search_words_of(given text) returns text[] language plpgsql immutable parallel safe as $$
declare
  rest text := translate(lower(given),
    'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜØàáâãäåçèéêëìíîïñòóôõöùúûüø⁄×', 'aaaaaaceeeeiiiinooooouuuuoaaaaaaceeeeiiiinooooouuuuo/x');
begin
  if rest ~ '[½¼¾⅛⅜⅝⅞]' then
    rest := replace(replace(replace(replace(replace(replace(replace(rest,
      '½', ' 1/2'), '¼', ' 1/4'), '¾', ' 3/4'), '⅛', ' 1/8'), '⅜', ' 3/8'), '⅝', ' 5/8'), '⅞', ' 7/8');
  end if;
  if rest ~ '\d' then
    rest := regexp_replace(rest, '(\d),(\d{1,2})(?!\d)', '\1.\2', 'g');
    rest := regexp_replace(rest, '\y(m?\d+(?:[./]\d+)*(?:mm|cm|in)?)\s*[x*]\s*(?=m?\d)', '\1 x ', 'g');
    rest := regexp_replace(rest, '\y(\d+)[\s-]+(\d+/\d+)', '\1-\2', 'g');
    rest := regexp_replace(rest, '(\d)[\s-]*(?:inches\y|inch\y|in\y|"|″|”|'''')', '\1in ', 'g');
    rest := regexp_replace(rest, '(\d)[\s-]*(m|c)(?:illi|enti)?(?:metres?|meters?|m)\y', '\1\2m', 'g');
    rest := regexp_replace(rest, '(\d)[\s-]*(kg|g|oz|lb|ft|nm|v|w|l|ml|t|m)\y', '\1\2', 'g');
    rest := regexp_replace(rest, '\ym[\s-]+(?=\d)', 'm', 'g');
    rest := regexp_replace(rest, '\y(m\d+)[-/](?=\d)', '\1 x ', 'g');
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

-- The words of tools that are written so. Their versions stay: nothing that an admin edits has changed.
with written as (
  update tools set lexemes = search_lexemes(name, sku, category)
  where concat_ws(' | ', name, category, sku) ~* '\d\s*[x×*]\s*m?\d|\d(mm|cm|in)\s*[x×*]|\ym[\s-]*\d'
  returning lexemes, sku
)
insert into search_words (word, is_code)
select word, bool_and(is_code) from written, search_taught(written.lexemes, written.sku)
group by word order by word
on conflict (word) do nothing;
