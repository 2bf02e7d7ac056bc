import {
  amount,
  countryCode,
  endpoint,
  exemption,
  extraCode,
  legalIdentifier,
  paymentMeansCode,
  paymentTerms,
  peppolMeansCode,
  periodStart,
  sellerIdentifier,
  sumOf,
  taxRegistration,
  typeCode,
  vatIdentifier,
} from './codes.ts';
import type { EInvoice, InvoiceLine, InvoiceTax, Party, PartyAddress } from '#server/buying/order-tables/e-invoice.ts';
import { type Elements, xmlOf } from './xml.ts';

type UblProfile = 'peppol' | 'xrechnung';
/** An amount in the currency of the invoice. */
type Money = (cents: number) => Elements;

const CUSTOMIZATION: Record<UblProfile, string> = {
  peppol: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
};
const BILLING_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';
const VAT = { 'cbc:ID': 'VAT' };

/** UBL 2.1 as Peppol BIS Billing 3 or as XRechnung; elements stand in the order of the schema. */
export function ublOf(invoice: EInvoice, profile: UblProfile): string {
  const isInvoice = invoice.kind === 'invoice';
  const root = isInvoice ? 'Invoice' : 'CreditNote';
  const { currency, payment, corrects, deliverTo, tax } = invoice;
  const money: Money = (cents) => ({ '@currencyID': currency, '#': amount(cents) });
  const due = invoice.dueCents > 0 ? invoice.dueOn : null;
  const account = payment.how === 'transfer' ? payment.account : null;
  return xmlOf(root, {
    '@xmlns': `${UBL}${root}-2`,
    '@xmlns:cac': `${UBL}CommonAggregateComponents-2`,
    '@xmlns:cbc': `${UBL}CommonBasicComponents-2`,
    'cbc:CustomizationID': CUSTOMIZATION[profile],
    'cbc:ProfileID': BILLING_PROCESS,
    'cbc:ID': invoice.number,
    'cbc:IssueDate': invoice.issuedOn,
    'cbc:DueDate': isInvoice ? due : null,
    [`cbc:${root}TypeCode`]: typeCode(invoice),
    'cbc:Note': invoice.note,
    'cbc:DocumentCurrencyCode': currency,
    'cbc:AccountingCost': invoice.costCentre ?? null,
    'cbc:BuyerReference': invoice.buyerReference,
    'cac:InvoicePeriod': { 'cbc:StartDate': periodStart(invoice) },
    'cac:OrderReference': {
      // The rules ask for a number where the seller's own is given, and name what to say where there is none.
      'cbc:ID': invoice.purchaseOrder.trim() || 'NA',
      'cbc:SalesOrderID': invoice.orderNumber,
    },
    'cac:BillingReference': corrects && {
      'cac:InvoiceDocumentReference': { 'cbc:ID': corrects.number, 'cbc:IssueDate': corrects.issuedOn },
    },
    'cac:DespatchDocumentReference': { 'cbc:ID': invoice.despatchAdvice ?? null },
    'cac:AccountingSupplierParty': { 'cac:Party': party(invoice.seller, tax, profile, true) },
    'cac:AccountingCustomerParty': { 'cac:Party': party(invoice.buyer, tax, profile, false) },
    'cac:Delivery': {
      'cbc:ActualDeliveryDate': invoice.suppliedOn,
      'cac:DeliveryLocation': {
        'cac:Address': isGerman(invoice, profile) ? ifWhole(deliverTo.address) : address(deliverTo.address),
      },
      'cac:DeliveryParty': { 'cac:PartyName': { 'cbc:Name': deliverTo.name } },
    },
    'cac:PaymentMeans': {
      'cbc:PaymentMeansCode': profile === 'peppol' ? peppolMeansCode(invoice) : paymentMeansCode(payment),
      'cbc:PaymentDueDate': isInvoice ? null : due,
      'cbc:PaymentID': payment.reference,
      'cac:PayeeFinancialAccount': account && {
        'cbc:ID': account.iban,
        'cbc:Name': account.holder,
        'cac:FinancialInstitutionBranch': { 'cbc:ID': account.bic },
      },
    },
    'cac:PaymentTerms': { 'cbc:Note': paymentTerms(payment) },
    'cac:AllowanceCharge': invoice.extras.map(({ name, cents }) => ({
      'cbc:ChargeIndicator': String(cents >= 0),
      'cbc:AllowanceChargeReasonCode': extraCode(cents),
      'cbc:AllowanceChargeReason': name,
      'cbc:Amount': money(Math.abs(cents)),
      'cac:TaxCategory': taxCategory(tax),
    })),
    'cac:TaxTotal': {
      'cbc:TaxAmount': money(tax.cents),
      'cac:TaxSubtotal': {
        'cbc:TaxableAmount': money(invoice.netCents),
        'cbc:TaxAmount': money(tax.cents),
        'cac:TaxCategory': breakdown(invoice, profile),
      },
    },
    'cac:LegalMonetaryTotal': totals(invoice, money),
    [`cac:${root}Line`]: invoice.lines.map((line, index) => lineOf(line, index, invoice, money)),
  });
}

