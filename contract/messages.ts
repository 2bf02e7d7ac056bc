/**
 * Sentences that are said in the reader's language. They stand in English where they are used, as ICU messages: `{name}` is
 * filled in, `{count, number}` as the language writes numbers, `{count, plural, one {# piece} other {# pieces}}` chosen by number. What they are in other languages stands under
 * `content/`, a file for each language and subject; `house/words.test.ts` finds what is missing there, unused, or filled in otherwise.
 */

/** The names of what a message is filled in with; choices have nothing but `#` in braces of their own. */
export type NamesIn<Text extends string> = Text extends `${string}{${infer Rest}`
  ? Rest extends `${infer Inside}}${infer After}`
    ? Inside extends `${infer Name}, number`
      ? Name | NamesIn<After>
      : Inside extends `${infer Name}, ${string}`
        ? Name | (After extends `${string}}}${infer Tail}` ? NamesIn<Tail> : never)
        : Inside | NamesIn<After>
    : never
  : never;

/** What goes into a message: words as they are, numbers as the language writes them. */
export type Values<Text extends string> = string extends Text ? never : Record<NamesIn<Text>, string | number>;

/** Says a message in one language. */
export type Say = <const Text extends string>(
  text: Text,
  ...values: [NamesIn<Text>] extends [never] ? [] : [Values<Text>]
) => string;

/** A message that is said elsewhere than where it stands, in a table of names for one. */
export function message<const Text extends string>(text: Text): Text {
  return text;
}
