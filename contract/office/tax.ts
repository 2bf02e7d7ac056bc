/**
 * Whose tax a sale bears, and why: by the country codes of shop, destination and VAT number alone (contract, Tax and
 * e-invoices). One rule for basket, order, quote, papers and e-invoices. Pure.
 */

import { message } from '../messages.ts';

/** Codes of EN 16931 (UNCL 5305): standard rate, zero rated, intra-Community supply, export, outside the scope of tax. */
export const TAX_CATEGORIES = ['S', 'Z', 'K', 'G', 'O'] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** A rate that the owner set for a country (`TaxRate` of the settings). */
export interface TaxTerms {
  /** ISO 3166-1 alpha-2. */
  country: string;
  percent: number;
  /** What the tax is called there, as papers say it. */
  name: string;
}

export interface Tax {
  /** 0 to 100, with at most four decimals. */
  percent: number;
  category: TaxCategory;
  /** Why there is none, as papers say it; null where there is a rate, or no tax to speak of. */
  reason: string | null;
  /** The rate's own name, where there is one. */
  name: string | null;
}

export const INTRA_COMMUNITY = message('Intra-Community supply, exempt (Article 138 of Directive 2006/112/EC)');
export const EXPORT = message('Export');

/** Where no tax is set for where goods go (category O). */
export const NOT_TAXED = message('Not subject to VAT');

/** Why papers ask for no tax; null where they do, or where the rate is nought. */
export function whyUntaxed(sums: { tax: number; taxName: string | null; taxNote: string | null }): string | null {
  return sums.taxNote ?? (sums.tax === 0 && sums.taxName === null ? NOT_TAXED : null);
}

const MEMBER_STATES = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '),
);

/** Monaco belongs to France's VAT, the Isle of Man to the United Kingdom's. */
const COUNTS_AS: Readonly<Record<string, string>> = { MC: 'FR', IM: 'GB' };

/** VAT numbers of Northern Ireland: of the union's VAT where goods go, though its addresses are GB. */
const NORTHERN_IRELAND = 'XI';

function taxCountry(code: string): string {
  return COUNTS_AS[code] ?? code;
}

/** Whether goods that go there stay within the VAT of the European Union. Territories with a code of their own do not. */
export function isInVatUnion(country: string): boolean {
  return MEMBER_STATES.has(taxCountry(country));
}

/** The other member states whose own rates the shop takes: what is taxed there is told to the One Stop Shop, not in the return at home. */
export function countriesOfOneStopShop({
  country: home,
  tax,
}: {
  country: string;
  tax: readonly TaxTerms[];
}): string[] {
  if (!isInVatUnion(home)) return [];
  return tax
    .map(({ country }) => country)
    .filter((country) => isInVatUnion(country) && taxCountry(country) !== taxCountry(home));
}

/**
 * @param shop the company's own country, `destination` where the goods go: ISO 3166-1 alpha-2
 * @param numberCountry of a VAT number that counts (well-formed, or proved where the owner asks for it): its country, with
 * GR for Greece and XI for Northern Ireland; null where there is none
 */
export function taxOf(
  { country: shop, tax: rates }: { country: string; tax: readonly TaxTerms[] },
  destination: string,
  numberCountry: string | null,
): Tax {
  const home = taxCountry(shop);
  const there = taxCountry(destination);
  const ownRate = rateOf(rates, shop);
  if (there === home) return taxed(rateOf(rates, destination) ?? ownRate);
  const rate = rateOf(rates, destination);
  if (isInVatUnion(home) && isInVatUnion(there)) {
    const isOtherMembers =
      numberCountry !== null &&
      taxCountry(numberCountry) !== home &&
      (isInVatUnion(numberCountry) || numberCountry === NORTHERN_IRELAND);
    if (isOtherMembers) return { percent: 0, category: 'K', reason: INTRA_COMMUNITY, name: null };
    return taxed(rate ?? ownRate);
  }
  if (rate) return taxed(rate);
  return ownRate ? { percent: 0, category: 'G', reason: EXPORT, name: null } : taxed(undefined);
}

/** That of the country's own code, else that of the one it counts as. */
function rateOf(rates: readonly TaxTerms[], country: string): TaxTerms | undefined {
  return (
    rates.find((rate) => rate.country === country) ??
    rates.find((rate) => taxCountry(rate.country) === taxCountry(country))
  );
}

function taxed(rate: TaxTerms | undefined): Tax {
  if (!rate) return { percent: 0, category: 'O', reason: null, name: null };
  return { percent: rate.percent, category: rate.percent === 0 ? 'Z' : 'S', reason: null, name: rate.name };
}
