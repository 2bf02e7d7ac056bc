import { and, sql } from 'drizzle-orm';
import type { FacetSuggestion } from '#contract/catalogue/facets.ts';
import { fromBase, inBase, measureOf } from '#contract/catalogue/units.ts';
import type { Reader } from '#server/engine/db/client.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { fitting } from './filters.ts';
import { postgresSearch } from './postgres-search.ts';
import { valueOf } from './sizes.ts';
import { readTokens } from './tokens.ts';

const MOST_SUGGESTED = 4;
/** So many of the tools that a search finds are looked at. */
const MOST_LOOKED_AT = 1_000;

interface Row extends Record<string, unknown> {
  key: string;
  name: string;
  unit: string | null;
  category: string;
  value: string;
  number: number | null;
}

/**
 * Choices of attributes that are said in a search, where tools that it finds have them: 13 mm in Spanners. What has more of the words
 * comes first, then what more tools have.
 */
export async function suggestFacets(from: Reader, q: string): Promise<FacetSuggestion[]> {
  const words = (await readTokens(from, q)).map(({ word }) => word);
  if (words.length === 0) return [];
  const sizes = words.flatMap(sizeOf);
  const numbers = sizes.map(({ base }) => base);
  const filters = { onSale: true };
  const found = await postgresSearch.matching(from, q, filters);
  const { rows } = await from.db.execute<Row>(sql`
    with hits as materialized (
      select category, string_to_array(value_ids, ',')::integer[] as ids from ${tools} where ${and(fitting(filters), found)} and category is not null limit ${MOST_LOOKED_AT}
    ), counted as materialized (
      select category, attribute, value, number, count(*) as tools
      from hits cross join unnest(ids) as one (own) join attribute_values on id = own group by category, attribute, value, number
    ), said as (
      select counted.*, (select count(*) from unnest(search_words_of(value)) as one (word) where number is null and word = any(${sql.param(words)}::text[])) as words
      from counted
    )
    select key, name, unit, category, value, number from said join attributes on key = attribute
    where is_facet and (words > 0 or number = any(${sql.param(numbers)}::float8[]))
    order by words desc, tools desc, category, position, value, number limit ${MOST_SUGGESTED * 2}`);
  return rows
    .filter((row) => row.number === null || isOfMeasure(row, sizes))
    .slice(0, MOST_SUGGESTED)
    .map(present);
}

interface Size {
  measure: string;
  base: number;
}

/** What a word measures; a bare number counts mm, a bare fraction inches. */
function sizeOf(word: string): Size[] {
  const size = valueOf(word);
  if (!size) return [];
  const unit = size.unit === '' ? (word.includes('/') ? 'in' : 'mm') : size.unit;
  return [{ measure: measureOf(unit).measure, base: inBase(size.value, unit) }];
}

function isOfMeasure({ number, unit }: Row, sizes: readonly Size[]): boolean {
  return sizes.some(({ measure, base }) => base === number && measure === measureOf(unit).measure);
}

function present({ key, name, unit, category, value, number }: Row): FacetSuggestion {
  return { key, name, unit, category, value: number === null ? value : String(fromBase(number, unit)) };
}
