import { orderableRange, suggest } from '#contract/quantities.ts';
import type { Tool } from '#contract/tools.ts';
import { counted, pieces } from '#web/shell/format.ts';

type Bounds = Pick<Tool, 'minOrderQuantity' | 'availableQuantity' | 'quantityStep'>;

/** Whether anything can be ordered at all (attacks T28). */
export function isOrderable(bounds: Bounds): boolean {
  return orderableRange(bounds) !== null;
}

/** What is wrong with a quantity in pieces; undefined where nothing is. The contract's order: minimum, step, stock. */
export function quantityProblem(
  quantity: number,
  { minOrderQuantity, availableQuantity, quantityStep }: Bounds,
): string | undefined {
  if (!Number.isSafeInteger(quantity)) return 'Quantity must be a whole number of pieces';
  if (quantity < minOrderQuantity) return `The minimum order is ${counted(minOrderQuantity, 'piece')}`;
  if (quantity % quantityStep !== 0) return `Sold in steps of ${pieces(quantityStep)}`;
  if (quantity > availableQuantity) return `Only ${counted(availableQuantity, 'piece is', 'pieces are')} available`;
  return undefined;
}

/** The quantity nearest to what was typed that can be ordered; the minimum where nothing was typed. */
export function nearestQuantity(typed: number, bounds: Bounds): number {
  if (Number.isNaN(typed)) return bounds.minOrderQuantity;
  return suggest(bounds, Math.round(typed)) ?? bounds.minOrderQuantity;
}
