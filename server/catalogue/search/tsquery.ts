/** What a word may mean: words that a tool must have together. */
export interface Meaning {
  words: readonly string[];
  /** Whether its name, category or stock number must have them. What was typed itself may stand in the description too. */
  inName: boolean;
}
/** A word of a search, as all that may be meant by it. */
export type Meanings = readonly Meaning[];

/** A tsquery for tools that have one meaning of each word. */
export function allOf(words: readonly Meanings[]): string {
  return words.map(anyOf).join('&');
}

/** The same for tools whose names have them. */
export function allInName(words: readonly Meanings[]): string {
  return allOf(words.map((meant) => meant.map((each) => ({ ...each, inName: true }))));
}

/** Words that a name, a category or a stock number may have instead. */
export function named(...words: string[]): Meaning[] {
  return words.map((word) => ({ words: [word], inName: true }));
}

function anyOf(meant: Meanings): string {
  return `(${meant.map(({ words, inName }) => `(${words.map((word) => lexeme(word) + (inName ? ':A' : '')).join('&')})`).join('|')})`;
}

/** A word as PostgreSQL's tsquery takes it, whatever is in it. */
function lexeme(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
