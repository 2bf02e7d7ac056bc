import { and, inArray, type SQL } from 'drizzle-orm';
import type { Reader } from '#server/engine/db/client.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { countFitting } from './count-values.ts';
import { fitting, hasAttribute } from './filters.ts';
import { postgresSearch } from './postgres-search.ts';
import type { ToolMatches, ToolFilters } from './tool-search.ts';

/** Nearest tools are never more. */
const MOST_NEAR = 100;

/** Which tools a list has, whatever is chosen of attributes, and what is said of the search. */
interface ListedBySearch extends Pick<ToolMatches, 'isNear' | 'corrections'> {
  listed: SQL | undefined;
}

/** The tools of a list; of a search those that the same reading of its words finds as the list itself takes. */
export async function listedBy(
  from: Reader,
  q: string,
  { attributes = [], ...filters }: ToolFilters,
): Promise<ListedBySearch> {
  const all = fitting(filters);
  if (q.trim() === '') return { listed: all, isNear: false, corrections: [] };
  let found: SQL | undefined;
  for (const { matchesAll, corrections } of await postgresSearch.readings(from, q, filters.language)) {
    const listed = and(all, matchesAll);
    if ((await countFitting(from.db, and(listed, ...attributes.map(hasAttribute)))) > 0)
      return { listed, isNear: false, corrections };
    if (!found && (await countFitting(from.db, listed)) > 0) found = listed;
  }
  // Where no tool is all that is chosen, the counts that leave out one choice say what would be found without it.
  if (found) return { listed: found, isNear: false, corrections: [] };
  const page = { sort: 'relevance', limit: MOST_NEAR } as const;
  const { ids, isNear, corrections } = await postgresSearch.search(from, q, { ...filters, attributes }, page);
  return { listed: and(all, inArray(tools.id, ids)), isNear, corrections };
}
