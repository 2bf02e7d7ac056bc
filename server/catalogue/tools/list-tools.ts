import { and, asc, count, desc, eq, gt, gte, isNull, lte, not, or, sql, type SQL } from 'drizzle-orm';
import type { StaffToolQuery, Tool, ToolQuery, ToolSort } from '#contract/catalogue/tools.ts';
import type { Reader } from '#server/engine/db/client.ts';
import { onceInAWhile } from '#server/engine/db/once-in-a-while.ts';
import { decodeCursor, type Page, pageOf } from '#server/engine/http/paging.ts';
import type { CachedCounts } from './cached-counts.ts';
import { nearestTools } from './nearest-tools.ts';
import { readSearch, type Search } from './search-words.ts';
import { cents } from '#contract/money-sums.ts';
import { isOnSale, presentTool } from './tools.ts';
import { tools } from './tools.sql.ts';

type Row = typeof tools.$inferSelect;

/** A search that finds more than this is not ranked: so many tools fit it that they are shown in the shop's own order. */
const MOST_RANKED = 1_000;
/** The length of a search, or of what is in stock, is counted up to here (docs/decisions/021-search.md). */
const MOST_COUNTED = 10_000;
/** Statistics are about right: where they say this many times more than is counted, the count is known without counting. */
const SURELY = 4;
/** Suggestions are the best of so many tools that fit: a buyer who has typed three letters has not said yet what is best. */
const MOST_SUGGESTED_FROM = 200;
/** Where more tools than this may fit, the index would read a list of all of them before the first: the shop's first tools are looked through instead. */
const LONG_LIST = 10_000;
const FIRST_TOOLS = 2_000;
const FIRST_LOOKED_UP_MS = 60_000;
/** So many of these that fit will do, and so few by chance are worth the look: words of one name come together. */
const ENOUGH = 24;
const WORTH_A_LOOK = 2;

interface Order {
  /** The column in the cursor beside the position, where the order is not by position alone. */
  key: { column: SQL; of: (row: Row) => string | number; type: 'string' | 'number' } | null;
  descending: boolean;
}

const BY_NAME: Order['key'] = { column: sql`${tools.name}`, of: (row) => row.name, type: 'string' };
const BY_PRICE: Order['key'] = { column: sql`${tools.priceCents}`, of: (row) => row.priceCents, type: 'number' };

const ORDERS: Record<Exclude<ToolSort, 'relevance'>, Order> = {
  featured: { key: null, descending: false },
  newest: { key: null, descending: true },
  name: { key: BY_NAME, descending: false },
  '-name': { key: BY_NAME, descending: true },
  price: { key: BY_PRICE, descending: false },
  '-price': { key: BY_PRICE, descending: true },
};

/**
 * A page of the tools that fit the query, by keyset: going on never shows a row twice or leaves one out. A search is in
 * the order of relevance unless the query asks for another.
 */
export function listTools(database: Reader, counts: CachedCounts, query: ToolQuery): Promise<Page<Tool>> {
  return listAllTools(database, counts, { ...query, onSale: true });
}

/** The same of all tools that were not removed, on sale or not, for staff. */
export async function listAllTools(database: Reader, counts: CachedCounts, query: StaffToolQuery): Promise<Page<Tool>> {
  const search = query.q === undefined ? null : await readSearch(database, query.q);
  // Signs alone, such as "?", are a search for nothing that any tool has.
  if (!search && query.q !== undefined && query.q.trim() !== '') return { rows: [], total: 0, next: null };
  const matching = and(...conditions(query, search));
  const surelyMany = search !== null && search.least > SURELY * MOST_COUNTED && !isNarrowed(query);
  const goesOnRanked = query.cursor !== undefined && rankedCursor(query.cursor) !== null;
  const sort = query.sort === undefined || query.sort === 'relevance' ? 'featured' : query.sort;
  if (search && (query.sort ?? 'relevance') === 'relevance' && (!surelyMany || goesOnRanked)) {
    const ranked = await byRelevance(database, search, { query, matching, most: MOST_RANKED });
    if (ranked) return ranked.total > 0 ? ranked : nearest(database, search, query);
  }
  const found = await inOrder(database, surelyMany ? null : counts, ORDERS[sort], query, matching);
  if (search && found.total === 0) return nearest(database, search, query, ORDERS[sort]);
  return found;
}

/** One tool, on sale or not, as a list of it alone; empty where it was removed. */
export async function listOneTool({ db }: Reader, id: string): Promise<Page<Tool>> {
  const rows = await db
    .select()
    .from(tools)
    .where(and(eq(tools.id, id), isNull(tools.removedAt)));
  return { rows: rows.map(presentTool), total: rows.length, next: null };
}

