import { linePrice } from '#web/basket/line-price.ts';

/** What is left of a price when what the pieces cost the shop is taken from it. Money as numbers with their decimals. */
export interface Margin {
  amount: number;
  /** Of the price, in whole percent. */
  percent: number;
}

interface Sold {
  /** Pieces. */
  quantity: number;
  /** For how many pieces price and cost are. */
  priceUnit: number;
  price: number;
  /** Null where no cost is recorded. */
  cost: number | null;
}

/** @returns null where what a line costs is not known, or the lines cost nothing */
export function marginOf(lines: readonly Sold[]): Margin | null {
  let [price, cost] = [0, 0];
  for (const line of lines) {
    if (line.cost === null) return null;
    price += linePrice(line.quantity, line.price, line.priceUnit);
    cost += linePrice(line.quantity, line.cost, line.priceUnit);
  }
  if (price === 0) return null;
  return { amount: Math.round((price - cost) * 100) / 100, percent: Math.round((100 * (price - cost)) / price) };
}
