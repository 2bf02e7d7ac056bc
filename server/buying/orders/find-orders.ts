import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#server/engine/db/client.ts';
import { containing } from '#server/engine/db/containing.ts';
import type { Position } from '#server/engine/http/by-time.ts';
import { onceInAWhile } from '#server/engine/db/once-in-a-while.ts';
import { cheapestWords, MOST_WEIGHED, rarestFirst } from './cheapest-words.ts';

/** How far a search looks before it asks an index; tests ask with less. */
export interface Reach {
  /** So many of the newest orders are looked through one by one: words that fill a page among them need no index. */
  latest: number;
  /** So many, where more parties or goods have the words than `parties` and `goods` say. */
  newest: number;
  parties: number;
  goods: number;
  /** The orders of so many parties and goods are read newest first, each as far as it is needed; those of more are read all at once. */
  each: number;
}

const REACH: Reach = { latest: 1_000, newest: 10_000, parties: 2_000, goods: 5_000, each: 16 };
/** Where no word is known to be rare, these are no fewer than all. */
const ALL = 1_000_000_000;
/** So many parties and goods are looked at to choose among words, and looked at again after so long. */
const SAMPLE = 300;
const SAMPLED_MS = 60_000;
/** Fewer of the latest orders than these tell too little of all. */
const TELLING = 5;

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
  /** The same of the numbers of `search`, as an index finds them. */
  coded: SQL;
}

