import { centsToDollars, dollarsToCents } from './money.ts';

/* Sums of money by way of whole cents. Apart from the conversions, which every public page loads. */

/** Money that a schema has already found to be whole cents. */
export function cents(amount: number): number {
  const value = dollarsToCents(amount);
  if (value === null) throw new Error(`${amount} is not whole cents`);
  return value;
}

/** The exact sum of amounts that are whole cents each. */
export function addDollars(...amounts: number[]): number {
  return centsToDollars(amounts.reduce((sum, amount) => sum + cents(amount), 0));
}

/** What is left, exactly, of an amount less others; below zero where they are more. */
export function lessDollars(from: number, ...taken: number[]): number {
  return addDollars(from, ...taken.map((amount) => -amount));
}

/** What so many pieces cost exactly, at a price a piece. */
export function timesDollars(price: number, pieces: number): number {
  return centsToDollars(cents(price) * pieces);
}
