import { and, asc, notInArray, sql, type SQL } from 'drizzle-orm';
import type { Language } from '#contract/languages.ts';
import type { Reader } from '#server/engine/db/client.ts';
import { tools } from '#server/catalogue/tools/tools.sql.ts';
import { nearSizes } from './near-sizes.ts';
import { tellsOf, type Vocabulary, vocabularyOf } from './vocabulary.ts';
import { nameIn, orderOf, placeIn } from './orders.ts';
import type { SearchWord } from './read-search.ts';
import type { PageAsked } from './tool-search.ts';
import { knownNames } from './tokens.ts';
import { allOf, type Meanings, named } from './tsquery.ts';

/** At most so many tools are shown where none fits. */
const MOST_NEAR = 24;
/** So many other sizes are looked for. */
const MOST_SIZES = 6;
/** The best of so many that have the same words. */
const MOST_COMPARED = 200;

interface Near {
  id: string;
  position: number;
  name: string;
  piecePrice: number;
}

/**
 * What comes near a search that no tool fits: the same in the nearest sizes, then other goods of the size that was asked
 * for, and, where the shop has neither, what has all words but one. Words that no tool has are left out before.
 * @param matching what else is asked of the tools
 * @param sizesAlone whether other goods of the size that was asked for come near
 * @returns the ids in the order of how near they are, or the one that was asked for; and what was looked for of each word
 */
export async function nearestTools(
  from: Reader,
  words: readonly SearchWord[],
  matching: SQL | undefined,
  { sort, limit, language }: Pick<PageAsked, 'sort' | 'limit'> & { language: Language | undefined },
  { sizesAlone }: { sizesAlone: boolean } = { sizesAlone: true },
): Promise<{ ids: string[]; asked: Meanings[] }> {
  const asked = words.map((word) => (word.known ? word.meant : (word.instead?.meant ?? [])));
  const found = await nearestOf(from, { words, asked, matching, sizesAlone, language }, Math.min(limit, MOST_NEAR));
  if (sort !== 'relevance') {
    const order = orderOf(sort, language);
    found.sort((one, other) => comparePlaces(placeIn(order, one), placeIn(order, other)) * (order.descending ? -1 : 1));
  }
  return { ids: found.map(({ id }) => id), asked };
}

interface NearQuery {
  words: readonly SearchWord[];
  asked: readonly Meanings[];
  matching: SQL | undefined;
  sizesAlone: boolean;
  language: Language | undefined;
}

async function nearestOf(
  from: Reader,
  { words, asked, matching, sizesAlone, language }: NearQuery,
  most: number,
): Promise<Near[]> {
  const known = words.flatMap((word, at) => (asked[at]!.length === 0 ? [] : [{ ...word, asked: asked[at]! }]));
  if (known.length === 0) return [];
  const found: Near[] = [];
  const add = async (meanings: readonly Meanings[], upTo: number) => {
    const room = upTo - found.length;
    if (room <= 0 || meanings.length === 0) return;
    const seen = found.map(({ id }) => id);
    found.push(...(await toolsWith(from, { meanings, matching, seen, limit: room, language })));
  };
  const askedOf = (some: typeof known) => some.map((word) => word.asked);
  const sizes = known.filter(({ isSize }) => isSize);
  const others = known.filter(({ isSize }) => !isSize);
  // Where no tool has the words, their number alone names none: a tape of 8 m is no spanner of 8 mm.
  if (others.length === 0 && (known.length < words.length || !sizesAlone)) return [];
  if (known.length < words.length) await add(askedOf(known), most);
  if (found.length > 0) return found;

  // Half of the room is for the sizes beside, so that goods of this very size are seen too.
  const half = others.length > 0 ? Math.ceil(most / 2) : most;
  for (const size of sizes) {
    const rest = askedOf(known.filter((word) => word !== size));
    for (const near of await sizesOfTheShop(vocabularyOf(from, language), size)) await add([...rest, near], half);
  }
  if (others.length > 0 && sizes.length > 0 && sizesAlone) await add(askedOf(sizes), most);
  if (found.length > 0 || known.length === 1) return found;
  for (const left of known.toReversed()) {
    const rest = known.filter((word) => word !== left);
    if (sizesAlone || rest.some(({ isSize }) => !isSize)) await add(askedOf(rest), most);
  }
  return found;
}

/** The nearest sizes that the shop's tools have. */
async function sizesOfTheShop(vocabulary: Vocabulary, { typed }: SearchWord): Promise<Meanings[]> {
  const near = nearSizes(typed);
  const asked = near.filter(({ certain }) => !certain).flatMap(({ words }) => words);
  const known = await knownNames(vocabulary, asked);
  return near
    .map(({ words, certain }) => named(...(certain ? words : words.filter((word) => known.has(word)))))
    .filter((meant) => meant.length > 0)
    .slice(0, MOST_SIZES);
}

/** Any of the tools that fit, the shop's first before the rest. */
function toolsWith(
  { db }: Reader,
  {
    meanings,
    matching,
    seen,
    limit,
    language,
  }: Omit<NearQuery, 'words' | 'asked' | 'sizesAlone'> & {
    meanings: readonly Meanings[];
    seen: string[];
    limit: number;
  },
): Promise<Near[]> {
  const unseen = seen.length === 0 ? undefined : notInArray(tools.id, seen);
  const fits = and(tellsOf(sql`${allOf(meanings)}::tsquery`, language), matching, unseen);
  return db
    .select({ id: tools.id, position: tools.position, name: nameIn(language), piecePrice: tools.piecePrice })
    .from(tools)
    .where(
      sql`${tools.id} in (with fits as materialized (select id from ${tools} where ${fits})
         select id from fits limit ${MOST_COMPARED})`,
    )
    .orderBy(asc(tools.position))
    .limit(limit);
}

function comparePlaces([one, ...rest]: (string | number)[], [other, ...others]: (string | number)[]): number {
  if (one === undefined || other === undefined) return 0;
  return one === other ? comparePlaces(rest, others) : one < other ? -1 : 1;
}
