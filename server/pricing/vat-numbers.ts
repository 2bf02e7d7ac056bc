import * as library from 'jsvat-next';
import { invalid } from '#server/http/app-error.ts';

// The library is CommonJS with types that say otherwise: what it exports stands under `default`.
const jsvat: Pick<typeof library, 'checkVAT' | 'countries'> = Reflect.get(library, 'default') ?? library;

/**
 * The country of a VAT number by its form, as ISO 3166-1 alpha-2 (Greece, which writes EL, is GR); null where none is given.
 * Whether the number is in use only the countries' own registers know.
 * @throws AppError 400 at `vatId` where it is well-formed in no country
 */
export function countryOfVatNumber(vatId: string | undefined): string | null {
  const given = vatId?.trim() ?? '';
  if (given === '') return null;
  const { isValidFormat, country } = jsvat.checkVAT(given, jsvat.countries);
  if (isValidFormat && country) return country.isoCode.short;
  throw invalid('vatId', 'This is not a VAT number. It begins with the letters of its country, such as DE123456789.');
}
