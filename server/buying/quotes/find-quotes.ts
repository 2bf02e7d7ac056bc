import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/client.ts';
import { containing } from '#server/engine/db/containing.ts';
import type { Position } from '#server/engine/http/by-time.ts';

/** So many of the newest quotes are looked through before the index of words is asked; tests ask with less. */
const LATEST = 2_000;
/** Lists are counted so far; one more stands for all above. */
const COUNTED = 1_000;

interface Search {
  /** Conditions on `quotes q` that have no quote in common: whose quotes are looked through. */
  parts: SQL[];
  /** A further one: the state, and who asked. */
  wanted: SQL;
  q: string;
  after: Position | null;
  /** How many ids are wanted. */
  rows: number;
}

interface QuoteMatches {
  ids: string[];
  total: number;
}

/**
 * The ids of the quotes that have all words of `q` somewhere in what they are found by, newest first. Each part is read from its
 * newest by its index, as far as a page needs. Words that many have fill a page from the newest; only others are asked of the
 * index of words, which reads all that it finds (docs/decisions/551-quotes.md).
 */
export async function findQuotes(db: Db, search: Search, latest = LATEST): Promise<QuoteMatches> {
  const fits = fitting(search.q);
  const ids = await amongNewest(db, fits, search, fits ? latest : search.rows);
  return fits && ids.length < search.rows
    ? amongAll(db, fits, search)
    : { ids, total: await countMatches(db, fits, search) };
}

/** Looks the newest from the position on through, one by one. */
async function amongNewest(db: Db, fits: SQL | null, search: Search, latest: number): Promise<string[]> {
  const { parts, wanted, after, rows } = search;
  const newest = parts.map(
    (part) => sql`(select q.id, q.created_at ${fits ? sql`, q.words` : sql``} from quotes q
      where ${part} and ${wanted} and ${after ? isAfter(after) : sql`true`}
      order by q.created_at desc, q.id desc limit ${latest})`,
  );
  const { rows: found } = await db.execute<{ id: string }>(sql`
    select q.id from (
      select * from (${united(newest)}) as newest order by created_at desc, id desc limit ${latest}
    ) as q where ${fits ?? sql`true`} order by q.created_at desc, q.id desc limit ${rows}`);
  return found.map(({ id }) => id);
}

/** What the newest have seldom is read whole, by the index of words or by a part's, as the database sees fit. */
async function amongAll(db: Db, fits: SQL, { parts, wanted, after, rows }: Search): Promise<QuoteMatches> {
  const matching = parts.map(
    (part) => sql`(select q.id, q.created_at from quotes q where ${part} and ${wanted} and ${fits})`,
  );
  const { rows: found } = await db.execute<QuoteMatches & Record<string, unknown>>(sql`
    with matching as materialized (${united(matching)})
    select array(select q.id from matching q where ${after ? isAfter(after) : sql`true`}
        order by q.created_at desc, q.id desc limit ${rows}) as ids,
      (select least(count(*), ${COUNTED + 1})::int from matching) as total`);
  return found[0] ?? { ids: [], total: 0 };
}

async function countMatches(db: Db, fits: SQL | null, { parts, wanted }: Search): Promise<number> {
  const each = parts.map(
    // Without words the index of the part knows enough from the newest on; the database would rather read the quotes.
    (part) => sql`(select 1 from quotes q where ${part} and ${wanted} and ${fits ?? sql`true`}
      ${fits ? sql`` : sql`order by q.created_at desc, q.id desc`} limit ${COUNTED + 1})`,
  );
  const { rows } = await db.execute<{ total: number }>(
    sql`select least(count(*), ${COUNTED + 1})::int as total from (${united(each)}) as counted`,
  );
  return rows[0]?.total ?? 0;
}

function united(selects: SQL[]): SQL {
  return sql.join(selects, sql` union all `);
}

function isAfter([micros, id]: Position): SQL {
  return sql`(q.created_at, q.id) < (${micros}::timestamptz, ${id})`;
}

/**
 * All words somewhere in what a quote is found by; null where none are asked for. One or two characters are the beginning of a
 * word there: the index knows three in a row, and of a beginning the blank before it.
 */
function fitting(q: string): SQL | null {
  const words = q.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return null;
  return sql.join(
    words.map((word) => sql`q.words like order_search_fold(${containing(word.length < 3 ? ` ${word}` : word)})`),
    sql` and `,
  );
}
