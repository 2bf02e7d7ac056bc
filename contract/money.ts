/**
 * Money crosses the wire as a number with its decimals and lives in the server as whole cents (contract.md, Conventions).
 * Only this module converts, writes and reads it, so rounding is decided once. "Cents" in names stand for the currency's hundredth.
 */

/** The most that one price or one order total may be: 999,999.99, in cents. */
export const MAX_CENTS = 99_999_999;

/** What a new shop sells in where nobody says otherwise. */
export const DEFAULT_CURRENCY = 'USD';

/** To make one takes as long as to use it a hundred times, and a page writes hundreds of prices. */
const formats = new Map<string, Intl.NumberFormat>();

const PLAIN = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 });

/** Binary fractions make 3 × 1.1 a hair more than 3.3: a sum this close to a whole cent is that cent. */
const FLOAT_NOISE_CENTS = 1e-4;

/**
 * Money to whole cents.
 * @returns the cents, or null where the number is not finite or has more than two decimals.
 */
export function moneyToCents(amount: number): number | null {
  if (!Number.isFinite(amount)) return null;
  const cents = Math.round(amount * 100);
  if (!Number.isSafeInteger(cents) || Math.abs(amount * 100 - cents) > FLOAT_NOISE_CENTS) return null;
  return cents;
}

/** Whole cents to money, as JSON carries them. */
export function centsToMoney(cents: number): number {
  return cents / 100;
}

/** Whole cents of any size to money: the number nearest to the exact sum, computed from its digits. */
export function exactMoney(cents: bigint): number {
  const plain = Number(cents);
  // A quotient of numbers that are exact is the nearest that there is.
  if (Number.isSafeInteger(plain)) return plain / 100;
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return Number(`${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

/** Money as people read it: $1,234.50, €1,234.50; in German 1.234,50 €. @param currency as ISO 4217 has it @param locale by BCP 47 */
export function formatMoney(amount: number, currency: string, locale = 'en-US'): string {
  const key = locale + currency;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.NumberFormat(locale, { style: 'currency', currency })));
  return format.format(amount);
}

/** The same without the currency, where that goes without saying: 1,234.50. */
export function formatAmount(amount: number): string {
  return PLAIN.format(amount);
}

/** What stands before an amount in a field: $, €, CHF. */
export function currencySign(currency: string): string {
  return signOf('en-US', currency, 'symbol');
}

function signOf(locale: string, currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

/** What stands for a currency beside a number: its code, and its signs at home and abroad. @param currency as ISO 4217 has it */
export function currencyMarks(currency: string): string[] {
  return [
    currency,
    signOf('en', currency, 'narrowSymbol'),
    signOf('en', currency, 'symbol'),
    signOf('en-CA', currency, 'symbol'),
  ];
}
