/**
 * The seconds between one attempt and the next, growing, three days in all. The first is short: most receivers that
 * answer nothing are just being replaced.
 */
export const PAUSES_SECONDS = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 73_435] as const;

/** No attempt is further away, but by a clock that ran ahead. */
export const LONGEST_PAUSE_SECONDS = Math.ceil(Math.max(...PAUSES_SECONDS) * 1.1);

/**
 * How long to wait after so many failed attempts, up to a tenth longer, so that what failed together does not come back
 * together. @returns null where it is given up
 */
export function pauseAfter(attempts: number, random: number = Math.random()): number | null {
  const pause = PAUSES_SECONDS[attempts - 1];
  return pause === undefined ? null : pause * (1 + random / 10);
}