function party(who: Party, tax: InvoiceTax, profile: UblProfile, isSeller: boolean): Elements {
  const mailbox = profile === 'xrechnung' && who.contact.email !== '' ? { scheme: 'EM', id: who.contact.email } : null;
  const to = endpoint(who.peppolId) ?? mailbox;
  // Where nothing is subject to VAT, no VAT identifier may be named.
  const vatId = tax.category === 'O' ? '' : vatIdentifier(who);
  const registration = isSeller ? taxRegistration(who) : '';
  const legal = legalIdentifier(who);
  return {
    'cbc:EndpointID': to && { '@schemeID': to.scheme, '#': to.id },
    'cac:PartyIdentification': { 'cbc:ID': isSeller ? sellerIdentifier(who, tax) : null },
    'cac:PartyName': { 'cbc:Name': who.name },
    'cac:PostalAddress': address(who.address),
    'cac:PartyTaxScheme': [
      vatId === '' ? null : { 'cbc:CompanyID': vatId, 'cac:TaxScheme': VAT },
      registration === '' ? null : { 'cbc:CompanyID': registration, 'cac:TaxScheme': { 'cbc:ID': 'TAX' } },
    ],
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': who.name,
      'cbc:CompanyID': legal && { '@schemeID': legal.scheme, '#': legal.id },
    },
    'cac:Contact': {
      'cbc:Name': who.contact.name,
      'cbc:Telephone': who.contact.phone,
      'cbc:ElectronicMail': who.contact.email,
    },
  };
}

function address({ lines: [street = '', ...more], city, postalCode, state, country }: PartyAddress): Elements {
  return {
    'cbc:StreetName': street,
    'cbc:AdditionalStreetName': more[0] ?? null,
    'cbc:CityName': city,
    'cbc:PostalZone': postalCode,
    'cbc:CountrySubentity': state,
    'cac:AddressLine': { 'cbc:Line': more.slice(1).join(', ') },
    'cac:Country': { 'cbc:IdentificationCode': countryCode(country) },
  };
}

/** Germany takes no place of delivery without its town and postal code, and asks for none (BR-DE-10, BR-DE-11). */
function ifWhole(place: PartyAddress): Elements | null {
  return place.city === '' || place.postalCode === '' ? null : address(place);
}

/** By Peppol, of those that are both German, what XRechnung asks is asked, too. */
function isGerman({ seller, buyer }: EInvoice, profile: UblProfile): boolean {
  return profile === 'xrechnung' || (seller.address.country === 'DE' && buyer.address.country === 'DE');
}

function taxCategory({ category, percent }: InvoiceTax): Elements {
  return { 'cbc:ID': category, 'cbc:Percent': category === 'O' ? null : percent, 'cac:TaxScheme': VAT };
}

function breakdown(invoice: EInvoice, profile: UblProfile): Elements {
  const { tax } = invoice;
  const exempt = exemption(tax);
  // Germany asks for a rate where there is none to name (BR-DE-14, DE-R-014).
  const hasPercent = tax.category !== 'O' || isGerman(invoice, profile);
  return {
    'cbc:ID': tax.category,
    'cbc:Percent': hasPercent ? tax.percent : null,
    'cbc:TaxExemptionReasonCode': exempt && exempt.code,
    'cbc:TaxExemptionReason': exempt && exempt.reason,
    'cac:TaxScheme': VAT,
  };
}

function totals(invoice: EInvoice, money: Money): Elements {
  const charged = sumOf(invoice.extras.filter(({ cents }) => cents >= 0));
  const takenOff = -sumOf(invoice.extras.filter(({ cents }) => cents < 0));
  return {
    'cbc:LineExtensionAmount': money(sumOf(invoice.lines)),
    'cbc:TaxExclusiveAmount': money(invoice.netCents),
    'cbc:TaxInclusiveAmount': money(invoice.totalCents),
    'cbc:AllowanceTotalAmount': takenOff > 0 ? money(takenOff) : null,
    'cbc:ChargeTotalAmount': charged > 0 ? money(charged) : null,
    'cbc:PrepaidAmount': money(invoice.paidCents),
    'cbc:PayableAmount': money(invoice.dueCents),
  };
}

function lineOf(line: InvoiceLine, index: number, { kind, tax }: EInvoice, money: Money): Elements {
  return {
    'cbc:ID': index + 1,
    [kind === 'invoice' ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity']: {
      '@unitCode': line.unitCode,
      '#': line.quantity,
    },
    'cbc:LineExtensionAmount': money(line.cents),
    'cac:Item': {
      'cbc:Name': line.name,
      'cac:BuyersItemIdentification': { 'cbc:ID': line.buyerNumber },
      'cac:SellersItemIdentification': { 'cbc:ID': line.sku },
      'cac:OriginCountry': { 'cbc:IdentificationCode': line.origin && countryCode(line.origin) },
      'cac:ClassifiedTaxCategory': taxCategory(tax),
    },
    'cac:Price': {
      'cbc:PriceAmount': money(line.unitCents),
      'cbc:BaseQuantity': line.priceUnit === undefined ? null : { '@unitCode': line.unitCode, '#': line.priceUnit },
    },
  };
}
