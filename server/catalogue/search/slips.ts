import { lettersApart, singulars } from './letters.ts';
import { beginsWith } from './tokens.ts';
import { TRADE_WORDS } from './trade-words.ts';
import { type Meaning, named } from './tsquery.ts';
import type { Vocabulary } from './vocabulary.ts';

/** How many neighbours a mistyped word is compared with. */
const MOST_NEIGHBOURS = 12;
/** A shorter word is taken as it was typed: with one letter changed it may be anything. */
const SHORTEST_SLIP = 4;
/** From this length on two letters may be wrong. */
const TWO_SLIPS = 6;
/** A word of the trade has this length at least to be told by a slip; and it is told by one alone. */
const SHORTEST_TRADE_SLIP = 5;
/** A stock number with a slip in it has this length at least. */
const SHORTEST_CODE = 5;
/** The parts of a word that was written without the space in it have this length at least. */
const SHORTEST_PART = 3;
/** So many words, or stock numbers, are shown instead of one. */
const MOST_SHOWN = 3;

/** What a word that no tool has may have been. */
export interface SlipOf {
  /** Two words of names written as one. */
  apart: Meaning[];
  /** A word of the trade but for one letter: sure enough to be taken for its other names too. */
  tradeWord: string | null;
  /** The nearest words of names, or stock numbers. They are shown for themselves alone, and never taken for what else they are called. */
  instead: { shown: string; meant: Meaning[] } | null;
}

/** What a word may have been that no tool has and that is no size: a size with one digit wrong is another size. */
export async function correctionOf(vocabulary: Vocabulary, word: string): Promise<SlipOf | null> {
  if (/\d/.test(word)) {
    if (word.length < SHORTEST_CODE) return null;
    const { near } = await codesLike(vocabulary, word, 1);
    return near.length === 0 ? null : { apart: [], tradeWord: null, instead: sayCodes(near) };
  }
  if (word.length < SHORTEST_SLIP) return null;
  const { from, words: known, suffix } = vocabulary;
  const rows = await from.raw<{ word: string; rest: string | null }>(
    `select word, null as rest from (select word from ${known} as any_word where kind = 'name' and word % $1
       order by similarity(word, $1) desc, word limit ${MOST_NEIGHBOURS}) as near
     union all
     select left($1, at), substr($1, at + 1) from generate_series(${SHORTEST_PART}, length($1) - ${SHORTEST_PART}) as at
     where exists (select from ${known} as any_word where kind = 'name' and word = left($1, at))
       and exists (select from ${known} as any_word where kind = 'name' and word = substr($1, at + 1))`,
    [word],
    `near-words${suffix}`,
  );
  const apart = rows.flatMap(({ word: head, rest }) => (rest === null ? [] : [{ words: [head, rest], inName: true }]));
  const neighbours = rows.flatMap(({ word: each, rest }) => (rest === null ? [each] : []));
  const most = word.length < TWO_SLIPS ? 1 : 2;
  const near = nearest(word, neighbours, most);
  const trade = nearest(
    word,
    word.length < SHORTEST_TRADE_SLIP ? [] : TRADE_WORDS.filter((each) => each[0] === word[0]),
    1,
  );
  const tradeWord = trade.words[0] ?? null;
  const words = tradeWord !== null && near.slips > trade.slips ? [] : near.words;
  if (apart.length === 0 && tradeWord === null && words.length === 0) return null;
  const shown = words.slice(0, MOST_SHOWN);
  const instead = shown.length === 0 ? null : { shown: shown.join(' or '), meant: named(...shown) };
  return { apart, tradeWord, instead };
}

/** The words that the fewest slips make of one; none where these are more than `most`. */
function nearest(word: string, candidates: readonly string[], most: number): { words: string[]; slips: number } {
  const forms = singulars(word);
  const apart = candidates.map((candidate) => Math.min(...forms.map((form) => lettersApart(form, candidate, most))));
  const slips = Math.min(...apart);
  return { words: slips > most ? [] : candidates.filter((_, index) => apart[index] === slips), slips };
}

/** Stock numbers in words. */
export function sayCodes(codes: readonly string[]): SlipOf['instead'] {
  const shown = codes.slice(0, MOST_SHOWN);
  return { shown: shown.map((code) => code.toUpperCase()).join(' or '), meant: named(...shown) };
}

/** Whether a stock number is there, and, where it is not, those that differ from it by as many letters at most. */
export async function codesLike(
  { from }: Pick<Vocabulary, 'from'>,
  code: string,
  most: 0 | 1,
): Promise<{ exact: boolean; near: string[] }> {
  const known = await from.raw(`select from search_words where kind = 'code' and word = $1`, [code], 'known-code');
  if (known.length > 0 || most === 0) return { exact: known.length > 0, near: [] };
  const { exact, patterns } = slips(code);
  const near = await from.raw<{ word: string }>(
    `select word from search_words where kind = 'code' and word = any($1::text[])
     union
     select found.word from unnest($2::text[], $3::text[]) as slip (head, pattern), lateral (
       select word from search_words where kind = 'code' and ${beginsWith('word', 'slip.head')}
         and word like slip.pattern limit 3
     ) as found
     union
     select found.word from unnest($4::text[], $5::text[]) as slip (tail, pattern), lateral (
       select word from search_words where kind = 'code' and ${beginsWith('reverse(word)', 'slip.tail')}
         and word like slip.pattern limit 3
     ) as found
     limit ${MOST_NEIGHBOURS}`,
    [
      exact,
      patterns.late.map(({ fixed }) => fixed),
      patterns.late.map(({ pattern }) => pattern),
      patterns.early.map(({ fixed }) => fixed),
      patterns.early.map(({ pattern }) => pattern),
    ],
    'near-codes',
  );
  return { exact: false, near: near.map(({ word }) => word) };
}

/**
 * What a stock number may have been before one letter was changed, left out, added or swapped with the next. A wrong
 * letter near the end is looked for by what stands before it, one further ahead by what stands behind it, since numbers
 * given in turn begin alike.
 */
function slips(code: string) {
  const exact: string[] = [];
  const late: { fixed: string; pattern: string }[] = [];
  const early: { fixed: string; pattern: string }[] = [];
  for (let at = 0; at <= code.length; at++) {
    const [head, tail] = [code.slice(0, at), code.slice(at)];
    if (tail !== '') exact.push(head + tail.slice(1));
    if (tail.length > 1) exact.push(head + tail[1] + tail[0] + tail.slice(2));
    for (const rest of tail === '' ? [tail] : [tail, tail.slice(1)]) {
      const pattern = `${head}_${rest}`;
      if (rest.length < 4) late.push({ fixed: head, pattern });
      else early.push({ fixed: [...rest].toReversed().join(''), pattern });
    }
  }
  return { exact, patterns: { late, early } };
}
