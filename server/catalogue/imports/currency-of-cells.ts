import { currencyMarks } from '#contract/money.ts';

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));
/** As they are written beside a number, and no code or sign of Unicode. */
const WORDS: Record<string, string> = {
  euro: 'EUR',
  euros: 'EUR',
  fr: 'CHF',
  sfr: 'CHF',
  kr: 'kr',
  zł: 'PLN',
  kč: 'CZK',
  ft: 'HUF',
  лв: 'BGN',
};

/**
 * What is wrong with the currency that a cell names; undefined where it is the shop's own, or the mark is none of a currency.
 * @param mark such as `€`, `CHF` or `CA$`, without blanks @param currency the shop's, as ISO 4217 has it
 */
export function foreignCurrency(mark: string, currency: string): string | undefined {
  if (isOwn(mark, currency) || !isCurrency(mark)) return undefined;
  return `This is in ${mark}, but the shop sells in ${currency}. Enter the price in ${currency}`;
}

/** Whether a mark stands for the shop's own currency. */
export function isOwn(mark: string, currency: string): boolean {
  return currencyMarks(currency).some((own) => own.toLowerCase() === mark.toLowerCase());
}

/** Whether three letters name a currency, as ISO 4217 has it. */
export function isCurrencyCode(letters: string): boolean {
  return CODES.has(letters.toUpperCase());
}

function isCurrency(mark: string): boolean {
  return /\p{Sc}/u.test(mark) || isCurrencyCode(mark) || Object.hasOwn(WORDS, mark.toLowerCase());
}
