import type { Complaint } from '#server/engine/http/app-error.ts';
import { type Sentence, sentence } from '#contract/sentences.ts';
import type { EInvoice, Party, PartyAddress } from '#server/buying/order-tables/e-invoice.ts';
import { legalIdentifier, taxRegistration, vatIdentifier } from './codes.ts';

const BUYER = sentence('the buyer: the company’s managers give it with the company’s facts, others when they order');
const SHOP = sentence('the shop: in Settings');
const SWEDISH_RATES = new Set([25, 12, 6]);

/** What Peppol asks of sellers of one country beside its own rules, each with who can give it. */
const NATIONAL: Readonly<Record<string, (invoice: EInvoice) => Complaint[]>> = {
  DE: (invoice) => (invoice.buyer.address.country === 'DE' ? germanFacts(invoice) : []),
  // DK-R-002, DK-R-014
  DK: ({ seller }) => registered(seller, sentence('Denmark requires the CVR number, of 8 digits')),
  // GR-R-001, GR-R-004
  GR: () =>
    missing(
      true,
      'company.country',
      sentence('Greece requires the mark that myDATA gives an invoice, which the shop does not have.'),
    ),
  // IS-R-002 to IS-R-005
  IS: ({ seller, buyer }) => [
    ...registered(seller, sentence('Iceland requires the kennitala, of 10 digits')),
    ...addressFacts(seller.address, 'company.invoiceAddress', SHOP),
    ...missing(
      buyer.address.country === 'IS',
      'registration',
      sentence('The kennitala of the buyer, which the shop does not ask for.'),
    ),
  ],
  // IT-R-001 to IT-R-004
  IT: ({ seller }) => [
    ...addressFacts(seller.address, 'company.invoiceAddress', SHOP),
    ...missing(
      taxRegistration(seller) !== '' && !/^[A-Z0-9]{11,16}$/.test(taxRegistration(seller)),
      'company.vatId',
      sentence('The shop’s Italian VAT number with IT before it, or its codice fiscale: in Settings.'),
    ),
  ],
  // NL-R-002 to NL-R-005; without a number none is named, which is allowed
  NL: ({ seller, buyer }) => [
    ...addressFacts(seller.address, 'company.invoiceAddress', SHOP),
    ...(seller.registration === ''
      ? []
      : registered(seller, sentence('The Netherlands require the number of the KVK, of 8 digits, or the OIN, of 20'))),
    ...(buyer.address.country === 'NL' ? addressFacts(buyer.address, 'invoiceAddress', BUYER) : []),
  ],
  // NO-R-001
  NO: ({ seller }) =>
    missing(
      vatIdentifier(seller).startsWith('NO') && !/^NO\d{9}MVA$/.test(vatIdentifier(seller)),
      'company.vatId',
      sentence('The shop’s Norwegian VAT number, of 9 digits: in Settings.'),
    ),
  // SE-R-001, SE-R-005, SE-R-006
  SE: ({ seller, tax }) => [
    ...missing(
      taxRegistration(seller) !== '' || !/^(?:SE\d{12})?$/.test(vatIdentifier(seller)),
      'company.vatId',
      sentence('The shop’s Swedish VAT number, SE and 12 digits: in Settings.'),
    ),
    ...missing(
      tax.category === 'S' && !SWEDISH_RATES.has(tax.percent),
      'tax',
      sentence('Sweden allows its sellers only the rates 25, 12 and 6 %.'),
    ),
  ],
};

/** The facts that Peppol asks of the seller's own country, of those that the shop does not know. */
export function nationalFacts(invoice: EInvoice): Complaint[] {
  return NATIONAL[invoice.seller.address.country]?.(invoice) ?? [];
}

/** What Germany asks: by its own format always, by Peppol of those that are both German (DE-R-001 and on). */
export function germanFacts({ seller, buyer, deliverTo, buyerReference, tax }: EInvoice): Complaint[] {
  return [
    ...contactFacts(seller),
    ...placeFacts(seller.address, 'company.invoiceAddress', SHOP),
    ...placeFacts(buyer.address, 'invoiceAddress', BUYER),
    // Where goods went to another member state, the place is part of why there is no tax (BR-IC-12).
    ...(tax.category === 'K'
      ? placeFacts(deliverTo.address, 'deliveryAddress', sentence('the delivery: whoever orders gives it, in parts'))
      : []),
    ...missing(
      buyerReference.trim() === '',
      'buyerReference',
      sentence(
        'The buyer’s reference (of an authority its Leitweg-ID): staff add it to the order until it is shipped, the company’s managers to the company’s facts.',
      ),
    ),
  ];
}

function contactFacts({ contact }: Party): Complaint[] {
  return [
    ...missing(contact.name === '', 'company.contact.name', sentence('Whom to ask at the shop: in Settings.')),
    ...missing(
      contact.phone.replaceAll(/\D/g, '').length < 3,
      'company.contact.phone',
      sentence('The telephone of whom to ask at the shop: in Settings.'),
    ),
    ...missing(
      contact.email === '',
      'company.contact.email',
      sentence('The e-mail of whom to ask at the shop: in Settings.'),
    ),
  ];
}

function placeFacts({ city, postalCode }: PartyAddress, path: string, whose: Sentence): Complaint[] {
  return [
    ...missing(city === '', `${path}.town`, sentence('The town in the address of {whose}.', { whose })),
    ...missing(
      postalCode === '',
      `${path}.postalCode`,
      sentence('The postal code in the address of {whose}.', { whose }),
    ),
  ];
}

export function missing(isMissing: boolean, path: string, message: Sentence): Complaint[] {
  return isMissing ? [{ path, message }] : [];
}

/** With the street, which an address that was given as one text may lack. */
function addressFacts(address: PartyAddress, path: string, whose: Sentence): Complaint[] {
  return [
    ...missing(
      address.lines.length === 0,
      `${path}.street`,
      sentence('The street in the address of {whose}.', { whose }),
    ),
    ...placeFacts(address, path, whose),
  ];
}

function registered(seller: Party, what: Sentence): Complaint[] {
  return missing(
    (legalIdentifier(seller)?.scheme ?? null) === null,
    'company.registration',
    sentence('{what}: in Settings.', { what }),
  );
}
