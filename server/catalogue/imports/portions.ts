import { setImmediate as others, setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/engine/db/client.ts';

/** Between two statements that lock nothing others come in for at least this part of the time that the last one took. */
const PAUSE_PART = 0.2;

/** A transaction of any size is made of statements over at most so many rows: each ends long before what limits a statement, and on PGlite others have the processor in between. */
const MOST = { pglite: 250, postgres: 4_000 };
const FIRST = { pglite: 250, postgres: 1_000 };
/** With fewer rows a portion takes hardly less time: a transaction of its own costs as much. */
const FEWEST = 100;
/** A portion takes about so long, in ms: on a busy machine it is small, so that nobody waits for one. */
const LASTS_MS = 120;

/**
 * Goes through rows portion by portion, and lets others have the processor in between.
 * @param next says the last key of the portion of so many rows after a key, and how many rows it has; null where there is none
 */
export async function throughPortions<Key extends string | number>(
  kind: Database['kind'],
  next: (after: Key, size: number) => Promise<{ last: Key | null; rows: number }[]>,
  first: Key,
  work: (after: Key, last: Key, rows: number) => Promise<void>,
): Promise<void> {
  let size = FIRST[kind];
  for (let after = first; ;) {
    const began = performance.now();
    const [portion] = await next(after, size);
    if (!portion || portion.last === null) return;
    await work(after, portion.last, portion.rows);
    after = portion.last;
    const lasted = (size * LASTS_MS) / (performance.now() - began);
    size = Math.max(FEWEST, Math.min(MOST[kind], 2 * size, Math.round(lasted)));
    await others();
  }
}

/** Lets others come in after a statement. @param since when it began, in ms of performance.now() */
export async function pauseAfter(since: number): Promise<void> {
  await pause((performance.now() - since) * PAUSE_PART);
}
