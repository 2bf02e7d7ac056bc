import { COUNTRIES } from '#contract/country-codes.ts';
import { countryName } from '#contract/in-country.ts';

/** Every country, by name. */
export const COUNTRIES_BY_NAME = COUNTRIES.map((code) => ({ code, name: countryName(code) })).toSorted((one, other) =>
  one.name.localeCompare(other.name),
);
