import type { Reader } from '#server/engine/db/client.ts';
import { onceInAWhile } from '#server/engine/db/once-in-a-while.ts';
import type { Meanings } from './tsquery.ts';

/** What share of the tools has a word, as far as PostgreSQL's own statistics know. */
export interface WordFrequencies {
  /** How many tools there are, about. */
  tools: number;
  /** From 0, for a word that few have or that is not known, to 1. */
  of(word: string): number;
}

/** So many tools are looked at to tell which words come together; so many of them must have a word to tell of it. */
const SAMPLE = 300;
const TELLING = 8;
/** This part of them is all. */
const ALL = 0.95;

/** The statistics are gathered anew after so many changes that a shop sees little of it in less. */
const READ_AGAIN_MS = 10 * 60_000;
/** A table that was never looked at has no statistics yet. */
const LOOK_AGAIN_MS = 10_000;

const known = new WeakMap<Reader['raw'], { until: number; reading: Promise<WordFrequencies> }>();

/** The frequencies that PostgreSQL found when it last analyzed the tools; none where it never did. */
export function wordFrequencies(database: Pick<Reader, 'raw'>): Promise<WordFrequencies> {
  const earlier = known.get(database.raw);
  if (earlier && earlier.until > Date.now()) return earlier.reading;
  const entry = { until: Date.now() + LOOK_AGAIN_MS, reading: read(database) };
  known.set(database.raw, entry);
  entry.reading.then(
    ({ tools }) => {
      if (tools > 0) entry.until = Date.now() + READ_AGAIN_MS;
    },
    () => known.delete(database.raw),
  );
  return entry.reading;
}

async function read(database: Pick<Reader, 'raw'>): Promise<WordFrequencies> {
  const rows = await database.raw<{ tools: number; word: string | null; share: number | null }>(
    `select greatest(reltuples, 0)::float8 as tools, found.word, found.share
     from pg_class left join (
       select elem.word, elem.share::float8 from pg_stats,
         unnest(most_common_elems::text::text[], most_common_elem_freqs) as elem (word, share)
       where schemaname = 'public' and tablename = 'tools' and attname = 'lexemes' and elem.word is not null
     ) as found on true
     where oid = 'public.tools'::regclass`,
  );
  const shares = new Map(rows.flatMap(({ word, share }) => (word === null || share === null ? [] : [[word, share]])));
  return { tools: shares.size === 0 ? 0 : (rows[0]?.tools ?? 0), of: (word) => shares.get(word) ?? 0 };
}

/** Whether, as far as some tools tell, all that have one word have another too. */
export type Implies = (one: Meanings, other: Meanings) => boolean;

/** Which words come together, as some tools of all told some minutes ago. */
export const impliedWords = onceInAWhile<Reader['raw'], Implies>(
  READ_AGAIN_MS,
  () => false,
  async (raw) => {
    const rows = await raw<{ words: string[] }>(
      `select met.words from (select max(position) as last from tools where removed_at is null) as bound,
       generate_series(1, ${SAMPLE}) as turn, lateral (
         select tsvector_to_array(lexemes) as words from tools where removed_at is null and position >= bound.last * turn / ${SAMPLE}
         order by position limit 1
       ) as met`,
    );
    return comingTogether(rows.map(({ words }) => words));
  },
);

/** @param texts the words of some tools */
export function comingTogether(texts: readonly string[][]): Implies {
  const having = new Map<string, bigint>();
  for (const [bit, words] of texts.entries())
    for (const word of words) having.set(word, (having.get(word) ?? 0n) | (1n << BigInt(bit)));
  const all = (words: readonly string[]) =>
    words.map((word) => having.get(word) ?? 0n).reduce((one, other) => one & other);
  const any = (meant: Meanings) =>
    meant.reduce((found, each) => found | (typeof each === 'string' ? (having.get(each) ?? 0n) : all(each)), 0n);
  return (one, other) => {
    const found = any(one);
    const times = countOf(found);
    return times >= TELLING && countOf(found & any(other)) >= ALL * times;
  };
}

function countOf(bits: bigint): number {
  return [...bits.toString(2)].filter((bit) => bit === '1').length;
}
