import type { OrderLine } from '#contract/orders.ts';

/** Pieces of a line that are still to leave the house. */
export function leftOf({ quantity, shipped }: Pick<OrderLine, 'quantity' | 'shipped'>): number {
  return Math.max(0, quantity - shipped);
}
