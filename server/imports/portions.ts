import { setImmediate as others, setTimeout as pause } from 'node:timers/promises';

/** Between two statements that lock nothing others come in for at least this part of the time that the last one took. */
const BREATH = 0.2;

/**
 * Goes through rows portion by portion, and lets others have the processor in between.
 * @param next says the last key of the portion after a key and how many rows it has; null where there is none
 */
export async function throughPortions<Key extends string | number>(
  next: (after: Key) => Promise<{ last: Key | null; rows: number }[]>,
  first: Key,
  work: (after: Key, last: Key, rows: number) => Promise<void>,
): Promise<void> {
  for (let after = first; ;) {
    const [portion] = await next(after);
    if (!portion || portion.last === null) return;
    await work(after, portion.last, portion.rows);
    after = portion.last;
    await others();
  }
}

/** A statement over a portion takes about so long, in ms: on a busy machine portions are small, so that nobody waits for one. */
const LASTS_MS = 120;
const FEWEST = 50;

/** How many rows the next portion has, after one of `rows` that took so many ms. */
export function nextPortion(rows: number, ms: number, most: number): number {
  return Math.max(FEWEST, Math.min(most, 2 * rows, Math.round((rows * LASTS_MS) / Math.max(1, ms))));
}

/** @param since when the last statement began, in ms of performance.now() */
export async function breathe(since: number): Promise<void> {
  await pause((performance.now() - since) * BREATH);
}
