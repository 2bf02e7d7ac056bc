import { COUNTRIES } from './country-codes.ts';
import { bounded } from './text.ts';

const known = new Set(COUNTRIES);

/** A country's code, in upper case whatever case it came in. */
export const Country = bounded(40, 'Give the two letters of a country')
  .trim()
  .toUpperCase()
  .refine((code) => known.has(code), 'Give the two letters of a country, such as BD or DE (ISO 3166-1)');
