import { say } from '#web/saying/say.ts';
import { money, pieces } from '#web/shell/format.ts';

interface Saving {
  /** Pieces that are to be added for it. */
  missing: number;
  price: number;
  before: number;
  priceUnit: number | null;
}

/** What a few pieces more would save. */
export function savingWords({ missing, price, before, priceUnit }: Saving): string {
  const more = pieces(missing);
  return priceUnit === null || priceUnit === 1
    ? say('Add {more} more and each costs {price} instead of {before}.', {
        more,
        price: money(price),
        before: money(before),
      })
    : say('Add {more} more and {unit} cost {price} instead of {before}.', {
        more,
        unit: pieces(priceUnit),
        price: money(price),
        before: money(before),
      });
}
