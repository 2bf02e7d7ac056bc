import { perPieces } from '#contract/buying/unit-words.ts';
import { money, pieces } from './format.ts';

/* Prices with how many pieces they are for. */

/** A price with how many pieces it is for: $4.20, $4.20 per 100. */
export function moneyPer(amount: number, priceUnit: number): string {
  return money(amount) + perPieces(priceUnit);
}

/** The same where a price stands behind a number of pieces: $4.20 each, $4.20 per 100. */
export function eachText(amount: number, priceUnit: number | null): string {
  return priceUnit === null || priceUnit === 1 ? `${money(amount)} each` : moneyPer(amount, priceUnit);
}

/** What costs another price, in a sentence: each costs, 100 cost. */
export function eachCosts(priceUnit: number | null): string {
  return priceUnit === null || priceUnit === 1 ? 'each costs' : `${pieces(priceUnit)} cost`;
}
