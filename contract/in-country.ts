const names = new Intl.DisplayNames(['en'], { type: 'region' });

/** A country's English name by its code (ISO 3166-1 alpha-2); the code where nobody has named it. */
export function countryName(code: string): string {
  return names.of(code) ?? code;
}

/** An address with the country as its last line, where it does not end with it already. @param nameOf what countries are called */
export function inCountry(address: string, code: string | undefined, nameOf = countryName): string {
  const name = code === undefined ? '' : nameOf(code);
  if (address.trimEnd().toLowerCase().endsWith(name.toLowerCase())) return address;
  return address === '' ? name : `${address}\n${name}`;
}
