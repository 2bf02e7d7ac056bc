import { inArray } from 'drizzle-orm';
import type { Reader } from '#server/engine/db/client.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import type { Kept } from './kept.ts';
import { among, countListed, type ListedValues, positionsOf, valuesListed } from './listed-values.ts';
import { postgresSearch } from './postgres-search.ts';
import type { Found, ToolFilters } from './tool-search.ts';

/** Nearest tools are never more. */
const MOST_NEAR = 100;

/** The tools of a list, whatever is chosen of attributes, and what is said of the search. */
interface ListedBySearch extends Pick<Found, 'isNear' | 'corrections'> {
  listed: ListedValues;
}

/**
 * The tools of a list; of a search those that the same reading of its words finds as the list itself takes. What they are is kept, so
 * that of a search only their places are read.
 */
export async function listedBy(
  from: Reader,
  kept: Kept<ListedValues>,
  q: string,
  { attributes = [], ...filters }: ToolFilters,
): Promise<ListedBySearch> {
  const all = await valuesListed(from, kept, filters);
  if (q.trim() === '') return { listed: all, isNear: false, corrections: [] };
  let found: ListedValues | undefined;
  for (const { matchesAll, corrections } of await postgresSearch.readings(from, q)) {
    const listed = among(all, await positionsOf(from.db, matchesAll));
    if (countListed(listed, attributes).total > 0) return { listed, isNear: false, corrections };
    if (listed.positions.length > 0) found ??= listed;
  }
  // Where no tool is all that is chosen, the counts that leave out one choice say what would be found without it.
  if (found) return { listed: found, isNear: false, corrections: [] };
  const page = { sort: 'relevance', limit: MOST_NEAR } as const;
  const { ids, isNear, corrections } = await postgresSearch.search(from, q, { ...filters, attributes }, page);
  const near = ids.length === 0 ? new Float64Array() : await positionsOf(from.db, inArray(tools.id, ids));
  return { listed: among(all, near), isNear, corrections };
}
