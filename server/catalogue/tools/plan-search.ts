import type { Meaning, Meanings } from './tsquery.ts';
import type { Implies, WordFrequencies } from './word-frequencies.ts';

/** How a search is best asked of PostgreSQL. */
export interface SearchPlan {
  /** The words to look up in the index. */
  indexed: Meanings[];
  /** Words that so many tools have that reading their part of the index costs more than a look at each tool found. */
  filtered: Meanings[];
  /** At least about so many tools have all of the words; 0 where nothing is known. */
  least: number;
  /** So many tools have the rarest of the words, and so at most all of them; 0 where nothing is known. */
  most: number;
  /** What share of the tools would have all of them if each word came by chance. */
  share: number;
}

/** The index keeps the tools of each word in a list; one this long is read through only where there is none shorter. */
const LONG_LIST = 0.2;
/** Rare words through the index, as far as each tells something new; others at the tools found. */
export function planSearch(
  words: readonly Meanings[],
  frequencies: WordFrequencies,
  implies: Implies = () => false,
): SearchPlan {
  const sharesOf = (meant: Meaning) =>
    (typeof meant === 'string' ? [meant] : meant).map((word) => frequencies.of(word));
  const shares = words.map((meant) => ({
    meant,
    all: meant.reduce((sum, each) => sum + Math.min(...sharesOf(each)), 0),
    most: Math.max(0, ...meant.map((each) => together(sharesOf(each)))),
  }));
  const rarest = Math.min(...shares.map(({ all }) => all));
  const indexed = worthAList(
    shares.filter(({ all }) => all <= Math.max(LONG_LIST, rarest)),
    implies,
  );
  return {
    indexed: words.filter((meant) => indexed.has(meant)),
    filtered: words.filter((meant) => !indexed.has(meant)),
    least: together(shares.map(({ most }) => most)) * frequencies.tools,
    most: rarest * frequencies.tools,
    share: shares.reduce((share, { all }) => share * Math.min(1, all), 1),
  };
}

/** Those of the words whose lists are worth reading: not "magnet" beside "lifting", which says the same (docs/decisions/512-words-that-come-together.md). */
function worthAList(words: { meant: Meanings; all: number }[], implies: Implies): Set<Meanings> {
  const worth = new Set<Meanings>();
  for (const { meant } of words.toSorted((one, other) => one.all - other.all))
    if (![...worth].some((rarer) => implies(rarer, meant))) worth.add(meant);
  return worth;
}

/** Of those who have one word and those who have another, at least this many must be the same (Bonferroni). */
function together(shares: number[]): number {
  return Math.max(0, shares.reduce((sum, share) => sum + share, 0) - (shares.length - 1));
}
