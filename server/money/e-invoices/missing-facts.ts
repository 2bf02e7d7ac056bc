import type { Complaint } from '#server/engine/http/app-error.ts';
import { sentence } from '#contract/sentences.ts';
import type { EInvoiceFormat } from '#contract/money/papers.ts';
import { sellerIdentifier, taxRegistration, vatIdentifier } from './codes.ts';
import type { EInvoice } from '#server/buying/order-tables/e-invoice.ts';
import { germanFacts, missing, nationalFacts } from './national-facts.ts';
import { goesByPeppol } from './peppol-schemes.ts';
import { escaped } from './xml.ts';

/** The rules round a rate to whole percent where they look whether there is one (BR-CO-17). */
const LEAST_PERCENT = 0.5;

/** The facts that one format's rules ask for and the shop does not know, each with where it stands and who can give it: the European rules, what Peppol and Germany ask beside them. Empty: it can be made. */
export function missingFacts(invoice: EInvoice, format: EInvoiceFormat): Complaint[] {
  return [
    ...names(invoice),
    ...taxFacts(invoice),
    ...(format === 'peppol' ? [...endpoints(invoice), ...nationalFacts(invoice)] : []),
    ...(format === 'xrechnung' ? [...germanFacts(invoice), ...mailbox(invoice)] : []),
  ];
}

/** A name may be nothing but what XML has no place for. */
function names({ seller, buyer, lines }: EInvoice): Complaint[] {
  return [
    ...missing(escaped(seller.name) === '', 'company.name', sentence('The name of the shop: in Settings.')),
    ...missing(
      escaped(buyer.name) === '',
      'name',
      sentence('The name of the buyer, in characters that can be written.'),
    ),
    ...lines.flatMap(({ name }, index) =>
      missing(
        escaped(name) === '',
        `lines.${index}.tool`,
        sentence('The name of the product, in characters that can be written.'),
      ),
    ),
  ];
}

function taxFacts({ tax, seller, buyer }: EInvoice): Complaint[] {
  const needsIdentifier = tax.category === 'K' || tax.category === 'G';
  const hasNumber = vatIdentifier(seller) !== '' || (!needsIdentifier && taxRegistration(seller) !== '');
  return [
    ...missing(
      sellerIdentifier(seller, tax) === '',
      'company.registration',
      sentence('A number or an address that identifies the shop: in Settings.'),
    ),
    ...missing(
      tax.category !== 'O' && !hasNumber,
      'company.vatId',
      sentence('The shop’s own VAT number, with the letters of its country: in Settings.'),
    ),
    ...missing(
      tax.category === 'K' && vatIdentifier(buyer) === '',
      'vatId',
      sentence('The buyer’s VAT number: it was not on the order.'),
    ),
    ...missing(
      tax.category === 'S' && tax.percent < LEAST_PERCENT,
      'tax',
      sentence('The rules of e-invoices allow no rate below 0.5 %.'),
    ),
  ];
}

function endpoints({ seller, buyer }: EInvoice): Complaint[] {
  return [
    ...missing(
      !goesByPeppol(seller.peppolId),
      'company.peppolId',
      sentence('The shop’s Peppol address, as scheme:id of a scheme that Peppol delivers to: in Settings.'),
    ),
    ...missing(
      !goesByPeppol(buyer.peppolId),
      'peppolId',
      sentence(
        'The buyer’s Peppol address, of a scheme that Peppol delivers to: the company’s managers give it with the company’s facts. A private buyer has none.',
      ),
    ),
  ];
}

/** The shop's is its contact's, which Germany asks anyway. */
function mailbox({ buyer }: EInvoice): Complaint[] {
  return missing(
    buyer.peppolId === '' && buyer.contact.email === '',
    'invoiceEmail',
    sentence('An e-mail or Peppol address of the buyer: the company’s managers give it with the company’s facts.'),
  );
}
