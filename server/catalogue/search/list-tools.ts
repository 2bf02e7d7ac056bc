import { and, count, eq, inArray, isNull } from 'drizzle-orm';
import type {
  NamedSort,
  StaffToolQuery,
  SuggestionQuery,
  Tool,
  ToolQuery,
  ToolSuggestion,
} from '#contract/catalogue/tools.ts';
import type { Language } from '#contract/languages.ts';
import type { Reader } from '#server/engine/db/client.ts';
import { type Page, pageOf } from '#server/engine/http/paging.ts';
import { forEverybody, presentTool } from '#server/catalogue/tools/tools.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { inOwnWords, toolIn, wordsIn } from '#server/catalogue/translations/catalogue-words.ts';
import { readAsked } from './asked-attributes.ts';
import { fitting } from './filters.ts';
import type { ListMemory } from './kept.ts';
import { isByAttribute, listByAttribute } from './by-attribute.ts';
import { after, orderOf, placeIn, sortedBy } from './orders.ts';
import { postgresSearch } from './postgres-search.ts';
import { type ToolMatches, MOST_COUNTED, type ToolFilters } from './tool-search.ts';

/**
 * A page of the tools that fit the query, by keyset: going on never shows a row twice or leaves one out. A search is in
 * the order of relevance unless the query asks for another.
 */
export async function listTools(from: Reader, lengths: ListMemory<number>, query: ToolQuery): Promise<Page<Tool>> {
  const words = await wordsIn(from.db, query.language);
  const { attr, ...others } = inOwnWords(query, words);
  const page = await listFitting(from, lengths, {
    ...others,
    onSale: true,
    attributes: await readAsked(from.db, attr),
  });
  return { ...page, rows: page.rows.map((tool) => toolIn(forEverybody(tool), words)) };
}

/** The same of all tools that were not removed, on sale or not, for staff. */
export function listAllTools(from: Reader, lengths: ListMemory<number>, query: StaffToolQuery): Promise<Page<Tool>> {
  return listFitting(from, lengths, query);
}

/** What is listed, with what its attributes are to be. */
type Listing = StaffToolQuery & Pick<ToolFilters, 'attributes'>;
type SortedListing<Sort> = Omit<Listing, 'sort'> & { sort: Sort };

async function listFitting(from: Reader, lengths: ListMemory<number>, query: Listing): Promise<Page<Tool>> {
  const { q = '', sort, cursor, limit, id: _id, ...filters } = query;
  if (isByAttribute(sort)) {
    const { rows, ...found } = await listByAttribute(from, { q, sort, filters, cursor, limit });
    return pageOfFound(found, rows);
  }
  if (q.trim() === '') return listInOrder(from, lengths, { ...query, sort });
  const found = await postgresSearch.search(from, q, filters, { sort: sort ?? 'relevance', cursor, limit });
  return pageOfFound(found, await toolsOf(from, found, filters));
}

/** What a row of a list may mean: the only tool that it can be, or which fit, or which come near. */
export async function findForList(
  from: Reader,
  { q, language }: SuggestionQuery,
  limit: number,
): Promise<{ only: Tool | null; fits: Tool[]; near: Tool[] }> {
  const { only, fits, near } = await postgresSearch.inList(from, q, limit, language);
  const ids = [...(only === null ? [] : [only]), ...fits, ...near];
  const byId = new Map((await toolsOf(from, { ids }, { onSale: true })).map((tool) => [tool._id, tool]));
  const those = (some: readonly string[]) => some.flatMap((id) => byId.get(id) ?? []);
  return { only: (only === null ? undefined : byId.get(only)) ?? null, fits: those(fits), near: those(near) };
}

/** The first few tools that fit what was typed so far, the best before the rest. */
export async function suggestTools(
  from: Reader,
  { q, language }: SuggestionQuery,
  limit: number,
): Promise<Page<ToolSuggestion>> {
  const found = await postgresSearch.suggest(from, q, limit, language);
  const words = await wordsIn(from.db, language);
  const rows = (await toolsOf(from, found, { onSale: true })).map((tool) => toolIn(tool, words));
  return pageOfFound(
    { ...found, total: rows.length },
    rows.map(({ _id, name, category }) => ({ _id, name, ...(category === undefined ? {} : { category }) })),
  );
}

/** One tool, on sale or not, as a list of it alone; empty where it was removed. */
export async function listOneTool({ db }: Reader, id: string): Promise<Page<Tool>> {
  const rows = await db
    .select()
    .from(tools)
    .where(and(eq(tools.id, id), isNull(tools.removedAt)));
  return { rows: rows.map(presentTool), total: rows.length, next: null };
}

/** The tools that were found, in that order; without those that fit no more, if whoever found them was a moment behind. */
async function toolsOf({ db }: Reader, { ids }: Pick<ToolMatches, 'ids'>, filters: ToolFilters): Promise<Tool[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(tools)
    .where(and(inArray(tools.id, ids), fitting(filters)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []).map(presentTool);
}

async function listInOrder(
  from: Reader,
  lengths: ListMemory<number>,
  query: SortedListing<NamedSort | undefined>,
): Promise<Page<Tool>> {
  const { sort = 'featured', cursor, limit, q: _q, id: _id, ...filters } = query;
  const order = orderOf(sort, filters.language);
  const total = await lengthOf(from, lengths, filters);
  const rows = await from.db
    .select()
    .from(tools)
    .where(and(fitting(filters), cursor === undefined ? undefined : after(order, cursor)))
    .orderBy(sortedBy(order))
    .limit(limit + 1);
  const page = pageOf(rows, limit, total, (row) => placeIn(order, { ...row, name: calledIn(row, filters.language) }));
  return { ...page, rows: page.rows.map(presentTool) };
}

/** Its name, as `nameIn` of orders.ts says it. */
function calledIn({ name, translations }: typeof tools.$inferSelect, language: Language | undefined): string {
  return (language && translations[language]?.name) ?? name;
}

/** How many tools fit, whatever is chosen of attributes, is kept: each page of a long list asks it. */
async function lengthOf(from: Reader, lengths: ListMemory<number>, filters: ToolFilters): Promise<number> {
  const { attributes = [], ...others } = filters;
  // Documents come and go without a word to what is kept of lengths; staff ask for this seldom.
  if (others.missing !== undefined || attributes.length > 0) return countTools(from, filters);
  return lengths.get(JSON.stringify(others), others.inStock === true, () => countTools(from, others));
}

/** What each sale may change is counted up to `MOST_COUNTED`. */
async function countTools({ db }: Reader, filters: ToolFilters): Promise<number> {
  const matched = db.select({ id: tools.id }).from(tools).where(fitting(filters));
  const [answer] = await db
    .select({ total: count() })
    .from(filters.inStock === true ? matched.limit(MOST_COUNTED).as('matched') : matched.as('matched'));
  return answer?.total ?? 0;
}

/** What is said of a search goes into headers: the names that were typed with what is shown instead, encoded as a query is. */
function pageOfFound<Row>({ total, next, isNear, corrections }: Omit<ToolMatches, 'ids'>, rows: Row[]): Page<Row> {
  const said = new URLSearchParams(corrections.map(({ typed, shown }) => [typed, shown]));
  return {
    rows,
    total,
    next,
    headers: {
      ...(isNear ? { 'x-nearest': 'true' } : {}),
      ...(corrections.length > 0 ? { 'x-corrected': said.toString() } : {}),
    },
  };
}