/** Some of the newest rows of order_search, looked through. */
interface Looked {
  /** How many have all words somewhere, and how many of those that are wanted. */
  seen: number;
  /** Whether one of them has all words in one place. */
  together: boolean;
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
 *
 * The first case that fits answers:
 * 1. All orders are among the `latest`: these alone.
 * 2. Surely more than are counted, in one place: a page of the latest, or else of the `newest` (`throughNewest`).
 * 3. In one place, of few parties and goods: all of theirs (`ofPartiesAndGoods`).
 * 4. The latest, or else the newest where that is likely, fill a page: theirs, with the total of 5 where it may be counted.
 * 5. All of them: `ofPartiesAndGoods`, or `byRarest` where no order has the words in one place.
 */
export async function findOrders(
  db: Db,
  q: string,
  search: Search,
  reach = REACH,
): Promise<{ ids: string[]; total: number }> {
  const typed = q.split(/\s+/);
  const sample = typed.length === 1 ? NONE : await sampleOf(db);
  const words = rarestFirst(typed, [...sample.parties, ...sample.goods]);
  const asked: Asked = { db, search, words, ...fitting(q, words) };
  const latest = await among(asked, reach.latest);
  // One word never stands in two places.
  const together = words.length === 1 || latest.together;
  if (latest.seen < reach.latest && search.after === null) {
    const { ids, matches } = together ? latest.inOne : latest.anywhere;
    return { ids, total: Math.min(matches, search.most + 1) };
  }
  const known = await orderCount(db);
  const surelyMore = ({ matches }: Found, { seen }: Looked) => (matches / Math.max(1, seen)) * known > 2 * search.most;
  const isPage = ({ ids }: Found, { seen }: Looked, most: number) => seen < most || ids.length >= search.rows;
  /** So many must be looked through to fill a page, by what the latest say. */
  const neededFor = ({ matches }: Found) => Math.ceil((1.5 * search.rows * latest.seen) / Math.max(1, matches));
  const throughNewest = async () => {
    const most = Math.min(reach.newest, neededFor(latest.inOne));
    const looked = await among(asked, most);
    const found = looked.inOne;
    return isPage(found, looked, most) ? { found, isMore: surelyMore(found, looked) } : null;
  };
  const withManyMore = ({ ids }: Found) => ({ ids, total: search.most + 1 });

  if (together && surelyMore(latest.inOne, latest)) {
    if (isPage(latest.inOne, latest, reach.latest)) return withManyMore(latest.inOne);
    if (latest.inOne.matches >= TELLING && neededFor(latest.inOne) <= reach.newest) {
      const looked = await throughNewest();
      if (looked?.isMore) return withManyMore(looked.found);
    }
  }
  const rarest = rarestWords(words, sample);
  const named = await namedBy(asked, rarest, reach);
  const inOne = together || (await someHave(asked, named));
  const few = inOne && named.parties.length <= reach.parties && named.goods.length <= reach.goods;
  if (few) return ofPartiesAndGoods(asked, named, reach);
  const allOfThem = async () =>
    inOne ? ofPartiesAndGoods(asked, await namedBy(asked, rarest), reach) : byRarest(asked, reach.latest);
  const of = inOne ? 'inOne' : 'anywhere';
  if (isPage(latest[of], latest, reach.latest)) {
    if (surelyMore(latest[of], latest)) return withManyMore(latest[of]);
    return { ids: latest[of].ids, total: (await allOfThem()).total };
  }
  // Where that is far too many, the index is quicker.
  if (!inOne || neededFor(latest.inOne) > 2 * reach.newest) return allOfThem();
  const looked = await throughNewest();
  if (!looked) return allOfThem();
  return looked.isMore ? withManyMore(looked.found) : { ids: looked.found.ids, total: (await allOfThem()).total };
}

async function among({ db, search: { wanted, after, rows }, words, fits }: Asked, most: number): Promise<Looked> {
  const from = after ? sql`where (created_at, order_id) < (${after[0]}::timestamptz, ${after[1]})` : sql``;
  // By the id alone, or the plan looks the words up in their index for each order.
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
      (select count(*)::int from listed where in_one) as "oneMatches", array(select order_id from listed where in_one ${ids}) as "oneIds",
      (select count(*)::int from listed) as matches, array(select order_id from listed ${ids}) as ids`);
  const { seen, together, ...found } = answer[0]!;
  return {
    seen,
    together,
    inOne: { ids: found.oneIds, matches: found.oneMatches },
    anywhere: { ids: found.ids, matches: found.matches },
  };
}

/** How many orders could be found a while ago, about. */
const orderCount = onceInAWhile<Db, number>(SAMPLED_MS, 0, async (db) => {
  const { rows } = await db.execute<{ rows: number }>(
    sql`select greatest(reltuples, 0)::float8 as rows from pg_class where oid = 'order_search'::regclass`,
  );
  return rows[0]?.rows ?? 0;
});

/** Whether one party, one kind of goods or one order's numbers have all words. */
async function someHave({ db, coded }: Asked, { parties, goods }: Named): Promise<boolean> {
  if (parties.length > 0 || goods.length > 0) return true;
  const { rows } = await db.execute<{ some: boolean }>(
    sql`select exists (select from order_search search where ${coded}) as some`,
  );
  return rows[0]?.some ?? false;
}

/** Which words to ask the index of parties and of goods for. The others are compared with what those find. */
interface Rarest {
  parties: string[];
  goods: string[];
}

function rarestWords(words: string[], { parties, goods }: Sample): Rarest {
  const indexed = words.filter(isIndexed).slice(0, MOST_WEIGHED);
  if (indexed.length <= 1) return { parties: words, goods: words };
  return { parties: cheapestWords(indexed, parties), goods: cheapestWords(indexed, goods) };
}

interface Sample {
  parties: string[];
  goods: string[];
}

const NONE: Sample = { parties: [], goods: [] };

/** Some parties and goods from all of them, as they were a minute ago. */
const sampleOf = onceInAWhile<Db, Sample>(SAMPLED_MS, NONE, async (db) => {
  const some = (table: SQL) => sql`array(
    select met.words from generate_series(1, ${SAMPLE}) as turn, lateral (
      select words from ${table} one where one.id >= (select max(id)::bigint from ${table}) * turn / ${SAMPLE} order by one.id limit 1
    ) as met)`;
  const { rows } = await db.execute<Sample & Record<string, unknown>>(
    sql`select ${some(sql`order_parties`)} as parties, ${some(sql`order_goods`)} as goods`,
  );
  return rows[0] ?? NONE;
});

/** Which parties and goods have the words; one more than `most` of each stands for more. */
async function namedBy(
  { db, words, fits }: Asked,
  rarest: Rarest,
  most: Pick<Reach, 'parties' | 'goods'> = { parties: ALL, goods: ALL },
): Promise<Named> {
  const having = (asked: string[]) => {
    const others = words.filter((word) => !asked.includes(word));
    const one = sql`one.words`;
    return others.length === 0 ? fits(one, asked) : sql`${fits(one, asked)} and (${fits(one, others)}) is true`;
  };
  const { rows } = await db.execute<Named & Record<string, unknown>>(sql`
    select array(select id from order_parties one where ${having(rarest.parties)} limit ${most.parties + 1}) as parties,
      array(select id from order_goods one where ${having(rarest.goods)} limit ${most.goods + 1}) as goods`);
  return rows[0] ?? { parties: [], goods: [] };
}

/** Whether an index of three letters each knows the word: "Va" and "6" may stand anywhere, "mm," and "5/8" end or begin a word. */
function isIndexed(word: string): boolean {
  return /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u.test(word);
}

/** All orders of these parties, with these goods, or with all words among their numbers. */
function ofPartiesAndGoods(asked: Asked, named: Named, { each }: Reach) {
  const { db, search, coded } = asked;
  const isFew = named.parties.length + named.goods.length <= each;
  return isFew && search.wanted === undefined ? newestOfEach(asked, named) : readAtOnce(db, search, named, coded, null);
}

/** All orders that have the word that is rarest among the latest, as far as they have the others too. */
async function byRarest({ db, search, words, fits }: Asked, latest: number) {
  const counts = words.map((word) => sql`count(*) filter (where latest.words like ${pattern(word)})`);
  const { rows } = await db.execute<{ counts: number[] }>(sql`
    select array[${sql.join(counts, sql`, `)}]::float8[] as counts
    from (select words from order_search order by created_at desc, order_id desc limit ${latest}) as latest`);
  const counted = words.map((word, index) => (isIndexed(word) ? (rows[0]?.counts[index] ?? 0) : latest + 1));
  const rarest = words[counted.indexOf(Math.min(...counted))]!;
  const only: Asked = { db, search, words: [rarest], ...fitting(rarest, [rarest]) };
  const named = await namedBy(only, { parties: [rarest], goods: [rarest] });
  return readAtOnce(db, search, named, only.coded, fits(sql`search.words`));
}

/** The newest of them, each part of them read in its order as far as it is needed. Nothing else is asked of them. */
async function newestOfEach({ db, search: { after, rows, most }, coded }: Asked, { parties, goods }: Named) {
  const from = after ? sql`(created_at, order_id) < (${after[0]}::timestamptz, ${after[1]})` : sql`true`;
  const each = (ids: number[], table: SQL, column: SQL, where: SQL, limit: number) => sql`
    select met.* from unnest(${sql.param(ids)}::integer[]) as one (id), lateral (
      select created_at, order_id from ${table} where ${column} = one.id and ${where} order by created_at desc, order_id desc limit ${limit}
    ) as met`;
  const parts = (where: SQL, limit: number) => [
    ...(parties.length > 0 ? [each(parties, sql`order_search`, sql`party`, where, limit)] : []),
    ...(goods.length > 0 ? [each(goods, sql`order_sales`, sql`goods`, where, limit)] : []),
    sql`select created_at, order_id from numbered where ${where}`,
  ];
  const listed = sql.join(parts(from, rows), sql` union `);
  const counted = sql.join(
    parts(sql`true`, most + 1).map((part) => sql`select order_id from (${part}) as part`),
    sql` union `,
  );
  const { rows: answer } = await db.execute<{ ids: string[]; total: number }>(sql`
    with numbered as materialized (select created_at, order_id from order_search search where ${coded})
    select array(select order_id from (${listed}) as listed order by created_at desc, order_id desc limit ${rows}) as ids,
      (select count(*)::int from (select from (${counted}) as found limit ${most + 1}) as counted) as total`);
  return answer[0] ?? { ids: [], total: 0 };
}

/** All that these parties and goods have, or numbers with all words, read at once. @param judged what is asked of each besides */
async function readAtOnce(
  db: Db,
  { wanted, after, rows, most }: Search,
  { parties, goods }: Named,
  coded: SQL,
  judged: SQL | null,
): Promise<{ ids: string[]; total: number }> {
  const from = after ? sql`where (created_at, order_id) < (${after[0]}::timestamptz, ${after[1]})` : sql``;
  const some = (where: SQL) =>
    sql`select created_at, order_id from order_search search where ${where}${judged ? sql` and ${judged}` : sql``}`;
  const ofParties = sql`party = any(${sql.param(parties)}::integer[])`;
  const ofGoods = sql`select created_at, order_id from order_sales where goods = any(${sql.param(goods)}::integer[])`;
  const inSales = judged === null ? ofGoods : some(sql`order_id in (select order_id from (${ofGoods}) as sold)`);
  // An order has one party, so nothing comes twice that has to be looked for.
  const parts =
    goods.length === 0
      ? sql`${some(ofParties)} union all ${some(sql`${coded} and not coalesce(${ofParties}, false)`)}`
      : sql.join([...(parties.length > 0 ? [some(ofParties)] : []), inSales, some(coded)], sql` union `);
  const { rows: answer } = await db.execute<{ ids: string[]; total: number }>(sql`
    with found as materialized (${parts}),
    listed as materialized (
      select found.* from found ${wanted ? sql`join orders on orders.id = found.order_id where ${wanted}` : sql``}
    )
    select array(select order_id from listed ${from} order by created_at desc, order_id desc limit ${rows}) as ids,
      (select count(*)::int from (select from listed limit ${most + 1}) as counted) as total`);
  return answer[0] ?? { ids: [], total: 0 };
}

/** What a text has to be like: all words in it, or, where they are digits and signs, the digits alone. */
function fitting(q: string, words: readonly string[]): Pick<Asked, 'fits' | 'coded'> {
  const digits = q.replaceAll(/[\s+()./-]/g, '');
  const number = /^\d{3,}$/.test(digits) && digits !== q ? digits : null;
  const either = (all: SQL, alone: (digits: string) => SQL) =>
    number === null ? sql`(${all})` : sql`((${all}) or ${alone(number)})`;
  const every = (like: (word: string) => SQL, of: readonly string[]) => sql.join(of.map(like), sql` and `);
  const fits: Asked['fits'] = (text, of = words) => {
    const like = (word: string) => sql`${text} like ${pattern(word)}`;
    return either(every(like, of), like);
  };
  return { fits, coded: either(every(hasCode, words), hasCode) };
}

/** Three digits are in many numbers; of longer ones only those are looked at that have each four, and no list of all that have each three. */
function hasCode(word: string): SQL {
  if (!/[0-9]{4}/.test(word)) return sql`search.codes like ${pattern(word)}`;
  return sql`(digit_fours(search.codes) @> digit_fours(order_search_fold(${word})) and search.codes || '' like ${pattern(word)})`;
}

function pattern(word: string): SQL {
  return sql`order_search_fold(${containing(word)})`;
}
