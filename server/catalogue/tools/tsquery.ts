/** What a word may mean: one word of a tool, or several that it must have together. */
export type Meaning = string | readonly string[];
/** A word of a search, as all that may be meant by it. */
export type Meanings = readonly Meaning[];

/** A tsquery for tools that have one meaning of each word. */
export function allOf(words: readonly Meanings[]): string {
  return words.map((meant) => anyOf(meant)).join('&');
}

/** A tsquery for tools that have one of the meanings. */
export function anyOf(meant: Meanings): string {
  return `(${meant.map((each) => (typeof each === 'string' ? lexeme(each) : `(${each.map(lexeme).join('&')})`)).join('|')})`;
}

/** A word as PostgreSQL's tsquery takes it, whatever is in it. */
export function lexeme(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
