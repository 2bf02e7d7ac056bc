import type { Language } from './languages.ts';

/** To make one takes as long as to use it a hundred times. */
const names = new Map<Language, Intl.DisplayNames>();

/** A country's name by its code (ISO 3166-1 alpha-2); the code where nobody has named it. */
export function countryName(code: string, language: Language = 'en'): string {
  let known = names.get(language);
  if (!known) names.set(language, (known = new Intl.DisplayNames([language], { type: 'region' })));
  return known.of(code) ?? code;
}

/** An address with the country as its last line, where it does not end with it already. */
export function inCountry(address: string, code: string | undefined, language: Language = 'en'): string {
  const name = code === undefined ? '' : countryName(code, language);
  if (address.trimEnd().toLowerCase().endsWith(name.toLowerCase())) return address;
  return address === '' ? name : `${address}\n${name}`;
}
