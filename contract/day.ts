import { bounded } from './text.ts';

/** The first and the last day of what is asked for, inclusive; either may be left open. */
export function inOrder({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean {
  return from === undefined || to === undefined || from <= to;
}

/** What is wrong with days that are not. */
export const NOT_IN_ORDER = { error: 'The last day must not be before the first', path: ['to'] };

/** Whether a text names a day that there is, as 2026-12-24. A year below 1000 is one that is being typed. */
export function isDay(value: string): boolean {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(value)) return false;
  return new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) ?? false;
}

/** A day that there is, as YYYY-MM-DD. */
export const Day = bounded(20, 'Enter a date as YYYY-MM-DD').refine(isDay, 'Enter a date as YYYY-MM-DD');
