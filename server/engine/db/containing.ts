/** A pattern for LIKE that fits every text with these words in it, whatever signs they contain. */
export function containing(words: string): string {
  return `%${words.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
