import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Language } from '#contract/languages.ts';
import type { Reader } from '#server/engine/db/client.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { fitting } from './filters.ts';
import { nearestTools } from './nearest.ts';
import type { SearchWord } from './read-search.ts';
import type { MeantInList } from './tool-search.ts';
import { tellsOf } from './vocabulary.ts';
import { allInName, allOf, type Meaning, type Meanings } from './tsquery.ts';

/** Of so many tools none is the only one. */
const MOST_ALIKE = 12;
const ON_SALE = { onSale: true };

/**
 * What somebody means who wrote these words into a list, and cannot be asked what else was found: the only tool whose name, number or
 * attributes have all of them, each size as it was asked; what is only described so, or only comes near, is offered.
 * @param found what a search finds that has all of the words, asked only where none of the tools is the only one
 */
export async function meantInList(
  from: Reader,
  words: readonly SearchWord[],
  found: () => Promise<readonly string[]>,
  { limit, language }: { limit: number; language: Language | undefined },
): Promise<MeantInList> {
  const nothing = { only: null, fits: [], near: [] };
  if (words.length === 0) return nothing;
  const sure = await surelyMeant(from, words, language);
  if (sure.length === 1) return { only: sure[0]!, fits: [], near: [] };
  const fits = [...new Set([...sure, ...(await found())])].slice(0, limit);
  if (fits.length > 0) return { only: null, fits: await exactFirst(from, words, fits, language), near: [] };
  // A number alone says nothing of what is meant: a tape of 8 m is no spanner of 8 mm.
  const near = await nearestTools(
    from,
    words,
    fitting(ON_SALE),
    { sort: 'relevance', limit, language },
    { sizesAlone: false },
  );
  return { only: null, fits: [], near: await exactFirst(from, words, near.ids, language) };
}

/** The tools that have all words as they were typed, else by other names of the trade; none where a word may mean something else. */
async function surelyMeant(
  from: Reader,
  words: readonly SearchWord[],
  language: Language | undefined,
): Promise<string[]> {
  const isNamed = words.some(
    ({ isSize, sure }) => !isSize && !sure.isSlip && sure.typed.length + sure.named.length > 0,
  );
  const slips = words.filter(({ sure }) => sure.isSlip).length;
  // A word with a letter wrong is told by what stands beside it.
  if (slips > 0 && slips === words.length) return [];
  if (!isNamed && slips === 0) return [];
  for (const ofTrade of [false, true]) {
    const asked = words.map(({ sure }) => (ofTrade || sure.isSlip ? [...sure.typed, ...sure.named] : sure.typed));
    if (asked.some((meant) => meant.length === 0)) continue;
    const ids = await having(from, asked, language);
    if (ids.length > 0) return ids;
  }
  return [];
}

/** The tools that have all of it in names or attributes; where one alone has it in its name, that one. */
async function having({ db }: Reader, asked: readonly Meanings[], language: Language | undefined): Promise<string[]> {
  const inFacts = asked.map((meant) => meant.map((each): Meaning => ({ ...each, inName: true, orInFacts: true })));
  const rows = await db
    .select({ id: tools.id, isNamed: sql<boolean>`${tellsOf(sql`${allInName(asked)}::tsquery`, language)}` })
    .from(tools)
    .where(and(tellsOf(sql`${allOf(inFacts)}::tsquery`, language), fitting(ON_SALE)))
    .orderBy(tools.position)
    .limit(MOST_ALIKE);
  const named = rows.filter(({ isNamed }) => isNamed);
  return (named.length === 1 ? named : rows).map(({ id }) => id);
}

/** The same with those before the others that have each size as it was asked. */
async function exactFirst(
  { db }: Reader,
  words: readonly SearchWord[],
  ids: string[],
  language: Language | undefined,
): Promise<string[]> {
  const sizes = words.filter(({ isSize }) => isSize);
  if (sizes.length === 0 || ids.length < 2) return ids;
  const asked = sizes.map(({ sure }) => sure.typed.map((each): Meaning => ({ ...each, orInFacts: true })));
  const rows = await db
    .select({ id: tools.id })
    .from(tools)
    .where(and(inArray(tools.id, ids), tellsOf(sql`${allOf(asked)}::tsquery`, language), eq(tools.onSale, true)));
  const exact = new Set(rows.map(({ id }) => id));
  return [...ids.filter((id) => exact.has(id)), ...ids.filter((id) => !exact.has(id))];
}
