import type { Vocabulary } from './vocabulary.ts';
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
export function readTokens(vocabulary: Vocabulary, q: string): Promise<Token[]> {
  return vocabulary.from.raw<Token>(tokensBy(vocabulary), [withPlainSizes(q)], `read-search${vocabulary.suffix}`);
}

const begun = (words: string, kind: string, most = MOST_BEGINNINGS, word = 'typed.word') => `
  select begun.word from ${words} as begun where kind = '${kind}' and ${beginsWith('begun.word', word)}
  order by length(begun.word), begun.word limit ${most}`;

/** Words of a kind that have the stem of what was typed, whether umlauts were typed as such or as ae, oe and ue. */
const ofOneStem = ({ words, stems }: Vocabulary, kind: string) =>
  stems === null
    ? ''
    : ` || array(
    select distinct stemmed.word
    from (values (typed.word), (replace(replace(replace(typed.word, 'ae', 'a'), 'oe', 'o'), 'ue', 'u'))) as spelled (word),
      lateral unnest(ts_lexize('${stems}', spelled.word)) as stem,
      lateral (select word from ${words} as known where kind = '${kind}' and ${beginsWith('word', 'stem')}
        and ts_lexize('${stems}', word) = array[stem] limit ${MOST_BEGINNINGS}) as stemmed
    where typed.word !~ '\\d' and length(typed.word) > 2)`;

const tokensBy = (vocabulary: Vocabulary) => `
with split as materialized (
  select word, row_number() over (order by place) as place, count(*) over () as words
  from unnest(search_words_of($1)) with ordinality as split(word, place)
), typed as materialized (
  select word, row_number() over (order by place) as place from split
  where words = 1 or word <> all ('{${[...PASSED_OVER, ...vocabulary.passedOver].join(',')}}') order by place limit ${MOST_WORDS}
)
select typed.word, exists (select from ${vocabulary.words} as any_word where word = typed.word) as known,
  array(${begun(vocabulary.words, 'name')})${ofOneStem(vocabulary, 'name')} || case when typed.word ~ '\\d'
    and length(typed.word) > 2 then array(${begun(vocabulary.words, 'code')}) else '{}' end
    as beginnings,
  array(${begun(vocabulary.words, 'text')})${ofOneStem(vocabulary, 'text')} as described,
  (select joined.word from typed following, lateral (${begun(vocabulary.words, 'name', 1, '(typed.word || following.word)')}) as joined
   where following.place = typed.place + 1 and (typed.word || following.word) !~ '\\d'
     and length(following.word) > 2 and length(typed.word) > 2) as joined
from typed order by typed.place`;

/** A condition that an index in text_pattern_ops answers also where the beginning is not known when the query is planned. */
export function beginsWith(column: string, beginning: string): string {
  return `${column} ~>=~ ${beginning} and ${column} ~<~ (${beginning} || chr(1114111))`;
}

/** Those of the words that the names of the shop's tools have. */
export async function knownNames(vocabulary: Vocabulary, words: readonly string[]): Promise<Set<string>> {
  if (words.length === 0) return new Set();
  const rows = await vocabulary.from.raw<{ word: string }>(
    `select word from ${vocabulary.words} as known where kind = 'name' and word = any($1::text[])`,
    [words],
    `known-names${vocabulary.suffix}`,
  );
  return new Set(rows.map(({ word }) => word));
}
