import type { Address } from '#contract/people/addresses.ts';
import { addressLines, type AddressParts } from '#contract/people/address-lines.ts';
import { countryName } from '#contract/in-country.ts';
import { say } from '#web/saying/say.ts';

/** An address in one line: what its owner calls it, and where it is. */
export function inOneLine({ label, company, name, street, town, country }: Address): string {
  const where = [company || name, street, town, countryName(country)].join(', ');
  return label === '' ? where : `${label}: ${where}`;
}

/** Addresses to choose among, by their ids. */
export function optionsOf(book: readonly Address[]): [value: string, words: string][] {
  return book.map((address) => [address._id, inOneLine(address)]);
}

/** Its lines as on a parcel, the country last. */
export function parcelLines(address: AddressParts): string[] {
  return [...addressLines(address), countryName(address.country)];
}

/** Where an invoice goes unless something else is said. @param company that it is ordered for; null: for oneself */
export function defaultInvoiceAddress(company: { name: string } | null): string {
  return company === null ? say('The delivery address') : say('The invoice address of {name}', { name: company.name });
}
