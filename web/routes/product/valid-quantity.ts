import type { Tool } from '#contract/tools.ts';
import { counted } from '#web/shell/figures.ts';

type Bounds = Pick<Tool, 'minOrderQuantity' | 'availableQuantity'>;

/** Whether anything can be ordered at all (attacks T28). */
export function isOrderable({ minOrderQuantity, availableQuantity }: Bounds): boolean {
  return availableQuantity >= minOrderQuantity;
}

/** What is wrong with a quantity in pieces; undefined where nothing is. */
export function quantityProblem(quantity: number, { minOrderQuantity, availableQuantity }: Bounds): string | undefined {
  if (!Number.isSafeInteger(quantity)) return 'Quantity must be a whole number of pieces';
  if (quantity < minOrderQuantity) return `The minimum order is ${counted(minOrderQuantity, 'piece')}`;
  if (quantity > availableQuantity) return `Only ${counted(availableQuantity, 'piece is', 'pieces are')} available`;
  return undefined;
}

/** The quantity nearest to what was typed that can be ordered; the minimum where nothing was typed. */
export function nearestQuantity(typed: number, { minOrderQuantity, availableQuantity }: Bounds): number {
  if (Number.isNaN(typed)) return minOrderQuantity;
  return Math.min(Math.max(Math.round(typed), minOrderQuantity), availableQuantity);
}