/** What comes near a search that nothing fits, on one page: never more than can be looked over at once. */
async function nearest(database: Reader, search: Search, query: StaffToolQuery, order?: Order): Promise<Page<Tool>> {
  if (query.cursor !== undefined) return { rows: [], total: 0, next: null };
  const found = await nearestTools(database, search, and(...conditions(query, null)), query.limit);
  const rows = order ? found.toSorted((one, other) => compare(order, one, other)) : found;
  const page = { rows: rows.map(presentTool), total: rows.length, next: null };
  return rows.length > 0 ? { ...page, headers: { 'x-nearest': 'true' } } : page;
}

function compare({ key, descending }: Order, one: Row, other: Row): number {
  const [a, b] = key ? [key.of(one), key.of(other)] : [one.position, other.position];
  const rising = a === b ? one.position - other.position : a < b ? -1 : 1;
  return descending ? -rising : rising;
}

/** The first few tools that fit what was typed so far, the best before the rest; nothing is counted. */
export async function suggestTools(database: Reader, q: string, limit: number): Promise<Tool[]> {
  const search = await readSearch(database, q);
  if (!search) return [];
  const query = { q, limit, onSale: true };
  if (search.most > LONG_LIST && search.share * FIRST_TOOLS >= WORTH_A_LOOK) {
    const beginning = and(...conditions(query, search, false), lte(tools.position, await lastOfFirst(database.raw)));
    const best = await byRelevance(database, search, {
      query,
      matching: beginning,
      most: FIRST_TOOLS,
      anyOfThem: true,
    });
    if (best && best.total >= ENOUGH) return best.rows;
  }
  const matching = and(...conditions(query, search));
  const ranked = await byRelevance(database, search, { query, matching, most: MOST_SUGGESTED_FROM, anyOfThem: true });
  if (ranked && ranked.total > 0) return ranked.rows;
  return (await nearest(database, search, query)).rows;
}

/** The position of the last of the shop's first tools, as it was a while ago. Where it is not known, none of them are looked through. */
const lastOfFirst = onceInAWhile<Reader['raw'], number>(FIRST_LOOKED_UP_MS, -1, async (raw) => {
  const [last] = await raw<{ position: number }>(
    `select max(position)::float8 as position from (select position from tools where removed_at is null order by position limit ${FIRST_TOOLS}) as first`,
  );
  return last?.position ?? -1;
});

/** Whether the query asks for more than its words. */
function isNarrowed({ category, family, inStock, minPrice, maxPrice }: StaffToolQuery): boolean {
  if (family !== undefined) return true;
  return category !== undefined || inStock === true || minPrice !== undefined || maxPrice !== undefined;
}

/** @param counts null where surely more tools fit than are counted */
async function inOrder(
  database: Reader,
  counts: CachedCounts | null,
  order: Order,
  query: StaffToolQuery,
  matching: SQL | undefined,
): Promise<Page<Tool>> {
  const { q, category, family, inStock, minPrice, maxPrice, onSale } = query;
  const selection = JSON.stringify([q, category, family, inStock, minPrice, maxPrice, onSale]);
  const isBegun = counts !== null && q !== undefined && query.cursor === undefined;
  const begun = isBegun ? await countedPage(database, order, query, matching) : null;
  const total = await (counts?.get(selection, inStock === true, async () =>
    begun ? begun.total : countTools(database, matching, q !== undefined || inStock === true),
  ) ?? MOST_COUNTED);
  const keysOf = (row: Row) => [...(order.key ? [order.key.of(row)] : []), row.position];
  if (begun && begun.total < MOST_COUNTED) {
    const page = pageOf(begun.rows, query.limit, total, keysOf);
    return { ...page, rows: page.rows.map(presentTool) };
  }
  const direction = order.descending ? sql`desc` : sql`asc`;
  // Going along the order's index until enough rows fit is quick only where many fit: a search that finds few has its
  // own index, and an order that no index gives makes PostgreSQL use it.
  const few = q !== undefined && total < MOST_COUNTED;
  const own = few ? sql` + 0` : sql``;
  const rows = await database.db
    .select()
    .from(tools)
    .where(and(matching, query.cursor === undefined ? undefined : after(order, query.cursor)))
    .orderBy(
      ...(order.key ? [sql`${order.key.column}${order.key.type === 'number' ? own : sql``} ${direction}`] : []),
      sql`${tools.position}${own} ${direction}`,
    )
    .limit(query.limit + 1);
  const page = pageOf(rows, query.limit, total, keysOf);
  return { ...page, rows: page.rows.map(presentTool) };
}

/** The first page of a search and how many tools it finds, from one look at its index; the rows are any where as many fit as are counted. */
async function countedPage(
  { db }: Reader,
  { key, descending }: Order,
  { limit }: StaffToolQuery,
  matching: SQL | undefined,
) {
  const direction = descending ? desc : asc;
  const matched = db.$with('matched').as(
    db
      .select({ id: tools.id, position: tools.position, key: sql<unknown>`${key?.column ?? sql`0`}`.as('key') })
      .from(tools)
      .where(matching)
      .limit(MOST_COUNTED),
  );
  const total = sql<number>`(select count(*)::int from matched)`.as('total');
  const first = db
    .select({ id: matched.id, position: matched.position, key: matched.key, total })
    .from(matched)
    .orderBy(direction(matched.key), direction(matched.position))
    .limit(limit + 1)
    .as('first');
  const rows = await db
    .with(matched)
    .select({ row: tools, total: first.total })
    .from(first)
    .innerJoin(tools, eq(tools.id, first.id))
    .orderBy(direction(first.key), direction(first.position));
  return { rows: rows.map(({ row }) => row), total: rows[0]?.total ?? 0 };
}

