import type { Reader } from '#server/db/client.ts';
import { type Meanings, planSearch } from './plan-search.ts';
import { lettersApart, otherNames, singulars, sizeSpellings, TRADE_WORDS } from './trade-words.ts';
import { wordFrequencies } from './word-frequencies.ts';

/** Words of a search beyond these are not looked at. */
const MOST_WORDS = 8;
/** How many words a beginning may stand for. */
const MOST_BEGINNINGS = 24;
/** How many neighbours a mistyped word is compared with. */
const MOST_NEIGHBOURS = 12;

/** What a search looks for. */
export interface Search {
  /** As a tsquery: each word, or one of those that it may mean, as far as the index is asked for it. */
  wide: string;
  /** As a tsquery: the words that so many tools have that they are compared at the tools found; null where there is none. */
  frequent: string | null;
  /** At least about so many tools fit, where that is known from statistics; else 0. */
  least: number;
  /** As a tsquery: the very words that were typed. */
  exact: string;
  /** As a tsquery: the whole search as a stock number. */
  code: string;
}

interface Typed {
  word: string;
  known: boolean;
  beginnings: string[];
}

/**
 * Reads what a buyer typed: beginnings of words, sizes in any spelling, trade words, and, for a word that no tool has,
 * its neighbours.
 * @returns null where there is no word in it
 */
export async function readSearch(database: Pick<Reader, 'raw'>, q: string): Promise<Search | null> {
  const typed = await database.raw<Typed>(
    `select word, exists (select from search_words where word = typed.word) as known,
       array(select begun.word from search_words begun where not is_code and ${beginsWith('begun.word', 'typed.word')}
             order by length(begun.word), begun.word limit ${MOST_BEGINNINGS})
       || array(select begun.word from search_words begun where is_code and typed.word ~ '\\d' and length(typed.word) > 2
                and ${beginsWith('begun.word', 'typed.word')} limit ${MOST_BEGINNINGS}) as beginnings
     from (select word, place from unnest(search_words_of($1)) with ordinality as split(word, place)
           order by place limit ${MOST_WORDS}) as typed
     order by place`,
    [q],
    'read-search',
  );
  if (typed.length === 0) return null;
  const exact = typed.map(({ word }) => lexeme(word)).join('&');
  const meanings = await Promise.all(typed.map((each) => meaningsOf(database, each)));
  const plan = planSearch(meanings, await wordFrequencies(database));
  const frequent = plan.filtered.length === 0 ? null : allOf(plan.filtered);
  const words = { wide: allOf(plan.indexed), frequent, least: plan.least, exact };
  const number = q.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const code = lexeme(number || 'x');
  if (typed.length === 1 || number.length < 5 || !/\d/.test(number)) return { ...words, code };
  // Several words may be one stock number with other dashes and spaces than the maker's.
  const certain = typed.every(({ known, beginnings }) => known || beginnings.length > 0);
  const codes = await nearCodes(database, number, certain ? 0 : 1);
  if (codes.length > 0) return { wide: anyOf(codes), frequent: null, least: 0, exact: code, code };
  return { ...words, code };
}

/** All words that may be meant by one. */
async function meaningsOf(database: Pick<Reader, 'raw'>, { word, known, beginnings }: Typed): Promise<string[]> {
  const sizes = sizeSpellings(word);
  const meant = new Set([...(sizes ?? []), ...singulars(word), ...beginnings, ...otherNames(word)]);
  if (sizes || known || beginnings.length > 0) return [...meant];
  if (/\d/.test(word)) {
    // A size with one digit wrong is another size; in a stock number it is a slip.
    if (word.length >= 5) for (const code of await nearCodes(database, word, 1)) meant.add(code);
    return [...meant];
  }
  if (word.length < 3) return [...meant];
  const most = word.length < 5 ? 1 : 2;
  const near = await database.raw<{ word: string }>(
    `select word from search_words where not is_code and word % $1 order by similarity(word, $1) desc, word limit ${MOST_NEIGHBOURS}`,
    [word],
    'near-words',
  );
  for (const candidate of new Set([...near.map((each) => each.word), ...TRADE_WORDS])) {
    const apart = Math.min(...singulars(word).map((form) => lettersApart(form, candidate, most)));
    if (apart > most) continue;
    meant.add(candidate);
    for (const name of otherNames(candidate)) meant.add(name);
  }
  return [...meant];
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

function allOf(words: readonly Meanings[]): string {
  return words.map((meant) => anyOf(meant)).join('&');
}

function anyOf(words: readonly string[]): string {
  return `(${words.map(lexeme).join('|')})`;
}

/** A word as PostgreSQL's tsquery takes it, whatever is in it. */
function lexeme(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
