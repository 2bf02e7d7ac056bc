import { orderableRange, type QuantityTerms } from '#contract/buying/orderable-range.ts';

/** Where the arrow keys lead: the next orderable quantity up or down, `by` steps away, within what can be ordered. */
export function stepped(terms: QuantityTerms, from: number, by: number): number {
  const range = orderableRange(terms);
  if (!range) return from;
  const { quantityStep: step } = terms;
  const grid = by > 0 ? Math.floor(from / step) : Math.ceil(from / step);
  return Math.min(Math.max((grid + by) * step, range.least), range.most);
}
