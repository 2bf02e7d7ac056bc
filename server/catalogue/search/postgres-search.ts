import { and, sql, type SQL } from 'drizzle-orm';
import type { Reader } from '#server/engine/db/client.ts';
import { decodeCursor, pageOf } from '#server/engine/http/paging.ts';
import { fullGtin, mayBeGtin } from '#contract/catalogue/gtin.ts';
import { hasGtin } from '#server/catalogue/tools/gtins.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { fitting } from './filters.ts';
import { meantInList } from './meant-in-list.ts';
import { nearestTools } from './nearest.ts';
import { tellsOf, vocabularyOf } from './vocabulary.ts';
import { after, nameIn, type Order, orderOf, placeIn, sortedBy } from './orders.ts';
import { codeOf, readSearch, type SearchWord } from './read-search.ts';
import { type ToolMatches, MOST_COUNTED, type PageAsked, type ToolFilters, type ToolSearch } from './tool-search.ts';
import { allInName, allOf, type Meanings, named } from './tsquery.ts';

/** A search that finds more than this says too little for one of them to be the best: they are shown in the shop's own order. */
const MOST_RANKED = 1_000;
/** Suggestions are the best of so many tools that fit: a buyer who has typed three letters has not said yet what is best. */
const MOST_SUGGESTED_FROM = 200;

/** Numbers from before they had to be each tool's own. */
const MOST_OF_A_NUMBER = 24;

const NOTHING: ToolMatches = { ids: [], total: 0, next: null, isNear: false, corrections: [] };

/** By the words that PostgreSQL keeps of tools, read as `search_words_of` reads them. */
export const postgresSearch: ToolSearch = {
  async search(from, q, filters, page) {
    const scanned = await withGtin(from, q, fitting(filters));
    if (scanned.length > 0) return page.cursor === undefined ? foundByNumber(scanned) : NOTHING;
    const words = await readSearch(vocabularyOf(from, filters.language), q);
    const found = await fittingAll(from, { q, words, filters, page });
    if (found || page.cursor !== undefined) return found ?? NOTHING;
    // What has all words, but is not what else is asked, shall not be answered by what has fewer of them.
    const first: PageAsked = { sort: 'featured', limit: 1 };
    const isElsewhere = await fittingAll(from, {
      q,
      words,
      filters: { onSale: filters.onSale, language: filters.language },
      page: first,
    });
    return isElsewhere ? NOTHING : nearest(from, words, filters, page);
  },

  async readings(from, q, language) {
    const number = gtinOf(q);
    if (number !== null && (await withGtin(from, q, undefined)).length > 0) {
      const matches = sql`${hasGtin([number])}`;
      return [{ matches, matchesAll: matches, corrections: [] }];
    }
    const words = await readSearch(vocabularyOf(from, language), q);
    return waysToAsk(words).map((asked) => ({
      matches: sql`removed_at is null and ${tellsOf(sql`${allOf(asked)}::tsquery`, language)}`,
      // Unseen by the planner, which takes the words of a tool for as cheap as a number: of words that many tools have, it would read
      // those of every tool instead of the index.
      matchesAll: sql`removed_at is null and ${tellsOf(sql`(select ${allOf(asked)}::tsquery)`, language)}`,
      corrections: correctionsOf(words, asked),
    }));
  },

  async suggest(from, q, limit, language) {
    const scanned = await withGtin(from, q, fitting({ onSale: true }));
    if (scanned.length > 0) return foundByNumber(scanned);
    const [filters, page] = [{ onSale: true, language }, { sort: 'relevance', limit } as const];
    const words = await readSearch(vocabularyOf(from, language), q);
    for (const asked of waysToAsk(words)) {
      const found = await ranked(from, { q, words, asked, filters, page }, MOST_SUGGESTED_FROM);
      if (found.total > 0) return { ...found, next: null, isNear: false, corrections: correctionsOf(words, asked) };
    }
    return nearest(from, words, filters, page);
  },

  async inList(from, q, limit, language) {
    const [filters, page] = [{ onSale: true, language }, { sort: 'relevance', limit } as const];
    const words = await readSearch(vocabularyOf(from, language), q);
    const fits = async () => {
      const found = await fittingAll(from, { q, words, filters, page });
      return found && found.corrections.length === 0 ? found.ids : [];
    };
    return meantInList(from, words, fits, { limit, language });
  },
};

