import { COUNTRIES } from '../country-codes.ts';
import type { Settings } from './settings.ts';

/** What VAT numbers begin with besides codes of countries: Greece, Northern Ireland. */
const OTHER_PREFIXES = ['EL', 'XI'];

/** A number as a VAT identifier begins with the letters of a country (BR-CO-09); empty: it is a tax registration of its own place. */
export function asVatIdentifier(vatId: string): string {
  const number = vatId.replaceAll(/[\s.-]/g, '').toUpperCase();
  const letters = number.slice(0, 2);
  const isOfCountry = COUNTRIES.includes(letters) || OTHER_PREFIXES.includes(letters);
  return isOfCountry && /^[A-Z]{2}[0-9A-Z+*]*\d/.test(number) ? number : '';
}

/** What some format of e-invoices asks of the shop itself and nobody has given, in words; empty where all is there. */
export function missingShopFacts({
  vatId,
  invoiceAddress,
  contact,
  peppolId,
}: Pick<Settings['company'], 'vatId' | 'invoiceAddress' | 'contact' | 'peppolId'>): string[] {
  const facts: [name: string, value: string][] = [
    ['VAT number', vatId],
    ['street', invoiceAddress?.street ?? ''],
    ['postal code', invoiceAddress?.postalCode ?? ''],
    ['town', invoiceAddress?.town ?? ''],
    ['whom to ask', contact.name],
    ['Peppol address', peppolId],
  ];
  return facts.filter(([, value]) => value.trim() === '').map(([name]) => name);
}
