import type { WordFrequencies } from './word-frequencies.ts';

/** A word of a search, as all the words that may be meant by it. */
export type Meanings = readonly string[];

/** How a search is best asked of PostgreSQL. */
export interface SearchPlan {
  /** The words to look up in the index. */
  indexed: Meanings[];
  /** Words that so many tools have that reading their part of the index costs more than a look at each tool found. */
  filtered: Meanings[];
  /** At least about so many tools have all of the words; 0 where nothing is known. */
  least: number;
}

/** The index keeps the tools of each word in a list; one this long is read through only where there is none shorter. */
const LONG_LIST = 0.2;

/** Rare words through the index, frequent ones at the tools found by them. */
export function planSearch(words: readonly Meanings[], frequencies: WordFrequencies): SearchPlan {
  const shares = words.map((meant) => ({
    meant,
    all: meant.reduce((sum, word) => sum + frequencies.of(word), 0),
    most: Math.max(0, ...meant.map((word) => frequencies.of(word))),
  }));
  const rarest = Math.min(...shares.map(({ all }) => all));
  const isIndexed = ({ all }: { all: number }) => all <= Math.max(LONG_LIST, rarest);
  // Of those who have one word and those who have another, at least this many must be the same (Bonferroni).
  const share = shares.reduce((sum, { most }) => sum + most, 0) - (shares.length - 1);
  return {
    indexed: shares.filter(isIndexed).map(({ meant }) => meant),
    filtered: shares.filter((each) => !isIndexed(each)).map(({ meant }) => meant),
    least: Math.max(0, share) * frequencies.tools,
  };
}
