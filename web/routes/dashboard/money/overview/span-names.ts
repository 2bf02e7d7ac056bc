import { shortDay, writtenMonth } from '#contract/days.ts';
import type { SpanUnit } from '#contract/money/figures.ts';

/** A span by its first day, `YYYY-MM-DD`, as people say it. */
export function spanName(by: SpanUnit, from: string): string {
  if (by === 'year') return from.slice(0, 4);
  return by === 'month' ? writtenMonth(from) : shortDay(from);
}
