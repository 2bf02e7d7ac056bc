/**
 * Money crosses the wire as dollars and lives in the server as whole cents (contract.md, Conventions).
 * Only this module converts, so rounding is decided once.
 */

/** The most that one price or one order total may be: $999,999.99, in cents. */
export const MAX_CENTS = 99_999_999;

/** What the shop sells in, as ISO 4217 has it. */
export const CURRENCY = 'USD';

const FORMAT = new Intl.NumberFormat('en-US', { style: 'currency', currency: CURRENCY });

/** Binary fractions make 3 × 1.1 a hair more than 3.3: a sum this close to a whole cent is that cent. */
const FLOAT_NOISE_CENTS = 1e-4;

/**
 * Dollars to whole cents.
 * @returns the cents, or null where the number is not finite or has more than two decimals.
 */
export function dollarsToCents(dollars: number): number | null {
  if (!Number.isFinite(dollars)) return null;
  const cents = Math.round(dollars * 100);
  if (!Number.isSafeInteger(cents) || Math.abs(dollars * 100 - cents) > FLOAT_NOISE_CENTS) return null;
  return cents;
}

/** Whole cents to dollars, as JSON carries them. */
export function centsToDollars(cents: number): number {
  return cents / 100;
}

/** Whole cents of any size to dollars: the number nearest to the exact sum, computed from its digits. */
export function exactDollars(cents: bigint): number {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return Number(`${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

/** Dollars as people read them: $1,234.50. */
export function formatDollars(dollars: number): string {
  return FORMAT.format(dollars);
}

/** What stands for a currency beside a number: its code, and its signs at home and abroad. @param currency as ISO 4217 has it */
export function currencyMarks(currency: string): string[] {
  const sign = (locale: string, currencyDisplay: 'symbol' | 'narrowSymbol') =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? currency;
  return [currency, sign('en', 'narrowSymbol'), sign('en', 'symbol'), sign('en-CA', 'symbol')];
}
