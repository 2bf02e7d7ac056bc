import { sentence } from '#contract/sentences.ts';
import * as library from 'jsvat-next';
import { invalid } from '#server/engine/http/app-error.ts';

// The library is CommonJS with types that say otherwise: what it exports stands under `default`.
const jsvat: Pick<typeof library, 'checkVAT' | 'countries' | 'norway'> = Reflect.get(library, 'default') ?? library;

/**
 * The country of a VAT number by its form and check digits, as ISO 3166-1 alpha-2 (Greece, which writes EL, is GR), and XI
 * for Northern Ireland's, which is no country; null where none is given. Whether the number is in use only the countries'
 * own registers know.
 * @param path where it stands in what was sent
 * @throws AppError 400 at `path` where it can be a number of no country
 */
export function countryOfVatNumber(vatId: string | undefined, path = 'vatId'): string | null {
  const given = plainVatNumber(vatId ?? '');
  if (given === '') return null;
  const { isValid, isValidFormat, country } = check(given);
  if (isValid && country) return given.startsWith('XI') ? 'XI' : country.isoCode.short;
  throw invalid(
    path,
    isValidFormat
      ? sentence('The check digits of this VAT number are wrong: a digit is mistyped, or two are swapped.')
      : sentence('This is not a VAT number. It begins with the letters of its country, such as DE136695976.'),
  );
}

/** What a key of France's numbers is written with: no I and no O. */
const FRENCH = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * Whether a number of France has letters in its key that are not those of its digits; the library checks keys of two digits alone.
 * As the EU's description of the numbers and python-stdnum (`fr.tva`) have it.
 */
function hasWrongFrenchKey(plain: string): boolean {
  const [, key = '', siren = ''] = /^FR(?!\d\d)(..)(\d{9})$/.exec(plain) ?? [];
  if (key === '') return false;
  const [first, second] = [FRENCH.indexOf(key.charAt(0)), FRENCH.indexOf(key.charAt(1))];
  const value = first < 10 ? first * 24 + second - 10 : first * 34 + second - 100;
  return (Number(siren) + 1 + Math.floor(value / 11)) % 11 !== value % 11;
}

/** The library knows Norway's numbers with the letters behind them and without those of the country. */
function check(plain: string): ReturnType<typeof library.checkVAT> {
  // Northern Ireland writes XI before a number of the United Kingdom's.
  if (!plain.startsWith('NO')) {
    const checked = jsvat.checkVAT(plain.replace(/^XI/, 'GB'), jsvat.countries);
    return checked.isValid && hasWrongFrenchKey(plain) ? { ...checked, isValid: false } : checked;
  }
  return jsvat.checkVAT(`${plain.slice(2)}MVA`, [jsvat.norway]);
}

/**
 * In capitals, without blanks, dots and hyphens, and without the letters that Norway and Switzerland write behind it; of Greece
 * with EL, as its registers and VIES know it, also where somebody wrote GR.
 */
export function plainVatNumber(vatId: string): string {
  const plain = vatId.replaceAll(/[\s.-]/g, '').toUpperCase();
  if (plain.startsWith('GR')) return `EL${plain.slice(2)}`;
  return /^(?:NO|CHE)/.test(plain) ? plain.replace(/(?:MVA|MWST|TVA|IVA)$/, '') : plain;
}

/** Whether it is known what the VAT numbers of a country look like. @param country ISO 3166-1 alpha-2 */
export function knowsVatNumbersOf(country: string): boolean {
  return jsvat.countries.some(({ codes }) => codes.includes(country));
}