/** The number under a bar code that a search is; null where it is none. */
function gtinOf(q: string): string | null {
  const digits = q.replaceAll(/[\s-]/g, '');
  return mayBeGtin(digits) ? fullGtin(digits) : null;
}

/** The tools with that number that fit; none where it is none. */
async function withGtin({ db }: Reader, q: string, filters: SQL | undefined): Promise<string[]> {
  const number = gtinOf(q);
  if (number === null) return [];
  const rows = await db
    .select({ id: tools.id })
    .from(tools)
    .where(and(hasGtin([number]), filters))
    .limit(MOST_OF_A_NUMBER);
  return rows.map(({ id }) => id);
}

function foundByNumber(ids: string[]): ToolMatches {
  return { ids, total: ids.length, next: null, isNear: false, corrections: [] };
}

/** A search as it is asked of the tools. */
interface WordQuery {
  q: string;
  words: readonly SearchWord[];
  /** What is looked for of each word. */
  asked: readonly Meanings[];
  filters: ToolFilters;
  page: PageAsked;
}

/** What is meant first; for words that no tool has, and where nothing fits, what comes nearest to them. */
function waysToAsk(words: readonly SearchWord[]): Meanings[][] {
  const first = words.map((word) => (word.known ? word.meant : word.instead?.meant));
  if (words.length === 0 || first.includes(undefined)) return [];
  const ways = [first as Meanings[]];
  if (words.some(({ known, instead }) => known && instead))
    ways.push(words.map(({ meant, instead }) => instead?.meant ?? meant));
  return ways;
}

/** What is said of words for which others were looked for. */
function correctionsOf(words: readonly SearchWord[], asked: readonly Meanings[]): ToolMatches['corrections'] {
  return words.flatMap(({ typed, instead }, at) =>
    instead && asked[at] === instead.meant ? [{ typed, shown: instead.shown }] : [],
  );
}

/** What has all of the words, by the first way of asking that finds a tool; null where none does. */
async function fittingAll(from: Reader, search: Omit<WordQuery, 'asked'>): Promise<ToolMatches | null> {
  for (const asked of waysToAsk(search.words)) {
    const found = await partOf(from, { ...search, asked });
    if (found.total > 0) return { ...found, isNear: false, corrections: correctionsOf(search.words, asked) };
  }
  return null;
}

async function nearest(
  from: Reader,
  words: readonly SearchWord[],
  filters: ToolFilters,
  page: PageAsked,
): Promise<ToolMatches> {
  const { ids, asked } = await nearestTools(from, words, fitting(filters), { ...page, language: filters.language });
  if (ids.length === 0) return NOTHING;
  return { ids, total: ids.length, next: null, isNear: true, corrections: correctionsOf(words, asked) };
}

/** A part of what fits, by ids. */
type Part = Pick<ToolMatches, 'ids' | 'total' | 'next'>;

/** The best first, unless another order is asked for, or so many fit that none of them is the best. */
async function partOf(from: Reader, search: WordQuery): Promise<Part> {
  const { sort, cursor } = search.page;
  if (sort === 'relevance' && (cursor === undefined || isOfRanked(cursor))) {
    const found = await ranked(from, search, MOST_RANKED);
    if (found.total <= MOST_RANKED || cursor !== undefined) return found;
  }
  const order = orderOf(sort, search.filters.language);
  const found = await sorted(from, search, order, MOST_COUNTED);
  return found.total > MOST_COUNTED ? alongIndex(from, search) : found;
}

/**
 * The best first: the stock number itself, names that begin with the search, names with all words as they were typed, names with what was
 * meant by them, then what descriptions say.
 */
