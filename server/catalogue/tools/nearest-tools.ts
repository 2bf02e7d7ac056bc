import { and, asc, inArray, notInArray, sql, type SQL } from 'drizzle-orm';
import type { Reader } from '#server/engine/db/client.ts';
import { nearSizes } from './near-sizes.ts';
import { planSearch } from './plan-search.ts';
import type { Search, SearchWord } from './search-words.ts';
import { allOf, type Meanings } from './tsquery.ts';
import { tools } from './tools.sql.ts';
import { impliedWords, wordFrequencies } from './word-frequencies.ts';

type Row = typeof tools.$inferSelect;

/** At most so many tools are shown where none fits. */
const MOST_NEAR = 24;
/** So many other sizes are looked for. */
const MOST_SIZES = 6;
/** The best of so many that have the same words. */
const MOST_COMPARED = 200;
/** A word that more tools have, as far as statistics know, is frequent. */
const FREQUENT = 100_000;

/**
 * What comes near a search that no tool fits: the same in the nearest sizes, then other goods of the size that was asked
 * for, and, where the shop has neither, what has all words but one. Words that no tool has are left out before.
 * @param matching what else is asked of the tools
 * @returns at most `limit`, in the order of how near they are
 */
export async function nearestTools(
  database: Reader,
  search: Search,
  matching: SQL | undefined,
  limit: number,
): Promise<Row[]> {
  const known = search.words.filter((word) => word.known);
  if (known.length === 0) return [];
  const most = Math.min(limit, MOST_NEAR);
  const found: Row[] = [];
  const add = async (words: readonly Meanings[], upTo: number) => {
    const room = upTo - found.length;
    if (room <= 0 || words.length === 0) return;
    const seen = found.map(({ id }) => id);
    found.push(...(await toolsOf(database, words, matching, seen, room)));
  };
  if (known.length < search.words.length) await add(known.map(meaningsOf), most);
  if (found.length > 0) return found;

  const sizes = known.filter(({ isSize }) => isSize);
  const others = known.filter(({ isSize }) => !isSize);
  // Half of the room is for the sizes beside, so that goods of this very size are seen too.
  const half = others.length > 0 ? Math.ceil(most / 2) : most;
  for (const size of sizes) {
    const rest = known.filter((word) => word !== size).map(meaningsOf);
    for (const near of await sizesOfTheShop(database, size)) await add([...rest, near], half);
  }
  if (others.length > 0 && sizes.length > 0) await add(sizes.map(meaningsOf), most);
  if (found.length > 0 || known.length === 1) return found;
  for (const left of known.toReversed()) await add(known.filter((word) => word !== left).map(meaningsOf), most);
  return found;
}

/** The nearest sizes that the shop's tools have. */
async function sizesOfTheShop(database: Reader, { typed }: SearchWord): Promise<Meanings[]> {
  const near = nearSizes(typed);
  const asked = near.filter(({ certain }) => !certain).flatMap(({ words }) => words);
  const rows =
    asked.length === 0
      ? []
      : await database.raw<{ word: string }>(
          'select word from search_words where word = any($1::text[]) and not is_code',
          [asked],
          'known-sizes',
        );
  const known = new Set(rows.map(({ word }) => word));
  return near
    .map(({ words, certain }) => (certain ? words : words.filter((word) => known.has(word))))
    .filter((words) => words.length > 0)
    .slice(0, MOST_SIZES);
}

function meaningsOf({ meant }: SearchWord): Meanings {
  return meant;
}

async function toolsOf(
  database: Reader,
  words: readonly Meanings[],
  matching: SQL | undefined,
  seen: string[],
  limit: number,
): Promise<Row[]> {
  const { db } = database;
  const plan = planSearch(words, await wordFrequencies(database), await impliedWords(database.raw));
  const fitting = db
    .select({ id: tools.id })
    .from(tools)
    .where(
      and(
        matching,
        sql`lexemes @@ ${allOf(plan.indexed)}::tsquery`,
        // Said so that the index is not asked.
        plan.filtered.length === 0 ? undefined : sql`(lexemes @@ ${allOf(plan.filtered)}::tsquery) is true`,
        seen.length === 0 ? undefined : notInArray(tools.id, seen),
      ),
    );
  // Any of them, so that frequent words need not be read and sorted to their end. For others PostgreSQL would rather look for so many
  // among all tools, where those of one series stand together at the end: they are looked up first.
  const some =
    plan.most < FREQUENT
      ? sql`(with fitting as materialized ${fitting} select id from fitting limit ${MOST_COMPARED})`
      : fitting.limit(MOST_COMPARED);
  return db.select().from(tools).where(inArray(tools.id, some)).orderBy(asc(tools.position)).limit(limit);
}
