import type { Issue } from '#contract/errors.ts';
import type { EInvoiceFormat } from '#contract/money/papers.ts';
import { sellerIdentifier, taxRegistration, vatIdentifier } from './codes.ts';
import type { EInvoice, Party, PartyAddress } from '#server/buying/order-tables/e-invoice.ts';

/** The rules round a rate to whole percent where they look whether there is one (BR-CO-17). */
const LEAST_PERCENT = 0.5;

/** The facts that one format's rules ask for and the shop does not know, each with where it stands and who can give it: the European rules, what Peppol and Germany ask beside them. Empty: it can be made. */
export function missingFacts(invoice: EInvoice, format: EInvoiceFormat): Issue[] {
  const { seller, buyer } = invoice;
  // German sellers and buyers owe each other by Peppol what XRechnung asks.
  const isGerman =
    format === 'xrechnung' ||
    (format === 'peppol' && seller.address.country === 'DE' && buyer.address.country === 'DE');
  return [
    ...taxFacts(invoice),
    ...(format === 'peppol' ? endpoints(invoice) : []),
    ...(isGerman ? germanFacts(invoice) : []),
    ...(format === 'xrechnung' ? mailboxes(invoice) : []),
  ];
}

function taxFacts({ tax, seller, buyer }: EInvoice): Issue[] {
  const needsIdentifier = tax.category === 'K' || tax.category === 'G';
  const hasNumber = vatIdentifier(seller) !== '' || (!needsIdentifier && taxRegistration(seller) !== '');
  return [
    ...missing(
      sellerIdentifier(seller, tax) === '',
      'company.registration',
      'A number or an address that tells who the shop is: in Settings.',
    ),
    ...missing(
      tax.category !== 'O' && !hasNumber,
      'company.vatId',
      'The shop’s own VAT number, with the letters of its country: in Settings.',
    ),
    ...missing(
      tax.category === 'K' && vatIdentifier(buyer) === '',
      'vatId',
      'The buyer’s VAT number: it was not on the order.',
    ),
    ...missing(
      tax.category === 'S' && tax.percent < LEAST_PERCENT,
      'tax',
      'The rules of e-invoices know no rate below 0.5 %.',
    ),
  ];
}

function endpoints({ seller, buyer }: EInvoice): Issue[] {
  return [
    ...missing(seller.peppolId === '', 'company.peppolId', 'The shop’s Peppol address, as scheme:id: in Settings.'),
    ...missing(
      buyer.peppolId === '',
      'peppolId',
      'The buyer’s Peppol address: the firm’s managers give it with the firm’s facts. A private buyer has none.',
    ),
  ];
}

function mailboxes({ seller, buyer }: EInvoice): Issue[] {
  return [
    ...missing(
      seller.peppolId === '' && seller.contact.email === '',
      'company.contact.email',
      'An e-mail or Peppol address of the shop: in Settings.',
    ),
    ...missing(
      buyer.peppolId === '' && buyer.contact.email === '',
      'invoiceEmail',
      'An e-mail or Peppol address of the buyer.',
    ),
  ];
}

function germanFacts({ seller, buyer, deliverTo, buyerReference }: EInvoice): Issue[] {
  return [
    ...contactFacts(seller),
    ...placeFacts(seller.address, 'company.invoiceAddress', 'the shop: in Settings'),
    ...placeFacts(buyer.address, 'invoiceAddress', 'the buyer'),
    ...placeFacts(deliverTo.address, 'deliveryAddress', 'the delivery'),
    ...missing(
      buyerReference.trim() === '',
      'buyerReference',
      'The buyer’s reference (of an authority its Leitweg-ID): on the order or with the firm’s facts.',
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
    ...missing(city === '', `${path}.city`, `The town in the address of ${whose}.`),
    ...missing(postalCode === '', `${path}.postalCode`, `The postal code in the address of ${whose}.`),
  ];
}

function missing(isMissing: boolean, path: string, message: string): Issue[] {
  return isMissing ? [{ path, message }] : [];
}
