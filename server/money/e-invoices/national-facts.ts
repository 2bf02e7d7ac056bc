import type { Issue } from '#contract/errors.ts';
import type { EInvoice, Party, PartyAddress } from '#server/buying/order-tables/e-invoice.ts';
import { legalIdentifier, taxRegistration, vatIdentifier } from './codes.ts';

const BUYER = 'the buyer: the company’s managers give it with the company’s facts, others when they order';
const SWEDISH_RATES = new Set([25, 12, 6]);

/** What Peppol asks of sellers of one country beside its own rules, each with who can give it. */
const NATIONAL: Readonly<Record<string, (invoice: EInvoice) => Issue[]>> = {
  DE: (invoice) => (invoice.buyer.address.country === 'DE' ? germanFacts(invoice) : []),
  // DK-R-002, DK-R-014
  DK: ({ seller }) => registered(seller, 'Denmark requires the CVR number, of 8 digits'),
  // GR-R-001, GR-R-004
  GR: () =>
    missing(
      true,
      'company.country',
      'Greece requires the mark that myDATA gives an invoice, which the shop does not have.',
    ),
  // IS-R-002 to IS-R-005
  IS: ({ seller, buyer }) => [
    ...registered(seller, 'Iceland requires the kennitala, of 10 digits'),
    ...addressFacts(seller.address, 'company.invoiceAddress', 'the shop: in Settings'),
    ...missing(
      buyer.address.country === 'IS',
      'registration',
      'The kennitala of the buyer, which the shop does not ask for.',
    ),
  ],
  // IT-R-001 to IT-R-004
  IT: ({ seller }) => [
    ...addressFacts(seller.address, 'company.invoiceAddress', 'the shop: in Settings'),
    ...missing(
      taxRegistration(seller) !== '' && !/^[A-Z0-9]{11,16}$/.test(taxRegistration(seller)),
      'company.vatId',
      'The shop’s Italian VAT number with IT before it, or its codice fiscale: in Settings.',
    ),
  ],
  // NL-R-002 to NL-R-005; without a number none is named, which is allowed
  NL: ({ seller, buyer }) => [
    ...addressFacts(seller.address, 'company.invoiceAddress', 'the shop: in Settings'),
    ...(seller.registration === ''
      ? []
      : registered(seller, 'The Netherlands require the number of the KVK, of 8 digits, or the OIN, of 20')),
    ...(buyer.address.country === 'NL' ? addressFacts(buyer.address, 'invoiceAddress', BUYER) : []),
  ],
  // NO-R-001
  NO: ({ seller }) =>
    missing(
      vatIdentifier(seller).startsWith('NO') && !/^NO\d{9}MVA$/.test(vatIdentifier(seller)),
      'company.vatId',
      'The shop’s Norwegian VAT number, of 9 digits: in Settings.',
    ),
  // SE-R-001, SE-R-005, SE-R-006
  SE: ({ seller, tax }) => [
    ...missing(
      taxRegistration(seller) !== '' || !/^(?:SE\d{12})?$/.test(vatIdentifier(seller)),
      'company.vatId',
      'The shop’s Swedish VAT number, SE and 12 digits: in Settings.',
    ),
    ...missing(
      tax.category === 'S' && !SWEDISH_RATES.has(tax.percent),
      'tax',
      'Sweden allows its sellers only the rates 25, 12 and 6 %.',
    ),
  ],
};

/** The facts that Peppol asks of the seller's own country, of those that the shop does not know. */
export function nationalFacts(invoice: EInvoice): Issue[] {
  return NATIONAL[invoice.seller.address.country]?.(invoice) ?? [];
}

/** What Germany asks: by its own format always, by Peppol of those that are both German (DE-R-001 and on). */
export function germanFacts({ seller, buyer, deliverTo, buyerReference, tax }: EInvoice): Issue[] {
  return [
    ...contactFacts(seller),
    ...placeFacts(seller.address, 'company.invoiceAddress', 'the shop: in Settings'),
    ...placeFacts(buyer.address, 'invoiceAddress', BUYER),
    // Where goods went to another member state, the place is part of why there is no tax (BR-IC-12).
    ...(tax.category === 'K'
      ? placeFacts(deliverTo.address, 'deliveryAddress', 'the delivery: whoever orders gives it, in parts')
      : []),
    ...missing(
      buyerReference.trim() === '',
      'buyerReference',
      'The buyer’s reference (of an authority its Leitweg-ID): staff add it to the order until it is shipped, the company’s managers to the company’s facts.',
    ),
  ];
}

function contactFacts({ contact }: Party): Issue[] {
  return [
    ...missing(contact.name === '', 'company.contact.name', 'Whom to ask at the shop: in Settings.'),
    ...missing(
      contact.phone.replaceAll(/\D/g, '').length < 3,
      'company.contact.phone',
      'The telephone of whom to ask at the shop: in Settings.',
    ),
    ...missing(contact.email === '', 'company.contact.email', 'The e-mail of whom to ask at the shop: in Settings.'),
  ];
}

function placeFacts({ city, postalCode }: PartyAddress, path: string, whose: string): Issue[] {
  return [
    ...missing(city === '', `${path}.town`, `The town in the address of ${whose}.`),
    ...missing(postalCode === '', `${path}.postalCode`, `The postal code in the address of ${whose}.`),
  ];
}

export function missing(isMissing: boolean, path: string, message: string): Issue[] {
  return isMissing ? [{ path, message }] : [];
}

/** With the street, which an address that was given as one text may lack. */
function addressFacts(address: PartyAddress, path: string, whose: string): Issue[] {
  return [
    ...missing(address.lines.length === 0, `${path}.street`, `The street in the address of ${whose}.`),
    ...placeFacts(address, path, whose),
  ];
}

function registered(seller: Party, what: string): Issue[] {
  return missing((legalIdentifier(seller)?.scheme ?? null) === null, 'company.registration', `${what}: in Settings.`);
}
