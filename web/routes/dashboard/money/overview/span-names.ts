import type { SpanUnit } from '#contract/money/figures.ts';

const month = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** A span by its first day, `YYYY-MM-DD`, as people say it. */
export function spanName(by: SpanUnit, from: string): string {
  if (by === 'year') return from.slice(0, 4);
  const date = new Date(from);
  return by === 'month' ? month.format(date) : day.format(date);
}
