import { setImmediate } from 'node:timers/promises';

/** Rows that are read at once: others' requests come in between. */
const PORTION = 10;

/** Reads rows so many at a time that others' requests come in between. */
export async function inPortions<R, T>(rows: readonly R[], read: (row: R, index: number) => T): Promise<T[]> {
  const all: T[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % PORTION === PORTION - 1) await setImmediate();
    all.push(read(row, index));
  }
  return all;
}
