import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { containing } from '#server/db/containing.ts';

/** Where a list goes on: when the last order shown was placed, to the microsecond, and its id. */
export type Position = [micros: string, id: string];

/**
 * So many of the newest orders are looked through one by one. Words that fill a page among them are too common for the
 * index, which would first collect all orders that have them; words that do not are rare enough for it.
 */
const NEWEST = 10_000;
/** Words that none of so many of them has are rare enough, too: the others need not be looked through. */
const LATEST = 2_000;

interface Search {
  /** Further conditions on orders. */
  wanted: SQL | undefined;
  after: Position | null;
  /** How many ids are wanted. */
  rows: number;
  /** Matches are counted so far; one more stands for all above. */
  most: number;
}

/**
 * The ids of the orders that have all words of `q` in what they are found by (order_search), newest first. Digits with
 * signs between them are a telephone number, whatever the signs.
 */
export async function findOrders(db: Db, q: string, search: Search): Promise<{ ids: string[]; total: number }> {
  const fits = fitting(q);
  const latest = await among(db, newest(search.after, LATEST), fits, search);
  const some = latest.seen === LATEST && latest.matches > 0 && latest.ids.length < search.rows;
  const recent = some ? await among(db, newest(search.after, NEWEST), fits, search) : latest;
  const every = recent.seen < (some ? NEWEST : LATEST);
  if (every && search.after === null) return { ids: recent.ids, total: Math.min(recent.matches, search.most + 1) };
  if (every || recent.ids.length === search.rows)
    return { ids: recent.ids, total: await count(db, fits, search, recent.matches / Math.max(1, recent.seen)) };
  // The index finds all of them, so they are counted already.
  const found = await among(db, null, fits, search);
  return { ids: found.ids, total: Math.min(found.matches, search.most + 1) };
}

function newest(after: Position | null, most: number): SQL {
  const from = after ? sql`where (created_at, order_id) < (${after[0]}::timestamptz, ${after[1]})` : sql``;
  return sql`(select order_id, created_at, words from order_search ${from} order by created_at desc, order_id desc limit ${most})`;
}

/** Looks for the words in some of the rows of order_search, or in all of them through the index. */
async function among(db: Db, some: SQL | null, fits: SQL, { wanted, after, rows }: Search) {
  const from = after ? sql`and (found.created_at, found.order_id) < (${after[0]}::timestamptz, ${after[1]})` : sql``;
  const { rows: answer } = await db.execute<{ ids: string[]; matches: number; seen: number }>(sql`
    with looked as materialized (${some ? sql`select order_id, created_at, ${fits} as fits from ${some} as search` : sql`select order_id, created_at, true as fits from order_search search where ${fits}`}),
    found as materialized (
      select looked.order_id, looked.created_at from looked ${wanted ? sql`join orders on orders.id = looked.order_id` : sql``}
      where looked.fits ${wanted ? sql`and ${wanted}` : sql``}
    )
    select (select count(*)::int from found) as matches, (select count(*)::int from looked) as seen,
      array(select found.order_id from found where true ${from} order by found.created_at desc, found.order_id desc limit ${rows}) as ids`);
  return answer[0] ?? { ids: [], matches: 0, seen: 0 };
}

/** Where the newest say that there are far more than are counted, the others are not counted. @param share of the newest that fit */
async function count(db: Db, fits: SQL, { wanted, most }: Search, share: number): Promise<number> {
  const [size] = (
    await db.execute<{ rows: number }>(
      sql`select greatest(reltuples, 0)::float8 as rows from pg_class where oid = 'order_search'::regclass`,
    )
  ).rows;
  if (share * (size?.rows ?? 0) > 2 * most) return most + 1;
  const { rows } = await db.execute<{ total: number }>(sql`
    select count(*)::int as total from (
      select from order_search search ${wanted ? sql`join orders on orders.id = search.order_id` : sql``}
      where ${fits} ${wanted ? sql`and ${wanted}` : sql``} limit ${most + 1}) as counted`);
  return rows[0]?.total ?? 0;
}

/** The condition on a row of order_search named `search`. */
function fitting(q: string): SQL {
  const has = (part: string) => sql`search.words like order_search_fold(${containing(part)})`;
  const all = sql.join(q.split(/\s+/).map(has), sql` and `);
  const digits = q.replaceAll(/[\s+()./-]/g, '');
  return /^\d{3,}$/.test(digits) && digits !== q ? sql`((${all}) or ${has(digits)})` : sql`(${all})`;
}
