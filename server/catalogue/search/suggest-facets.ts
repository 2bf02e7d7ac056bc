import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { FacetSuggestion } from '#contract/catalogue/facets.ts';
import type { Language } from '#contract/languages.ts';
import type { SuggestionQuery } from '#contract/catalogue/tools.ts';
import { fromBase, measureOf } from '#contract/catalogue/units.ts';
import type { Reader } from '#server/engine/db/client.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { attributeIn, categoryIn, choiceIn, wordsIn } from '#server/catalogue/translations/catalogue-words.ts';
import { fitting } from './filters.ts';
import { postgresSearch } from './postgres-search.ts';
import { measured } from './sizes.ts';
import { readTokens } from './tokens.ts';
import { vocabularyOf } from './vocabulary.ts';

const MOST_SUGGESTED = 4;
/** So many of the tools that a search finds are looked at. */
const MOST_LOOKED_AT = 1_000;

/** What comes near a search is offered by sizes that differ from its own by at most this part of it: 13 mm for 1/2 in. */
const NEAR = 0.05;
/** The noise of binary fractions. */
const SAME = 1e-9;

interface Row extends Record<string, unknown> {
  key: string;
  name: string;
  unit: string | null;
  category: string;
  value: string;
  number: number | null;
}

/**
 * Choices of attributes that are said in a search, where tools that it finds have them, whatever unit a size is said in: 13 mm in Spanners.
 * What has more of the words comes first, then what more tools have; where tools only come near, the nearest size.
 */
export async function suggestFacets(from: Reader, { q, language }: SuggestionQuery): Promise<FacetSuggestion[]> {
  const called = await wordsIn(from.db, language);
  return (await choicesSpokenOf(from, q, language)).map((choice) => ({
    ...attributeIn(choice, called),
    value: choiceIn(choice.key, choice.value, called),
    category: categoryIn(choice.category, called),
  }));
}

async function choicesSpokenOf(from: Reader, q: string, language: Language | undefined): Promise<FacetSuggestion[]> {
  const words = (await readTokens(vocabularyOf(from, language), q)).map(({ word }) => word);
  if (words.length === 0) return [];
  const said = { words, sizes: words.flatMap((word) => measured(word) ?? []) };
  for (const { matches } of await postgresSearch.readings(from, q, language)) {
    const found = await choicesOf(from, said, matches, SAME);
    if (found) return found;
  }
  const { ids } = await postgresSearch.search(
    from,
    q,
    { onSale: true, language },
    { sort: 'relevance', limit: MOST_LOOKED_AT },
  );
  return (ids.length > 0 && (await choicesOf(from, said, inArray(tools.id, ids), NEAR))) || [];
}

/** Choices of the tools for which something holds that the words speak of; null where it holds for none. */
async function choicesOf(
  from: Reader,
  { words, sizes }: { words: string[]; sizes: readonly Size[] },
  such: SQL,
  tolerance: number,
): Promise<FacetSuggestion[] | null> {
  const numbers = sizes.map(({ base }) => base).filter((base) => base > 0);
  const { rows } = await from.db.execute<Row | { key: null }>(sql`
    with hits as materialized (
      select category, string_to_array(value_ids, ',')::integer[] as ids from ${tools}
      where ${and(fitting({ onSale: true }), such)} and category is not null limit ${MOST_LOOKED_AT}
    ), counted as materialized (
      select category, attribute, value, number, count(*) as tools
      from hits cross join unnest(ids) as one (own) join attribute_values on id = own
      group by category, attribute, value, number
    ), said as (
      select counted.*,
        (select count(*) from unnest(search_words_of(value)) as one (word)
          where number is null and word = any(${sql.param(words)}::text[])) as words,
        (select min(abs(number - size) / size) from unnest(${sql.param(numbers)}::float8[]) as size) as distance
      from counted
    ), spoken as (
      select key, name, unit, category, value, number, words, distance, tools, position
      from said join attributes on key = attribute
      where is_facet and (words > 0 or distance <= ${tolerance}::float8)
    )
    select spoken.* from (select from hits limit 1) as any_hit left join spoken on true
    order by words desc, ${tolerance === SAME ? sql`` : sql`coalesce(distance, 0), `}tools desc,
      category, position, value, number limit ${MOST_SUGGESTED * 2}`);
  if (rows.length === 0) return null;
  return rows
    .filter((row): row is Row => row.key !== null && (row.number === null || isOfMeasure(row as Row, sizes, tolerance)))
    .slice(0, MOST_SUGGESTED)
    .map(present);
}

interface Size {
  measure: string;
  base: number;
}

function isOfMeasure({ number, unit }: Row, sizes: readonly Size[], tolerance: number): boolean {
  return sizes.some(
    ({ measure, base }) => Math.abs(base - number!) <= base * tolerance && measure === measureOf(unit).measure,
  );
}

function present({ key, name, unit, category, value, number }: Row): FacetSuggestion {
  return { key, name, unit, category, value: number === null ? value : String(fromBase(number, unit)) };
}
