import { orderableRange, type QuantityTerms } from '#contract/buying/quantities.ts';

/** A whole number as people type it: 1000, 1,000, 1.000, 1 000. Null where it is none, or below 0. */
export function typedQuantity(text: string): number | null {
  const compact = text.trim();
  const grouped = /^\d{1,3}([.,'’\s])\d{3}(?:\1\d{3})*$/u.test(compact);
  const digits = grouped ? compact.replaceAll(/\D/g, '') : compact;
  if (!/^\d{1,15}$/.test(digits)) return null;
  return Number(digits);
}

/** Where the arrow keys lead: the next orderable quantity up or down, `by` steps away, within what can be ordered. */
export function stepped(terms: QuantityTerms, from: number, by: number): number {
  const range = orderableRange(terms);
  if (!range) return from;
  const { quantityStep: step } = terms;
  const grid = by > 0 ? Math.floor(from / step) : Math.ceil(from / step);
  return Math.min(Math.max((grid + by) * step, range.least), range.most);
}
