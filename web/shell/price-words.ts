import { money, pieces } from './format.ts';
import { say } from '#web/saying/say.ts';

/* Prices with how many pieces they are for. */

/** A price with how many pieces it is for: $4.20, $4.20 per 100. */
export function moneyPer(amount: number, priceUnit: number): string {
  return priceUnit === 1
    ? money(amount)
    : say('{price} per {count}', { price: money(amount), count: pieces(priceUnit) });
}

/** The same where a price stands behind a number of pieces: $4.20 each, $4.20 per 100. */
export function eachText(amount: number, priceUnit: number | null): string {
  return priceUnit === null || priceUnit === 1
    ? say('{price} each', { price: money(amount) })
    : moneyPer(amount, priceUnit);
}

/** For how many pieces a price is, where it stands as words of its own: per piece, per 100. */
export function perUnit(priceUnit: number): string {
  return priceUnit === 1 ? say('per piece') : say('per {count}', { count: pieces(priceUnit) });
}
