import type { Reader } from '#server/engine/db/client.ts';
import { isSize } from './near-sizes.ts';
import { planSearch } from './plan-search.ts';
import { lettersApart, otherNames, singulars, sizeSpellings, TRADE_WORDS } from './trade-words.ts';
import { allOf, anyOf, lexeme, type Meaning } from './tsquery.ts';
import { impliedWords, wordFrequencies } from './word-frequencies.ts';

/** Words of a search beyond these are not looked at. */
const MOST_WORDS = 8;
/** How many words a beginning may stand for. */
const MOST_BEGINNINGS = 24;
/** How many neighbours a mistyped word is compared with. */
const MOST_NEIGHBOURS = 12;
/** A shorter word is taken as it was typed: with one letter changed it may be anything. */
const SHORTEST_SLIP = 4;
/** From this length on two letters may be wrong. */
const TWO_SLIPS = 6;
/** The parts of a word that was written without the space in it have this length at least. */
const SHORTEST_PART = 3;

/** What a search looks for. */
export interface Search {
  /** As a tsquery: each word, or one of those that it may mean, as far as the index is asked for it. */
  wide: string;
  /** As a tsquery: the words that so many tools have that they are compared at the tools found; null where there is none. */
  frequent: string | null;
  /** At least about so many tools fit, where that is known from statistics; else 0. */
  least: number;
  /** At most about so many tools fit, where that is known; else 0. */
  most: number;
  /** What share of the tools would fit if each word came by chance. */
  share: number;
  /** As a tsquery: the very words that were typed. */
  exact: string;
  /** As a tsquery: the whole search as a stock number. */
  code: string;
  /** Each word of it, for what comes near where no tool has all of them. */
  words: SearchWord[];
}

/** A word of a search. */
export interface SearchWord {
  typed: string;
  meant: Meaning[];
  isSize: boolean;
  /** Whether the shop knows any word that it may mean. A size is taken for known. */
  known: boolean;
}

interface Typed {
  word: string;
  known: boolean;
  beginnings: string[];
  /** The word and the one after it written as one, where tools are named so. */
  joined: string | null;
}

/**
 * Reads what a buyer typed: beginnings of words, sizes in any spelling, trade words, words written together or apart, and,
 * for a word that no tool has, its neighbours.
 * @returns null where there is no word in it
 */
export async function readSearch(database: Pick<Reader, 'raw'>, q: string): Promise<Search | null> {
  const typed = await readWords(database, q);
  if (typed.length === 0) return null;
  const words = await Promise.all(typed.map((each) => meaningsOf(database, each)));
  const plan = planSearch(
    words.map(({ meant }) => meant),
    await wordFrequencies(database),
    await impliedWords(database.raw),
  );
  const number = q.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const code = lexeme(number || 'x');
  const search: Search = {
    wide: allOf(plan.indexed),
    frequent: plan.filtered.length === 0 ? null : allOf(plan.filtered),
    least: plan.least,
    most: plan.most,
    share: plan.share,
    exact: typed
      .flatMap(({ word, joined }) => (joined === null ? word : word.split(' ')))
      .map(lexeme)
      .join('&'),
    code,
    words,
  };
  if (typed.length === 1 || number.length < 5 || !/\d/.test(number)) return search;
  // Several words may be one stock number with other dashes and spaces than the maker's.
  const certain = typed.every(({ known, beginnings }) => known || beginnings.length > 0);
  const codes = await nearCodes(database, number, certain ? 0 : 1);
  if (codes.length > 0)
    return { ...search, wide: anyOf(codes), frequent: null, least: 0, most: 0, share: 0, exact: code };
  return search;
}

/** The words as they were typed, those that the shop writes as one joined. */
async function readWords(database: Pick<Reader, 'raw'>, q: string): Promise<Typed[]> {
  const rows = await database.raw<Typed>(
    `with split as materialized (
       select word, row_number() over (order by place) as place, count(*) over () as words
       from unnest(search_words_of($1)) with ordinality as split(word, place)
     ), typed as materialized (
       -- The sign between two numbers is no word.
       select word, row_number() over (order by place) as place from split where word <> 'x' or words = 1
       order by place limit ${MOST_WORDS}
     )
     select typed.word, exists (select from search_words where word = typed.word) as known,
       array(select begun.word from search_words begun where not is_code and ${beginsWith('begun.word', 'typed.word')}
             order by length(begun.word), begun.word limit ${MOST_BEGINNINGS})
       || array(select begun.word from search_words begun where is_code and typed.word ~ '\\d' and length(typed.word) > 2
                and ${beginsWith('begun.word', 'typed.word')} limit ${MOST_BEGINNINGS}) as beginnings,
       (select begun.word from typed following, search_words begun
        where following.place = typed.place + 1 and (typed.word || following.word) !~ '\\d'
          and length(following.word) > 2 and length(typed.word) > 2 and not is_code
          and ${beginsWith('begun.word', '(typed.word || following.word)')}
        order by length(begun.word), begun.word limit 1) as joined
     from typed order by typed.place`,
    [q],
    'read-search',
  );
  const words: Typed[] = [];
  for (let at = 0; at < rows.length; at++) {
    const [row, following] = [rows[at]!, rows[at + 1]];
    if (row.joined === null || !following) words.push(row);
    else {
      words.push({ ...row, word: `${row.word} ${following.word}` });
      at++;
    }
  }
  return words;
}

