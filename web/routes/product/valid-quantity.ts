import { orderableRange, type QuantityTerms } from '#contract/buying/orderable-range.ts';
import { lineProblem, suggest } from '#contract/buying/quantities.ts';
import { lineProblemText } from '#web/basket/line-problem.ts';
import { say } from '#web/saying/say.ts';

/** Whether anything can be ordered at all (attacks T28). */
export function isOrderable(bounds: QuantityTerms): boolean {
  return orderableRange(bounds) !== null;
}

/** What is wrong with a quantity in pieces, as it is said beside a field; undefined where nothing is. */
export function quantityProblem(quantity: number, bounds: QuantityTerms): string | undefined {
  if (!Number.isSafeInteger(quantity)) return say('Quantity must be a whole number of pieces');
  const problem = lineProblem(bounds, quantity);
  return problem === null ? undefined : lineProblemText(problem, bounds);
}

/** The quantity nearest to what was typed that can be ordered; the minimum where nothing was typed. */
export function nearestQuantity(typed: number, bounds: QuantityTerms): number {
  if (Number.isNaN(typed)) return bounds.minOrderQuantity;
  return suggest(bounds, Math.round(typed)) ?? bounds.minOrderQuantity;
}
