import { type SQL, sql } from 'drizzle-orm';
import { containing } from '#server/engine/db/containing.ts';
import type { Db } from '#server/engine/db/client.ts';
import type { Position } from '#server/engine/http/by-time.ts';

/** So many of the first returns are looked through before the index of words is asked; tests ask with less. */
const FIRST = 2_000;
/** Lists are counted so far; one more stands for all above. */
const COUNTED = 1_000;

interface Search {
  /** Conditions on `returns r` that have no return in common: whose returns are looked through. */
  parts: SQL[];
  /** A further one: the state, and of which order. */
  wanted: SQL;
  q: string;
  sort: 'newest' | 'oldest';
  after: Position | null;
  /** How many ids are wanted. */
  rows: number;
}

interface Matches {
  ids: string[];
  total: number;
}

/**
 * The ids of the returns that have all words of `q` somewhere in what they are found by, by age. Each part is read by its index, as far
 * as a page needs; only words that few have are asked of the index of words, as of quotes (docs/decisions/551-quotes.md).
 */
export async function findReturns(db: Db, search: Search, first = FIRST): Promise<Matches> {
  const fits = fitting(search.q);
  const ids = await amongFirst(db, fits, search, fits ? first : search.rows);
  return fits && ids.length < search.rows
    ? amongAll(db, fits, search)
    : { ids, total: await countMatches(db, fits, search) };
}

/** Looks the first from the position on through, one by one. */
async function amongFirst(db: Db, fits: SQL | null, search: Search, most: number): Promise<string[]> {
  const { parts, wanted, rows } = search;
  const { order, isAfter } = directed(search);
  const found = parts.map(
    (part) => sql`(select r.id, r.created_at ${fits ? sql`, r.words` : sql``} from returns r
      where ${part} and ${wanted} and ${isAfter} order by ${order} limit ${most})`,
  );
  const { rows: ids } = await db.execute<{ id: string }>(sql`
    select r.id from (select * from (${united(found)}) as r order by ${order} limit ${most}) as r
    where ${fits ?? sql`true`} order by ${order} limit ${rows}`);
  return ids.map(({ id }) => id);
}

/** What few have is read whole, by the index of words or by a part's, as the database sees fit. */
async function amongAll(db: Db, fits: SQL, search: Search): Promise<Matches> {
  const { parts, wanted, rows } = search;
  const { order, isAfter } = directed(search);
  const matching = parts.map(
    (part) => sql`(select r.id, r.created_at from returns r where ${part} and ${wanted} and ${fits})`,
  );
  const { rows: found } = await db.execute<Matches & Record<string, unknown>>(sql`
    with matching as materialized (${united(matching)})
    select array(select r.id from matching r where ${isAfter} order by ${order} limit ${rows}) as ids,
      (select least(count(*), ${COUNTED + 1})::int from matching) as total`);
  return found[0] ?? { ids: [], total: 0 };
}

async function countMatches(db: Db, fits: SQL | null, search: Search): Promise<number> {
  const { order } = directed(search);
  const each = search.parts.map(
    (part) => sql`(select 1 from returns r where ${part} and ${search.wanted} and ${fits ?? sql`true`}
      ${fits ? sql`` : sql`order by ${order}`} limit ${COUNTED + 1})`,
  );
  const { rows } = await db.execute<{ total: number }>(
    sql`select least(count(*), ${COUNTED + 1})::int as total from (${united(each)}) as counted`,
  );
  return rows[0]?.total ?? 0;
}

function united(selects: SQL[]): SQL {
  return sql.join(selects, sql` union all `);
}

function directed({ sort, after }: Pick<Search, 'sort' | 'after'>): { order: SQL; isAfter: SQL } {
  const [direction, beyond] = sort === 'newest' ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  return {
    order: sql`r.created_at ${direction}, r.id ${direction}`,
    isAfter: after ? sql`(r.created_at, r.id) ${beyond} (${after[0]}::timestamptz, ${after[1]})` : sql`true`,
  };
}

/** All words somewhere in what a return is found by; null where none are asked for. One or two characters begin a word there. */
function fitting(q: string): SQL | null {
  const words = q.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return null;
  return sql.join(
    words.map((word) => sql`r.words like order_search_fold(${containing(word.length < 3 ? ` ${word}` : word)})`),
    sql` and `,
  );
}
