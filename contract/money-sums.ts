import { centsToMoney, moneyToCents } from './money.ts';

/* Sums of money by way of whole cents. Apart from the conversions, which every public page loads. */

/** Money that a schema has already found to be whole cents. */
export function cents(amount: number): number {
  const value = moneyToCents(amount);
  if (value === null) throw new Error(`${amount} is not whole cents`);
  return value;
}

/** The exact sum of amounts that are whole cents each. */
export function addMoney(...amounts: number[]): number {
  return centsToMoney(amounts.reduce((sum, amount) => sum + cents(amount), 0));
}

/** What is left, exactly, of an amount less others; below zero where they are more. */
export function lessMoney(from: number, ...taken: number[]): number {
  return addMoney(from, ...taken.map((amount) => -amount));
}
