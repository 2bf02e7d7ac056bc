import { lineProblem, orderableRange, type QuantityTerms, suggest } from '#contract/buying/quantities.ts';
import { counted, pieces } from '#web/shell/format.ts';

/** Whether anything can be ordered at all (attacks T28). */
export function isOrderable(bounds: QuantityTerms): boolean {
  return orderableRange(bounds) !== null;
}

/** What is wrong with a quantity in pieces, as it is said beside a field; undefined where nothing is. */
export function quantityProblem(quantity: number, bounds: QuantityTerms): string | undefined {
  if (!Number.isSafeInteger(quantity)) return 'Quantity must be a whole number of pieces';
  const { minOrderQuantity, availableQuantity, quantityStep } = bounds;
  switch (lineProblem(bounds, quantity)) {
    case 'BELOW_MINIMUM':
      return `The minimum order is ${counted(minOrderQuantity, 'piece')}`;
    case 'NOT_A_MULTIPLE':
      return `Sold in steps of ${pieces(quantityStep)}`;
    case 'OUT_OF_STOCK':
      return `Only ${counted(availableQuantity, 'piece is', 'pieces are')} available`;
    default:
      return undefined;
  }
}

/** The quantity nearest to what was typed that can be ordered; the minimum where nothing was typed. */
export function nearestQuantity(typed: number, bounds: QuantityTerms): number {
  if (Number.isNaN(typed)) return bounds.minOrderQuantity;
  return suggest(bounds, Math.round(typed)) ?? bounds.minOrderQuantity;
}
