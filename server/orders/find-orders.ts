import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { containing } from '#server/db/containing.ts';

/** Where a list goes on: when the last order shown was placed, to the microsecond, and its id. */
export type Position = [micros: string, id: string];

/** How far a search looks before it asks an index; tests ask with less. */
export interface Reach {
  /** So many of the newest orders are looked through one by one: words that fill a page among them need no index. */
  latest: number;
  /** So many, where more parties or goods have the words than `parties` and `goods` say. */
  newest: number;
  parties: number;
  goods: number;
}

const REACH: Reach = { latest: 1_000, newest: 10_000, parties: 500, goods: 500 };
/** Words that more of the latest orders have are looked for only among what rarer words find. */
const COMMON = 0.1;
/** Where no word is known to be rare, these are no fewer than all. */
const ALL = 1_000_000_000;

interface Search {
  /** Further conditions on orders. */
  wanted: SQL | undefined;
  after: Position | null;
  /** How many ids are wanted. */
  rows: number;
  /** Matches are counted so far; one more stands for all above. */
  most: number;
}

/** Ids of order_parties and order_goods that have the words. */
interface Named {
  parties: number[];
  goods: number[];
}

/** A search as it is asked. */
interface Asked {
  db: Db;
  search: Search;
  words: string[];
  /** Whether a text has these words, or what a telephone number typed with signs is without them. */
  fits: (text: SQL, words?: readonly string[]) => SQL;
}

/** Some of the newest rows of order_search, looked through. */
interface Looked {
  /** How many have all words somewhere, and how many of those that are wanted. */
  seen: number;
  /** Whether one of them has all words in one place. */
  together: boolean;
  /** What part of them has each word. */
  shares: number[];
  /** Those that have all words in one place, and those that have them anywhere. */
  inOne: Found;
  anywhere: Found;
}

interface Found {
  ids: string[];
  matches: number;
}

/**
 * The ids of the orders that have all words of `q` in one place: who bought, one of the goods, or their numbers; and where there is
 * no such order, those that have all words anywhere in what they are found by. Newest first. Digits with signs between
 * them are a telephone number, whatever the signs.
 */
export async function findOrders(
  db: Db,
  q: string,
  search: Search,
  reach = REACH,
): Promise<{ ids: string[]; total: number }> {
  const words = q.split(/\s+/);
  const asked: Asked = { db, search, words, fits: fitting(q, words) };
  const latest = await among(asked, reach.latest);
  const { shares } = latest;
  const everyOrder = latest.seen < reach.latest && search.after === null;
  const named = everyOrder ? null : await namedBy(asked, shares, reach);
  // One word never stands in two places.
  const inOne = words.length === 1 || latest.together || (named !== null && (await someHave(asked, named)));
  const listed = (looked: Looked) => (inOne ? looked.inOne : looked.anywhere);
  if (named === null) return { ids: listed(latest).ids, total: Math.min(listed(latest).matches, search.most + 1) };
  const all = async () => (inOne ? exactly(asked, await namedBy(asked, shares)) : byRarest(asked, shares));
  const paged = async (looked: Looked, most: number) => {
    const { ids, matches } = listed(looked);
    if (looked.seen === most && ids.length < search.rows) return null;
    if (await surelyMore(asked, matches / Math.max(1, looked.seen))) return { ids, total: search.most + 1 };
    return { ids, total: (await all()).total };
  };
  const few = inOne && named.parties.length <= reach.parties && named.goods.length <= reach.goods;
  const some = await paged(latest, reach.latest);
  if (some) return some;
  if (few) return exactly(asked, named);
  // So many must be looked through to fill a page, by what the latest say; where that is far too many, the index is quicker.
  const enough = Math.ceil((1.5 * search.rows * latest.seen) / Math.max(1, listed(latest).matches));
  if (!inOne || enough > 2 * reach.newest) return all();
  const most = Math.min(reach.newest, enough);
  return (await paged(await among(asked, most, false), most)) ?? all();
}

/** @param counting whether the part of them that has each word is wanted too */
async function among(
  { db, search: { wanted, after, rows }, words, fits }: Asked,
  most: number,
  counting = true,
): Promise<Looked> {
  const from = after ? sql`where (created_at, order_id) < (${after[0]}::timestamptz, ${after[1]})` : sql``;
  // Of one word nothing need be known. By the id alone, or the plan looks the words up in their index for each order.
  const counts = words.map((word) =>
    words.length === 1 || !counting
      ? sql`count(*) filter (where false)`
      : sql`count(*) filter (where search.words like ${pattern(word)})`,
  );
  const inOne =
    words.length === 1
      ? sql`true`
      : sql`(${fits(sql`search.codes`)}
          or coalesce((select ${fits(sql`one.words`)} from order_parties one where one.id = search.party), false)
          or coalesce((select bool_or(${fits(sql`one.words`)}) from order_goods one where one.id = any(search.goods)), false))`;
  const ids = sql`order by created_at desc, order_id desc limit ${rows}`;
  const { rows: answer } = await db.execute<{
    seen: number;
    together: boolean;
    shares: number[];
    oneIds: string[];
    oneMatches: number;
    ids: string[];
    matches: number;
  }>(sql`
    with search as materialized (
      select order_id, created_at, words, party, goods, codes from order_search ${from} order by created_at desc, order_id desc limit ${most}
    ), found as materialized (
      select search.order_id, search.created_at, ${inOne} as in_one from search where ${fits(sql`search.words`)}
    ), listed as materialized (
      select found.* from found ${wanted ? sql`join orders on orders.id = found.order_id where ${wanted}` : sql``}
    )
    select (select count(*)::int from search) as seen, coalesce((select bool_or(in_one) from found), false) as together,
      (select array[${sql.join(counts, sql`, `)}]::float8[] from search) as shares,
      (select count(*)::int from listed where in_one) as "oneMatches", array(select order_id from listed where in_one ${ids}) as "oneIds",
      (select count(*)::int from listed) as matches, array(select order_id from listed ${ids}) as ids`);
  const { seen, together, shares, ...found } = answer[0]!;
  return {
    seen,
    together,
    shares: shares.map((count) => count / Math.max(1, seen)),
    inOne: { ids: found.oneIds, matches: found.oneMatches },
    anywhere: { ids: found.ids, matches: found.matches },
  };
}

