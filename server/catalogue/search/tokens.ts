import type { Reader } from '#server/engine/db/client.ts';
import { withPlainSizes } from './written-sizes.ts';

/** Words of a search beyond these are not looked at. */
const MOST_WORDS = 8;
/** How many words a beginning may stand for. */
const MOST_BEGINNINGS = 24;
/** The sign between two numbers, and what says nothing of a tool. */
const PASSED_OVER = ['x', 'a', 'an', 'and', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'to', 'with'];

/** A word as it was typed. */
export interface Token {
  word: string;
  /** Whether any tool has it. */
  known: boolean;
  /** Words of names, and stock numbers, that begin with it. */
  beginnings: string[];
  /** Words of descriptions alone that do. */
  described: string[];
  /** It and the word after it written as one, where tools are named so. */
  joined: string | null;
}

/** The words of a search, in their order. */
export function readTokens(from: Pick<Reader, 'raw'>, q: string): Promise<Token[]> {
  return from.raw<Token>(TOKENS, [withPlainSizes(q)], 'read-search');
}

const begun = (kind: string, most = MOST_BEGINNINGS, word = 'typed.word') => `
  select begun.word from search_words begun where kind = '${kind}' and ${beginsWith('begun.word', word)}
  order by length(begun.word), begun.word limit ${most}`;

const TOKENS = `
with split as materialized (
  select word, row_number() over (order by place) as place, count(*) over () as words
  from unnest(search_words_of($1)) with ordinality as split(word, place)
), typed as materialized (
  select word, row_number() over (order by place) as place from split
  where words = 1 or word <> all ('{${PASSED_OVER.join(',')}}') order by place limit ${MOST_WORDS}
)
select typed.word, exists (select from search_words where word = typed.word) as known,
  array(${begun('name')}) || case when typed.word ~ '\\d'
    and length(typed.word) > 2 then array(${begun('code')}) else '{}' end
    as beginnings,
  array(${begun('text')}) as described,
  (select joined.word from typed following, lateral (${begun('name', 1, '(typed.word || following.word)')}) as joined
   where following.place = typed.place + 1 and (typed.word || following.word) !~ '\\d'
     and length(following.word) > 2 and length(typed.word) > 2) as joined
from typed order by typed.place`;

/** A condition that an index in text_pattern_ops answers also where the beginning is not known when the query is planned. */
export function beginsWith(column: string, beginning: string): string {
  return `${column} ~>=~ ${beginning} and ${column} ~<~ (${beginning} || chr(1114111))`;
}

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
