import type { NamedSort, StaffToolQuery } from '#contract/catalogue/tools.ts';
import type { SQL } from 'drizzle-orm';
import type { Language } from '#contract/languages.ts';
import type { Reader } from '#server/engine/db/client.ts';
import type { AttributeFilter } from './asked-attributes.ts';

/** What else is asked of the tools that a search may find, as a plain value; and in which language its words are. */
export type ToolFilters = Pick<
  StaffToolQuery,
  'category' | 'family' | 'inStock' | 'language' | 'minPrice' | 'maxPrice' | 'missing' | 'onSale'
> & {
  attributes?: readonly AttributeFilter[];
};

/** Which part of what was found is wanted. */
export interface PageAsked {
  sort: NamedSort;
  /** Where an earlier answer ended. */
  cursor?: string | undefined;
  limit: number;
}

/** No tool has what was typed; what is shown instead. */
interface Correction {
  typed: string;
  shown: string;
}

/** What a search found: tools by their ids, in their order. */
export interface ToolMatches {
  ids: string[];
  /** How many in all; counted up to `MOST_COUNTED`. */
  total: number;
  next: string | null;
  /** Whether nothing fits, and these come near. */
  isNear: boolean;
  corrections: Correction[];
}

/** What somebody means by the words of a row in a list, by the tools' ids. */
export interface MeantInList {
  /** The only tool that has all of them in its name or attributes, its sizes right; then nothing else is said. */
  only: string | null;
  /** Several that have all of them, those with the sizes that were asked first. */
  fits: string[];
  /** What comes near, where no tool has all of them. */
  near: string[];
}

/** What words are taken to mean. */
interface WordsRead extends Pick<ToolMatches, 'corrections'> {
  /** What holds of all tools that it finds, and of no other; another engine may say their ids. */
  matches: SQL;
  /** The same, for who reads all of them and asks for nothing else. */
  matchesAll: SQL;
}

/** So many tools that fit are counted; of a search that finds more, nobody reads on to its end. */
export const MOST_COUNTED = 10_000;

/**
 * All that decides what a search finds: what words, sizes, names of the trade and slips mean, what comes first, and what is said of it.
 * Another engine could stand behind it: it need not know how tools are shown, and its answers may be a moment behind
 * (docs/decisions/021-search.md).
 */
export interface ToolSearch {
  /** A page of what fits. @throws AppError 400 for a cursor that no earlier answer gave */
  search(from: Reader, words: string, filters: ToolFilters, page: PageAsked): Promise<ToolMatches>;
  /** What the words may mean, the likeliest first; a search takes the first of them by which it finds a tool that fits. */
  readings(from: Reader, words: string, language: Language | undefined): Promise<WordsRead[]>;
  /** The first few that fit what was typed so far, the best before the rest; not counted. */
  suggest(from: Reader, words: string, limit: number, language: Language | undefined): Promise<ToolMatches>;
  /** What is for sale that a row of a list means by these words, where nobody can be asked what else it may be. */
  inList(from: Reader, words: string, limit: number, language: Language | undefined): Promise<MeantInList>;
}
