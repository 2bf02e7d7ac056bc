import type { Reader } from '#server/db/client.ts';

/** What share of the tools has a word, as far as PostgreSQL's own statistics know. */
export interface WordFrequencies {
  /** How many tools there are, about. */
  tools: number;
  /** From 0, for a word that few have or that is not known, to 1. */
  of(word: string): number;
}

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
