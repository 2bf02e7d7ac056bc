import { type SQL, sql } from 'drizzle-orm';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import type { Db } from '#server/engine/db/client.ts';
import { containing } from '#server/engine/db/containing.ts';
import type { Position } from '#server/engine/http/by-time.ts';

/** So many of the newest orders are looked through before the index is asked; tests ask with less. */
const LATEST = 2_000;
/** Of the orders that were placed a moment ago so many are looked through. */
const JUST_PLACED = 100;

interface Search {
  /** Further conditions on orders. */
  wanted: SQL | undefined;
  after: Position | null;
  /** How many ids are wanted. */
  rows: number;
  /** Matches are counted so far; one more stands for all above. */
  most: number;
}

interface OrderMatches {
  ids: string[];
  total: number;
}

/**
 * The ids of the orders that have all words of `q` somewhere in what they are found by, newest first. Digits with signs between
 * them are a telephone number, whatever the signs. Words that many orders have fill a page from the newest; only others are
 * asked of the index, which reads all that it finds (docs/decisions/375-finding-orders.md).
 */
export function findOrders(db: Db, q: string, search: Search, latest = LATEST): Promise<OrderMatches> {
  const fits = fitting(q);
  // One snapshot: between two looks the words of an order are written, and it would be in neither.
  return db.transaction(
    async (tx) => {
      const newest = await amongNewest(tx, fits, search, latest);
      const found =
        newest.length === search.rows
          ? { ids: newest, total: await countMatches(tx, fits, search) }
          : await amongAll(tx, fits, search);
      return withJustPlaced(tx, fits, search, found);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Looks the newest orders from the position on through, one by one. */
async function amongNewest(db: Db, fits: SQL, { wanted, after, rows }: Search, latest: number): Promise<string[]> {
  const { rows: found } = await db.execute<{ id: string }>(sql`
    select found.order_id as id from (
      select * from order_search ${from(after)} order by created_at desc, order_id desc limit ${latest}
    ) as found ${joined(wanted)} where ${fits} and ${wanted ?? sql`true`}
    order by found.created_at desc, found.order_id desc limit ${rows}`);
  return found.map(({ id }) => id);
}

/** What the newest have seldom is read whole from the index; what a filter makes seldom the database reads as it sees fit. */
async function amongAll(db: Db, fits: SQL, { wanted, after, rows, most }: Search): Promise<OrderMatches> {
  const { rows: found } = await db.execute<OrderMatches & Record<string, unknown>>(sql`
    with matching as ${wanted ? sql`not materialized` : sql`materialized`} (
      select found.created_at, found.order_id from order_search found ${joined(wanted)} where ${fits}
        and ${wanted ?? sql`true`}
    )
    select array(select order_id from matching ${from(after)} order by created_at desc, order_id desc
      limit ${rows}) as ids,
      (select count(*)::int from (select from matching limit ${most + 1}) as counted) as total`);
  return found[0] ?? { ids: [], total: 0 };
}

async function countMatches(db: Db, fits: SQL, { wanted, most }: Search): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from (
      select from order_search found ${joined(wanted)} where ${fits} and ${wanted ?? sql`true`} limit ${most + 1}
    ) as counted`);
  return rows[0]?.total ?? 0;
}

/** Orders whose words are still to be written are found by what those will be: whoever placed one looks for it at once. */
async function withJustPlaced(
  db: Db,
  fits: SQL,
  { wanted, after, rows }: Search,
  found: OrderMatches,
): Promise<OrderMatches> {
  const isOnPage = after ? sql`(orders.created_at, orders.id) < (${after[0]}::timestamptz, ${after[1]})` : sql`true`;
  const { rows: placed } = await db.execute<{ id: string; isOnPage: boolean }>(sql`
    select id, ${isOnPage} as "isOnPage" from ${orders}, lateral (select order_search_words(orders) as words) as found
    where id in (select subject from news where kind = 'order.placed' order by xact desc, news.id desc
      limit ${JUST_PLACED})
      and not exists (select from order_search where order_id = orders.id) and ${fits} and ${wanted ?? sql`true`}
    order by created_at desc, id desc`);
  const ids = placed.filter((order) => order.isOnPage).map(({ id }) => id);
  return { ids: [...ids, ...found.ids].slice(0, rows), total: found.total + placed.length };
}

function from(after: Position | null): SQL {
  return after ? sql`where (created_at, order_id) < (${after[0]}::timestamptz, ${after[1]})` : sql``;
}

function joined(wanted: SQL | undefined): SQL {
  return wanted ? sql`join ${orders} on orders.id = found.order_id` : sql``;
}

/** What a text has to be like: all words in it, or, where they are digits and signs, the digits alone. The longest, which few have, first. */
function fitting(q: string): SQL {
  const like = (word: string) => sql`found.words like order_search_fold(${containing(word)})`;
  const all = sql.join(
    q
      .split(/\s+/)
      .toSorted((one, other) => other.length - one.length)
      .map(like),
    sql` and `,
  );
  const digits = q.replaceAll(/[\s+()./-]/g, '');
  return /^\d{3,}$/.test(digits) && digits !== q ? sql`((${all}) or ${like(digits)})` : sql`(${all})`;
}