async function countTools({ db }: Reader, matching: SQL | undefined, capped: boolean): Promise<number> {
  const matched = db.select({ id: tools.id }).from(tools).where(matching);
  const [answer] = await db
    .select({ total: count() })
    .from(capped ? matched.limit(MOST_COUNTED).as('matched') : matched.as('matched'));
  return answer?.total ?? 0;
}

function after(order: Order, cursor: string): SQL {
  const last = decodeCursor(cursor, [...(order.key ? [order.key.type] : []), 'number']);
  const than = order.descending ? sql`<` : sql`>`;
  if (!order.key) return sql`${tools.position} ${than} ${last[0]}`;
  return sql`(${order.key.column}, ${tools.position}) ${than} (${last[0]}, ${last[1]})`;
}

/** What is put in order by how well it fits. */
interface Ranked {
  query: ToolQuery;
  /** Which tools fit at all. */
  matching: SQL | undefined;
  /** How many are ranked. */
  most: number;
  /** Whether the best of the first so many will do where more fit. */
  anyOfThem?: boolean;
}

/**
 * The best first: the stock number itself, names that begin with the search, all words as they were typed, then what was
 * meant by them.
 * @returns null where too many fit to be ranked
 */
async function byRelevance(
  { db }: Reader,
  search: Search,
  { query: { q = '', cursor, limit }, matching, most, anyOfThem = false }: Ranked,
): Promise<Page<Tool> | null> {
  // A list that began unranked goes on unranked; its cursors have one part.
  const from = cursor === undefined ? null : rankedCursor(cursor);
  if (cursor !== undefined && !from) return null;
  const hits = db.$with('hits').as(
    db
      .select({
        id: tools.id,
        position: tools.position,
        tier: sql<number>`case when lexemes @@ ${search.code}::tsquery then 0
          when starts_with(lower(${tools.name}), lower(${q.trim()})) then 1
          when lexemes @@ ${search.exact}::tsquery then 2 else 3 end`.as('tier'),
      })
      .from(tools)
      .where(matching)
      .limit(most + 1),
  );
  const first = db
    .select({
      id: hits.id,
      position: hits.position,
      tier: hits.tier,
      total: sql<number>`(select count(*)::int from hits)`.as('total'),
    })
    .from(hits)
    .where(
      from ? or(gt(hits.tier, from.tier), and(eq(hits.tier, from.tier), gt(hits.position, from.position))) : undefined,
    )
    .orderBy(asc(hits.tier), asc(hits.position))
    .limit(limit + 1)
    .as('first');
  const rows = await db
    .with(hits)
    .select({ row: tools, tier: first.tier, total: first.total })
    .from(first)
    .innerJoin(tools, eq(tools.id, first.id))
    .orderBy(asc(first.tier), asc(first.position));
  const total = rows[0]?.total ?? 0;
  if (!from && !anyOfThem && total > most) return null;
  const page = pageOf(rows, limit, total, ({ row, tier }) => [tier, row.position]);
  return { ...page, rows: page.rows.map(({ row }) => presentTool(row)) };
}

function rankedCursor(cursor: string): { tier: number; position: number } | null {
  try {
    const [tier, position] = decodeCursor(cursor, ['number', 'number']);
    return { tier: Number(tier), position: Number(position) };
  } catch {
    return null;
  }
}

/** @param indexed whether the index is asked for the words, or each tool that is looked at */
function conditions(query: StaffToolQuery, search: Search | null, indexed = true): (SQL | undefined)[] {
  return [
    isNull(tools.removedAt),
    query.onSale === undefined ? undefined : query.onSale ? isOnSale : not(isOnSale),
    // Said so that the index is not asked, where it should not be.
    search
      ? indexed
        ? sql`lexemes @@ ${search.wide}::tsquery`
        : sql`(lexemes @@ ${search.wide}::tsquery) is true`
      : undefined,
    search?.frequent ? sql`(lexemes @@ ${search.frequent}::tsquery) is true` : undefined,
    query.category === undefined ? undefined : eq(tools.category, query.category),
    query.family === undefined ? undefined : eq(tools.family, query.family),
    query.inStock === true ? sql`${tools.availableQuantity} >= ${tools.minOrderQuantity}` : undefined,
    query.minPrice === undefined ? undefined : gte(tools.priceCents, cents(query.minPrice)),
    query.maxPrice === undefined ? undefined : lte(tools.priceCents, cents(query.maxPrice)),
  ];
}
