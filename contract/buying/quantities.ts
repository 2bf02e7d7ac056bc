import { orderableRange, type QuantityTerms } from './orderable-range.ts';
import { type CountUnit, termsInPacks } from './units.ts';

/**
 * Which quantities can be ordered: one set of rules for the server, the pages and the order pad (contract, Selling in
 * bulk). Pure; quantities are pieces. The range is by itself, since every page with a tool on it asks for that alone.
 */

/** The orderable quantities around one, itself where it can be ordered; null where there is none on that side. */
export function around(terms: QuantityTerms, quantity: number): { below: number | null; above: number | null } {
  const range = orderableRange(terms);
  if (!range) return { below: null, above: null };
  const step = terms.quantityStep;
  const below = quantity < range.least ? null : Math.min(Math.floor(quantity / step) * step, range.most);
  const above = quantity > range.most ? null : Math.max(Math.ceil(quantity / step) * step, range.least);
  return { below, above };
}

/** The orderable quantity nearest to one; of two that are equally near the larger, since a buyer needs that many at least. */
export function suggest(terms: QuantityTerms, quantity: number): number | null {
  const { below, above } = around(terms, quantity);
  if (below === null || above === null) return below ?? above;
  return quantity - below < above - quantity ? below : above;
}

/** The same in whole packs, where it is counted in one; in pieces. */
export function suggestIn(terms: QuantityTerms, quantity: number, pack: CountUnit | undefined): number | null {
  if (!pack) return suggest(terms, quantity);
  const packs = suggest(termsInPacks(terms, pack.pieces), Math.round(quantity / pack.pieces));
  return packs === null ? null : packs * pack.pieces;
}

export const LINE_PROBLEMS = ['TOOL_NOT_FOUND', 'BELOW_MINIMUM', 'NOT_A_MULTIPLE', 'OUT_OF_STOCK'] as const;
export type LineProblem = (typeof LINE_PROBLEMS)[number];

/**
 * What keeps a quantity from being ordered, the first in the contract's order; null where nothing does.
 * @param terms null for a tool that is unknown, removed or not on sale
 */
export function lineProblem(terms: QuantityTerms | null, quantity: number): LineProblem | null {
  if (!terms) return 'TOOL_NOT_FOUND';
  if (quantity < terms.minOrderQuantity) return 'BELOW_MINIMUM';
  if (quantity % terms.quantityStep !== 0) return 'NOT_A_MULTIPLE';
  return quantity > terms.orderable ? 'OUT_OF_STOCK' : null;
}
