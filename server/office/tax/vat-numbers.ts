import * as library from 'jsvat-next';
import { invalid } from '#server/engine/http/app-error.ts';

// The library is CommonJS with types that say otherwise: what it exports stands under `default`.
const jsvat: Pick<typeof library, 'checkVAT' | 'countries'> = Reflect.get(library, 'default') ?? library;

/**
 * The country of a VAT number by its form, as ISO 3166-1 alpha-2 (Greece, which writes EL, is GR); null where none is given.
 * Whether the number is in use only the countries' own registers know.
 * @param path where it stands in what was sent
 * @throws AppError 400 at `path` where it is well-formed in no country
 */
export function countryOfVatNumber(vatId: string | undefined, path = 'vatId'): string | null {
  const given = vatId?.trim() ?? '';
  if (given === '') return null;
  const { isValidFormat, country } = jsvat.checkVAT(given, jsvat.countries);
  if (isValidFormat && country) return country.isoCode.short;
  throw invalid(path, 'This is not a VAT number. It begins with the letters of its country, such as DE123456789.');
}

/** Whether it is known what the VAT numbers of a country look like. @param country ISO 3166-1 alpha-2 */
export function knowsVatNumbersOf(country: string): boolean {
  return jsvat.countries.some(({ codes }) => codes.includes(country));
}
