import { moneyNode, node, type XmlNode } from '#server/buying/punchout/cxml-write.ts';
import type { EInvoice, InvoiceLine, Party } from '#server/buying/order-tables/e-invoice.ts';
import { buyersLine, type DocumentedOrder, orderReference, unitNode } from './document-words.ts';

/** The start of a day, since messages have moments and papers have days. */
const momentOf = (day: string) => `${day}T00:00:00+00:00`;

/** An invoice, or a credit note: the same with less than nothing of each line. */
export function invoiceDetail(about: DocumentedOrder, paper: EInvoice): XmlNode {
  const { kind, number, issuedOn, corrects, seller, buyer, currency, lines } = paper;
  const sign = kind === 'credit-note' ? -1n : 1n;
  const money = (cents: number) => moneyNode(sign * BigInt(cents), currency);
  const header = node(
    'InvoiceDetailRequestHeader',
    {
      invoiceID: number,
      invoiceDate: momentOf(issuedOn),
      purpose: kind === 'credit-note' ? 'lineLevelCreditMemo' : 'standard',
      operation: 'new',
    },
    node('InvoiceDetailHeaderIndicator', {}),
    node('InvoiceDetailLineIndicator', {}),
    partner('from', seller),
    partner('billTo', buyer),
    corrects && node('InvoiceIDInfo', { invoiceID: corrects.number, invoiceDate: momentOf(corrects.issuedOn) }),
    paymentTerm(paper),
    paper.note === '' ? null : node('Comments', { 'xml:lang': 'en' }, paper.note),
  );
  return node(
    'InvoiceDetailRequest',
    {},
    header,
    node(
      'InvoiceDetailOrder',
      {},
      node('InvoiceDetailOrderInfo', {}, orderReference(about)),
      ...lines.map((line, index) => itemOf(about, { line, number: index + 1, sign, currency })),
    ),
    summaryOf(paper, money),
  );
}

function partner(role: string, { name, address, vatId }: Party): XmlNode {
  return node(
    'InvoicePartner',
    {},
    node(
      'Contact',
      { role },
      node('Name', { 'xml:lang': 'en' }, name),
      node(
        'PostalAddress',
        {},
        ...(address.lines.length > 0 ? address.lines : ['']).map((line) => node('Street', {}, line)),
        node('City', {}, address.city),
        address.state === '' ? null : node('State', {}, address.state),
        address.postalCode === '' ? null : node('PostalCode', {}, address.postalCode),
        node('Country', { isoCountryCode: address.country }, address.country),
      ),
    ),
    vatId === '' ? null : node('IdReference', { identifier: vatId, domain: 'vatID' }),
  );
}

function paymentTerm({ dueOn, issuedOn }: EInvoice): XmlNode {
  if (dueOn === null) return null;
  const days = Math.round((Date.parse(dueOn) - Date.parse(issuedOn)) / 86_400_000);
  return node('PaymentTerm', { payInNumberOfDays: String(Math.max(0, days)) });
}

interface Numbered {
  line: InvoiceLine;
  number: number;
  sign: bigint;
  currency: string;
}

function itemOf(about: DocumentedOrder, { line, number, sign, currency }: Numbered): XmlNode {
  const { name, sku, quantity, unitCents, priceUnit = 1, cents, buyerNumber } = line;
  const ordered = about.order.lines.find((each) => each.tool === name && (each.sku ?? '') === sku);
  const toolId = ordered?.toolId ?? '';
  const { line: buyers, unit, pieces } = buyersLine(about, toolId, [quantity]);
  return node(
    'InvoiceDetailItem',
    { invoiceLineNumber: String(number), quantity: String(sign * BigInt(quantity / pieces)) },
    unitNode(unit),
    node('UnitPrice', {}, moneyNode(BigInt(unitCents) * BigInt(pieces), currency)),
    priceUnit === 1
      ? null
      : node(
          'PriceBasisQuantity',
          { quantity: String(priceUnit), conversionFactor: '1' },
          unitNode(unit),
          node('Description', { 'xml:lang': 'en' }, `The price is for ${priceUnit} ${unit}`),
        ),
    node(
      'InvoiceDetailItemReference',
      { lineNumber: buyers },
      node(
        'ItemID',
        {},
        node('SupplierPartID', {}, sku === '' ? toolId : sku),
        buyerNumber === '' ? null : node('BuyerPartID', {}, buyerNumber),
      ),
      node('Description', { 'xml:lang': 'en' }, name),
    ),
    node('SubtotalAmount', {}, moneyNode(sign * BigInt(cents), currency)),
    node('NetAmount', {}, moneyNode(sign * BigInt(cents), currency)),
  );
}

/** What is in none of the lines: freight, and what else was charged or taken off. */
function summaryOf(
  { lines, extras, tax, netCents, totalCents, paidCents, dueCents }: EInvoice,
  money: (cents: number) => XmlNode,
) {
  const goods = lines.reduce((sum, { cents }) => sum + cents, 0);
  const others = extras.reduce((sum, { cents }) => sum + cents, 0);
  const text = tax.reason ?? 'Tax';
  return node(
    'InvoiceDetailSummary',
    {},
    node('SubtotalAmount', {}, money(goods)),
    node(
      'Tax',
      {},
      money(tax.cents),
      node('Description', { 'xml:lang': 'en' }, text),
      node(
        'TaxDetail',
        { purpose: 'tax', category: 'vat', percentageRate: String(tax.percent) },
        node('TaxableAmount', {}, money(netCents)),
        node('TaxAmount', {}, money(tax.cents)),
        node('Description', { 'xml:lang': 'en' }, text),
      ),
    ),
    others === 0 ? null : node('ShippingAmount', {}, money(others)),
    node('GrossAmount', {}, money(totalCents)),
    node('NetAmount', {}, money(totalCents)),
    paidCents === 0 ? null : node('DepositAmount', {}, money(paidCents)),
    node('DueAmount', {}, money(dueCents)),
  );
}
