import type { Reader } from '#server/engine/db/client.ts';

/** Those of the words that the names of the shop's tools have. */
export async function knownNames(from: Pick<Reader, 'raw'>, words: readonly string[]): Promise<Set<string>> {
  if (words.length === 0) return new Set();
  const rows = await from.raw<{ word: string }>(
    `select word from search_words where kind = 'name' and word = any($1::text[])`,
    [words],
    'known-names',
  );
  return new Set(rows.map(({ word }) => word));
}
