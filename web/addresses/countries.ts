import { COUNTRIES } from '#contract/country-codes.ts';

const names = new Intl.DisplayNames('en', { type: 'region' });

/** A country's name; its code where nobody has named it. */
export function countryName(code: string): string {
  return names.of(code) ?? code;
}

/** Every country, by name. */
export const COUNTRIES_BY_NAME = COUNTRIES.map((code) => ({ code, name: countryName(code) })).toSorted((one, other) =>
  one.name.localeCompare(other.name),
);
