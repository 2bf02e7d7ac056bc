/** What a word may mean: words that a tool must have together. */
export interface Meaning {
  words: readonly string[];
  /** Whether its name, category or stock number must have them. What was typed itself may stand in the description too. */
  inName: boolean;
  /** Whether its attributes may have them as well as its name. */
  orInFacts?: true;
}
/** A word of a search, as all that may be meant by it. */
export type Meanings = readonly Meaning[];

/** A tsquery for tools that have one meaning of each word. */
export function allOf(words: readonly Meanings[]): string {
  return words.map(anyOf).join('&');
}

/** The same for tools whose names have them. */
export function allInName(words: readonly Meanings[]): string {
  return allOf(words.map((meant) => meant.map(({ words: all }) => ({ words: all, inName: true }))));
}

/** Words that a name, a category or a stock number may have instead. */
export function named(...words: string[]): Meaning[] {
  return words.map((word) => ({ words: [word], inName: true }));
}

/** Words that a name, a category, a stock number or an attribute may have instead. */
export function namedOrFact(...words: string[]): Meaning[] {
  return words.map((word) => ({ words: [word], inName: true, orInFacts: true }));
}

function anyOf(meant: Meanings): string {
  const one = ({ words, inName, orInFacts }: Meaning) => {
    const where = inName ? (orInFacts ? ':AB' : ':A') : '';
    return `(${words.map((word) => lexeme(word) + where).join('&')})`;
  };
  return `(${withoutImplied(meant).map(one).join('|')})`;
}

/** What is looked for anywhere need not be looked for in names too: asked for both, PostgreSQL expects more tools and reads each one's words. */
function withoutImplied(meant: Meanings): Meanings {
  const anywhere = meant.filter(({ inName }) => !inName);
  return meant.filter(
    ({ words, inName }) => !inName || !anywhere.some((each) => each.words.every((word) => words.includes(word))),
  );
}

/** A word as PostgreSQL's tsquery takes it, whatever is in it. */
function lexeme(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