/** All that may be meant by a word. */
async function meaningsOf(database: Pick<Reader, 'raw'>, typed: Typed): Promise<SearchWord> {
  const { word, known, beginnings, joined } = typed;
  if (joined !== null) {
    const meant = [...singulars(joined), ...otherNames(joined), word.split(' ')];
    return { typed: word, meant, isSize: false, known: true };
  }
  const sizes = sizeSpellings(word);
  const meant = new Set<Meaning>([...(sizes ?? []), ...singulars(word), ...beginnings, ...otherNames(word)]);
  if (isSize(word)) return { typed: word, meant: [...meant], isSize: true, known: true };
  if (known || beginnings.length > 0) return { typed: word, meant: [...meant], isSize: false, known: true };
  const others = /\d/.test(word) ? await nearNumbers(database, word) : await nearWords(database, word);
  for (const other of others) meant.add(other);
  return { typed: word, meant: [...meant], isSize: false, known: others.length > 0 };
}

/** A size with one digit wrong is another size; in a stock number it is a slip. */
async function nearNumbers(database: Pick<Reader, 'raw'>, word: string): Promise<Meaning[]> {
  return word.length < 5 ? [] : nearCodes(database, word, 1);
}

/** What a word that no tool has may have been: the beginning of a trade word, two words written as one, or a slip. */
async function nearWords(database: Pick<Reader, 'raw'>, word: string): Promise<Meaning[]> {
  if (word.length < SHORTEST_SLIP) return [];
  const begun = TRADE_WORDS.filter((each) => each.startsWith(word)).flatMap((each) => [each, ...otherNames(each)]);
  if (begun.length > 0 || TRADE_WORDS.includes(word)) return begun;
  const near = await database.raw<{ word: string; rest: string | null }>(
    `select word, null as rest from (select word from search_words where not is_code and word % $1
       order by similarity(word, $1) desc, word limit ${MOST_NEIGHBOURS}) as near
     union all
     select left($1, at), substr($1, at + 1) from generate_series(${SHORTEST_PART}, length($1) - ${SHORTEST_PART}) as at
     where exists (select from search_words where word = left($1, at) and not is_code)
       and exists (select from search_words where word = substr($1, at + 1) and not is_code)`,
    [word],
    'near-words',
  );
  const meant: Meaning[] = near.flatMap(({ word: head, rest }) => (rest === null ? [] : [[head, rest]]));
  const neighbours = near.flatMap(({ word: each, rest }) => (rest === null ? each : []));
  return [...meant, ...slipsOf(word, [...new Set([...neighbours, ...TRADE_WORDS])])];
}

/** Of these words the nearest that a slip may have made of one, with what else they are called. */
function slipsOf(word: string, candidates: readonly string[]): string[] {
  const most = word.length < TWO_SLIPS ? 1 : 2;
  const forms = singulars(word);
  const apart = candidates.map((candidate) => Math.min(...forms.map((form) => lettersApart(form, candidate, most))));
  const least = Math.min(...apart);
  if (least > most) return [];
  return candidates.flatMap((candidate, index) =>
    apart[index] === least ? [candidate, ...otherNames(candidate)] : [],
  );
}

/** Stock numbers that differ from this one by as many letters at most. */
async function nearCodes(database: Pick<Reader, 'raw'>, code: string, most: 0 | 1): Promise<string[]> {
  const known = await database.raw<{ word: string }>(
    'select word from search_words where is_code and word = $1',
    [code],
    'known-code',
  );
  if (known.length > 0 || most === 0) return known.map(({ word }) => word);
  const { exact, patterns } = slips(code);
  const near = await database.raw<{ word: string }>(
    `select word from search_words where is_code and word = any($1::text[])
     union
     select found.word from unnest($2::text[], $3::text[]) as slip (head, pattern), lateral (
       select word from search_words where is_code and ${beginsWith('word', 'slip.head')} and word like slip.pattern limit 3
     ) as found
     union
     select found.word from unnest($4::text[], $5::text[]) as slip (tail, pattern), lateral (
       select word from search_words where is_code and ${beginsWith('reverse(word)', 'slip.tail')} and word like slip.pattern limit 3
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
  return near.map(({ word }) => word);
}

/** A condition that an index in text_pattern_ops answers also where the beginning is not known when the query is planned. */
function beginsWith(column: string, beginning: string): string {
  return `${column} ~>=~ ${beginning} and ${column} ~<~ (${beginning} || chr(1114111))`;
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
