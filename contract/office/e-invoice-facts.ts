import type { Settings } from './settings.ts';

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
