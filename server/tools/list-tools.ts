import { and, asc, count, eq, gt, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Tool, ToolQuery, ToolSort } from '#contract/tools.ts';
import type { Database } from '#server/db/client.ts';
import { decodeCursor, type Page, pageOf } from '#server/http/paging.ts';
import type { KeptCounts } from './kept-counts.ts';
import { readSearch, type Search } from './search-words.ts';
import { cents, presentTool } from './tools.ts';
import { tools } from './tools.sql.ts';

type Row = typeof tools.$inferSelect;

/** A search that finds more than this is not ranked: so many tools fit it that they are shown in the shop's own order. */
const MOST_RANKED = 1_000;
/** The length of a search, or of what is in stock, is counted up to here (docs/decisions/020-search.md). */
const MOST_COUNTED = 10_000;

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
export async function listTools(database: Database, counts: KeptCounts, query: ToolQuery): Promise<Page<Tool>> {
  const search = query.q === undefined ? null : await readSearch(database, query.q);
  // Signs alone, such as "?", are a search for nothing that any tool has.
  if (!search && query.q !== undefined && query.q.trim() !== '') return { rows: [], total: 0, next: null };
  const matching = and(...conditions(query, search));
  if (search && (query.sort ?? 'relevance') === 'relevance') {
    const ranked = await byRelevance(database, search, query, matching);
    if (ranked) return ranked;
  }
  const sort = query.sort === undefined || query.sort === 'relevance' ? 'featured' : query.sort;
  return inOrder(database, counts, ORDERS[sort], query, matching);
}

async function inOrder(
  database: Database,
  counts: KeptCounts,
  order: Order,
  query: ToolQuery,
  matching: SQL | undefined,
): Promise<Page<Tool>> {
  const { q, category, inStock, minPrice, maxPrice } = query;
  const selection = JSON.stringify([q, category, inStock, minPrice, maxPrice]);
  const total = await counts.get(selection, inStock === true, () =>
    countTools(database, matching, q !== undefined || inStock === true),
  );
  const direction = order.descending ? sql`desc` : sql`asc`;
  // Going along the order's index until enough rows fit is quick only where many fit: a search that finds few has its
  // own index, and an order that no index gives makes PostgreSQL use it.
  const own = q !== undefined && total < MOST_COUNTED ? sql` + 0` : sql``;
  const rows = await database.db
    .select()
    .from(tools)
    .where(and(matching, query.cursor === undefined ? undefined : after(order, query.cursor)))
    .orderBy(
      ...(order.key ? [sql`${order.key.column}${order.key.type === 'number' ? own : sql``} ${direction}`] : []),
      sql`${tools.position}${own} ${direction}`,
    )
    .limit(query.limit + 1);
  const page = pageOf(rows, query.limit, total, (row) => [...(order.key ? [order.key.of(row)] : []), row.position]);
  return { ...page, rows: page.rows.map(presentTool) };
}

async function countTools({ db }: Database, matching: SQL | undefined, capped: boolean): Promise<number> {
  const matched = db.select({ id: tools.id }).from(tools).where(matching);
  const [answer] = await db
    .select({ total: count() })
    .from(capped ? matched.limit(MOST_COUNTED).as('matched') : matched.as('matched'));
  return answer?.total ?? 0;
}

function after(order: Order, cursor: string): SQL {
  const position = decodeCursor(cursor, [...(order.key ? [order.key.type] : []), 'number']);
  const than = order.descending ? sql`<` : sql`>`;
  if (!order.key) return sql`${tools.position} ${than} ${position[0]}`;
  return sql`(${order.key.column}, ${tools.position}) ${than} (${position[0]}, ${position[1]})`;
}

/**
 * The best first: the stock number itself, names that begin with the search, all words as they were typed, then what was
 * meant by them. @returns null where too many fit to be ranked
 */
async function byRelevance(
  { db }: Database,
  search: Search,
  { q = '', cursor, limit }: ToolQuery,
  matching: SQL | undefined,
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
      .limit(MOST_RANKED + 1),
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
  if (!from && total > MOST_RANKED) return null;
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

function conditions(query: ToolQuery, search: Search | null): (SQL | undefined)[] {
  return [
    isNull(tools.removedAt),
    search ? sql`lexemes @@ ${search.wide}::tsquery` : undefined,
    query.category === undefined ? undefined : eq(tools.category, query.category),
    query.inStock === true ? sql`${tools.availableQuantity} >= ${tools.minOrderQuantity}` : undefined,
    query.minPrice === undefined ? undefined : sql`${tools.priceCents} >= ${cents(query.minPrice)}`,
    query.maxPrice === undefined ? undefined : sql`${tools.priceCents} <= ${cents(query.maxPrice)}`,
  ];
}
