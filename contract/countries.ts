import { COUNTRIES } from './country-codes.ts';
import { bounded } from './text.ts';

const known = new Set(COUNTRIES);

/** A country's code, in upper case whatever case it came in. */
export const Country = bounded(40, 'Enter a two-letter country code')
  .trim()
  .toUpperCase()
  .refine((code) => known.has(code), 'Enter a two-letter country code, such as BD or DE (ISO 3166-1)');
