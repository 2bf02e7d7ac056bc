/** How many words are weighed against each other at most. */
export const MOST_WEIGHED = 8;
/** So many words of one search are asked of an index at most. */
const MOST_ASKED = 3;
/** Comparing one text that an index finds costs as much as reading so many of the index's entries. */
const ENTRIES_OF_A_TEXT = 15;

/**
 * Which of the words to ask an index of texts for, so that reading its lists and comparing what it finds with all words costs
 * least: rare ones, and such as come together by chance alone. "claw" and "hammer" find no less than either.
 * @param words no more than MOST_WEIGHED
 * @param texts some of all, in small letters
 */
export function cheapestWords(words: readonly string[], texts: readonly string[]): string[] {
  const parts = words.map((word) => indexedParts(word.toLowerCase()));
  const had = texts
    .map(asIndexed)
    .map((text) =>
      parts.reduce((bits, some, place) => (some.every((part) => text.includes(part)) ? bits | (1 << place) : bits), 0),
    );
  const having = (bits: number) => had.filter((each) => (each & bits) === bits).length;
  let best = { bits: 1, cost: Infinity };
  for (let bits = 1; bits < 1 << words.length; bits++) {
    const chosen = wordsOf(bits, words);
    if (chosen.length > MOST_ASKED) continue;
    const entries = words.reduce((sum, _, place) => sum + (bits & (1 << place) ? having(1 << place) : 0), 0);
    // What was not met may have been missed.
    const cost = entries + ENTRIES_OF_A_TEXT * (having(bits) + texts.length / 1_000);
    if (cost < best.cost) best = { bits, cost };
  }
  return wordsOf(best.bits, words);
}

/** The words that fewer of the texts have before the others: comparing ends at the first that a text has not. */
export function rarestFirst(words: readonly string[], texts: readonly string[]): string[] {
  const having = new Map(words.map((word) => [word, texts.filter((text) => text.includes(word.toLowerCase())).length]));
  return words.toSorted((one, other) => having.get(one)! - having.get(other)!);
}

const SIGNS = /[^\p{L}\p{N}]+/gu;

/** A text as an index of three letters each knows it: signs are nothing to it, and each word begins with two blanks and ends with one. */
function asIndexed(text: string): string {
  return `  ${text.replaceAll(SIGNS, '   ')} `;
}

/** What such an index is asked of a word that may stand anywhere: of "1/4" whether a word begins with 4, of "in," whether one ends so. */
function indexedParts(word: string): string[] {
  return word
    .replaceAll(SIGNS, ' \n  ')
    .split('\n')
    .filter((part) => part.length >= 3 && part.trim() !== '');
}

function wordsOf(bits: number, words: readonly string[]): string[] {
  return words.filter((_, place) => bits & (1 << place));
}
