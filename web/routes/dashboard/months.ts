import { type Day, dayPlus, monthPlus, writtenMonth } from '#contract/days.ts';

/** How many months back one can choose. */
const MONTHS = 36;

/** The months up to now, the newest first: `2026-11` and how it is said. */
export function monthsBack(now: Day): [string, string][] {
  return Array.from({ length: MONTHS }, (_, back) => {
    const month = monthPlus(now, -back);
    return [month, writtenMonth(month)];
  });
}

/** The first and the last day of a month such as `2026-11`. */
export function daysOf(month: string): { from: string; to: string } {
  return { from: `${month}-01`, to: dayPlus(`${monthPlus(month, 1)}-01`, -1) };
}