function ranked(from: Reader, search: WordQuery, most: number): Promise<Part> {
  const typed = search.words.flatMap((word) => word.typed.split(' ')).map((word) => named(word));
  const has = (asked: readonly Meanings[]) => tellsOf(sql`${allOf(asked)}::tsquery`, search.filters.language);
  const tier = sql`case
    when ${has([named(codeOf(search.q) || 'x')])} then 0
    when starts_with(lower(${nameIn(search.filters.language)}), ${search.q.trim().toLowerCase()}) then 1
    when ${has(typed)} then 2
    when ${tellsOf(sql`${allInName(search.asked)}::tsquery`, search.filters.language)} then 3
    else 4 end`;
  return sorted(from, search, { key: { column: tier, type: 'number' }, descending: false }, most);
}

/**
 * Tools that fit, from one look at the index of words, put in order. What fits is read as a table of its own (`materialized`): how many are
 * wanted is not to sway how PostgreSQL looks for them.
 * @returns a total of one more than `most` where more fit
 */
async function sorted({ db }: Reader, search: WordQuery, { key, descending }: Order, most: number): Promise<Part> {
  const { cursor, limit } = search.page;
  const direction = descending ? sql`key desc, position desc` : sql`key, position`;
  const { rows } = await db.execute<{ total: number; id: string | null; position: number; key: string | number }>(sql`
    with fits as materialized (
      select id, position::float8 as position, ${key?.column ?? sql`0`} as key from ${tools}
      where ${tellsOf(sql`${allOf(search.asked)}::tsquery`, search.filters.language)} and ${fitting(search.filters)}
    ), hits as materialized (
      select * from fits limit ${most + 1}
    ), shown as (
      select * from hits where ${cursor === undefined ? sql`true` : beyond(cursor, key?.type, descending)}
      order by ${direction} limit ${limit + 1}
    )
    select total, shown.* from (select count(*)::int as total from hits) as counted left join shown on true
    order by ${direction}`);
  const found = rows.flatMap(({ id, ...place }) => (id === null ? [] : [{ id, ...place }]));
  const part = pageOf(found, limit, rows[0]?.total ?? 0, (row) => [...(key ? [row.key] : []), row.position]);
  return { ids: part.rows.map(({ id }) => id), total: part.total, next: part.next };
}

/** What comes after a place among what is ranked. @throws AppError 400 for a cursor that no earlier answer gave */
function beyond(cursor: string, type: 'string' | 'number' | undefined, descending: boolean): SQL {
  const last = decodeCursor(cursor, [...(type ? [type] : []), 'number']);
  const than = descending ? sql`<` : sql`>`;
  return type ? sql`(key, position) ${than} (${last[0]}, ${last[1]})` : sql`position ${than} ${last[0]}`;
}

function isOfRanked(cursor: string): boolean {
  try {
    return decodeCursor(cursor, ['number', 'number']).length === 2;
  } catch {
    return false;
  }
}

/** Tools that fit, where more do than are counted, read along the index of an order until the page is full. */
async function alongIndex({ db }: Reader, { asked, filters, page }: WordQuery): Promise<Part> {
  const order = orderOf(page.sort, filters.language);
  const rows = await db
    .select({ id: tools.id, position: tools.position, name: nameIn(filters.language), piecePrice: tools.piecePrice })
    .from(tools)
    .where(
      and(
        fitting(filters),
        // Said so that the index of words, which would collect all of them first, is not asked.
        sql`(${tellsOf(sql`${allOf(asked)}::tsquery`, filters.language)}) is true`,
        page.cursor === undefined ? undefined : after(order, page.cursor),
      ),
    )
    .orderBy(sortedBy(order))
    .limit(page.limit + 1);
  const part = pageOf(rows, page.limit, MOST_COUNTED, (row) => placeIn(order, row));
  return { ids: part.rows.map(({ id }) => id), total: part.total, next: part.next };
}