/** Whether the share of the orders that were looked through says that there are far more than are counted. */
async function surelyMore({ db, search }: Asked, share: number): Promise<boolean> {
  const { rows } = await db.execute<{ rows: number }>(
    sql`select greatest(reltuples, 0)::float8 as rows from pg_class where oid = 'order_search'::regclass`,
  );
  return share * (rows[0]?.rows ?? 0) > 2 * search.most;
}

/** Whether one party, one kind of goods or one order's numbers have all words. */
async function someHave({ db, fits }: Asked, { parties, goods }: Named): Promise<boolean> {
  if (parties.length > 0 || goods.length > 0) return true;
  const { rows } = await db.execute<{ some: boolean }>(
    sql`select exists (select from order_search search where ${fits(sql`search.codes`)}) as some`,
  );
  return rows[0]?.some ?? false;
}

/**
 * Which parties and goods have the words; one more than `most` of each stands for more. Of the many goods, common words are
 * compared with those that the others find: reading what the index has of them takes longer.
 */
async function namedBy(
  { db, words, fits }: Asked,
  shares: readonly number[],
  most: Pick<Reach, 'parties' | 'goods'> = { parties: ALL, goods: ALL },
): Promise<Named> {
  const indexed = shares.map((share, index) => (isIndexed(words[index]!) ? share : 1));
  const rarest = Math.min(...indexed);
  const asked = words.filter((_, index) => indexed[index]! <= Math.max(COMMON, rarest));
  const { rows } = await db.execute<Named & Record<string, unknown>>(sql`
    select array(select id from order_parties one where ${fits(sql`one.words`)} limit ${most.parties + 1}) as parties,
      array(select id from order_goods one where ${fits(sql`one.words`, asked)} and (${fits(sql`one.words`)}) is true
        limit ${most.goods + 1}) as goods`);
  return rows[0] ?? { parties: [], goods: [] };
}

/** Whether an index of three letters each knows the word: "Va" and "6" may stand anywhere, "mm," and "5/8" end or begin a word. */
function isIndexed(word: string): boolean {
  return /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u.test(word);
}

/** All orders of these parties, with these goods, or with all words among their numbers. */
function exactly({ db, search, fits }: Asked, named: Named) {
  return collected(db, search, named, fits(sql`search.codes`), sql`true`);
}

/** All orders that have the rarest word, as far as they have the others too. */
async function byRarest({ db, search, words, fits }: Asked, shares: readonly number[]) {
  const indexed = shares.map((share, index) => (isIndexed(words[index]!) ? share : 1));
  const rarest = words[indexed.indexOf(Math.min(...indexed))]!;
  const only: Asked = { db, search, words: [rarest], fits: fitting(rarest, [rarest]) };
  const named = await namedBy(only, [0]);
  return collected(db, search, named, only.fits(sql`search.codes`), fits(sql`search.words`));
}

async function collected(
  db: Db,
  { wanted, after, rows, most }: Search,
  { parties, goods }: Named,
  coded: SQL,
  judged: SQL,
): Promise<{ ids: string[]; total: number }> {
  const from = after ? sql`where (created_at, order_id) < (${after[0]}::timestamptz, ${after[1]})` : sql``;
  const some = (where: SQL) => sql`select order_id, created_at from order_search search where ${where} and ${judged}`;
  const parts = [
    ...(parties.length > 0 ? [some(sql`party = any(${sql.param(parties)}::integer[])`)] : []),
    // Some at a time: the index compares each order that it finds with all of a list. In a subquery that is not taken apart, or all
    // orders are read where a plan for lists that it does not know takes them for long ones.
    ...(goods.length > 0
      ? [
          sql`select of_some.* from
            (select array_agg(id) as some from unnest(${sql.param(goods)}::integer[]) with ordinality as each (id, at) group by at / 16) as sold
            cross join lateral (${some(sql`goods && sold.some`)} offset 0) of_some`,
        ]
      : []),
    some(coded),
  ];
  const { rows: answer } = await db.execute<{ ids: string[]; total: number }>(sql`
    with found as materialized (${sql.join(parts, sql` union `)}),
    listed as materialized (
      select found.* from found ${wanted ? sql`join orders on orders.id = found.order_id where ${wanted}` : sql``}
    )
    select array(select order_id from listed ${from} order by created_at desc, order_id desc limit ${rows}) as ids,
      (select count(*)::int from (select from listed limit ${most + 1}) as counted) as total`);
  return answer[0] ?? { ids: [], total: 0 };
}

/** What a text has to be like: all words in it, or, where they are digits and signs, the digits alone. */
function fitting(q: string, words: readonly string[]): Asked['fits'] {
  const digits = q.replaceAll(/[\s+()./-]/g, '');
  const number = /^\d{3,}$/.test(digits) && digits !== q ? digits : null;
  return (text, of = words) => {
    const all = sql.join(
      of.map((word) => sql`${text} like ${pattern(word)}`),
      sql` and `,
    );
    return number === null ? sql`(${all})` : sql`((${all}) or ${text} like ${pattern(number)})`;
  };
}

function pattern(word: string): SQL {
  return sql`order_search_fold(${containing(word)})`;
}
