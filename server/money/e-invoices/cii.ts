import {
  amount,
  countryCode,
  endpoint,
  exemption,
  extraCode,
  isIban,
  paymentMeansCode,
  paymentTerms,
  periodStart,
  sellerIdentifier,
  sumOf,
  taxRegistration,
  typeCode,
  vatIdentifier,
} from './codes.ts';
import type { EInvoice, InvoiceLine, InvoiceTax, Party, PartyAddress } from '#server/buying/order-tables/e-invoice.ts';
import { type Elements, xmlOf } from './xml.ts';

const GUIDELINE = 'urn:cen.eu:en16931:2017';
const UNCEFACT = 'urn:un:unece:uncefact:data:standard:';
/** UNCL 2379: a day as YYYYMMDD. */
const DAY_FORMAT = '102';

/** UN/CEFACT Cross Industry Invoice by EN 16931, as Factur-X carries it; elements stand in the order of the schema. */
export function ciiOf(invoice: EInvoice): string {
  const { deliverTo, tax } = invoice;
  return xmlOf('rsm:CrossIndustryInvoice', {
    '@xmlns:rsm': `${UNCEFACT}CrossIndustryInvoice:100`,
    '@xmlns:ram': `${UNCEFACT}ReusableAggregateBusinessInformationEntity:100`,
    '@xmlns:qdt': `${UNCEFACT}QualifiedDataType:100`,
    '@xmlns:udt': `${UNCEFACT}UnqualifiedDataType:100`,
    'rsm:ExchangedDocumentContext': { 'ram:GuidelineSpecifiedDocumentContextParameter': { 'ram:ID': GUIDELINE } },
    'rsm:ExchangedDocument': {
      'ram:ID': invoice.number,
      'ram:TypeCode': typeCode(invoice),
      'ram:IssueDateTime': day('udt', invoice.issuedOn),
      'ram:IncludedNote': { 'ram:Content': invoice.note },
    },
    'rsm:SupplyChainTradeTransaction': {
      'ram:IncludedSupplyChainTradeLineItem': invoice.lines.map((line, index) => lineOf(line, index, tax)),
      'ram:ApplicableHeaderTradeAgreement': {
        'ram:BuyerReference': invoice.buyerReference,
        'ram:SellerTradeParty': party(invoice.seller, tax, true),
        'ram:BuyerTradeParty': party(invoice.buyer, tax, false),
        'ram:SellerOrderReferencedDocument': { 'ram:IssuerAssignedID': invoice.orderNumber },
        'ram:BuyerOrderReferencedDocument': { 'ram:IssuerAssignedID': invoice.purchaseOrder },
      },
      'ram:ApplicableHeaderTradeDelivery': {
        'ram:ShipToTradeParty': {
          'ram:Name': deliverTo.name,
          'ram:PostalTradeAddress': address(deliverTo.address),
        },
        'ram:ActualDeliverySupplyChainEvent': {
          'ram:OccurrenceDateTime': invoice.suppliedOn === null ? null : day('udt', invoice.suppliedOn),
        },
        'ram:DespatchAdviceReferencedDocument': { 'ram:IssuerAssignedID': invoice.despatchAdvice ?? null },
      },
      'ram:ApplicableHeaderTradeSettlement': settlement(invoice),
    },
  });
}

function day(namespace: 'udt' | 'qdt', on: string): Elements {
  return { [`${namespace}:DateTimeString`]: { '@format': DAY_FORMAT, '#': on.replaceAll('-', '') } };
}

function lineOf(line: InvoiceLine, index: number, tax: InvoiceTax): Elements {
  return {
    'ram:AssociatedDocumentLineDocument': { 'ram:LineID': index + 1 },
    'ram:SpecifiedTradeProduct': {
      'ram:SellerAssignedID': line.sku,
      'ram:BuyerAssignedID': line.buyerNumber,
      'ram:Name': line.name,
      'ram:OriginTradeCountry': { 'ram:ID': line.origin && countryCode(line.origin) },
    },
    'ram:SpecifiedLineTradeAgreement': {
      'ram:NetPriceProductTradePrice': {
        'ram:ChargeAmount': amount(line.unitCents),
        'ram:BasisQuantity': line.priceUnit === undefined ? null : { '@unitCode': line.unitCode, '#': line.priceUnit },
      },
    },
    'ram:SpecifiedLineTradeDelivery': {
      'ram:BilledQuantity': { '@unitCode': line.unitCode, '#': line.quantity },
    },
    'ram:SpecifiedLineTradeSettlement': {
      'ram:ApplicableTradeTax': taxOf(tax),
      'ram:SpecifiedTradeSettlementLineMonetarySummation': { 'ram:LineTotalAmount': amount(line.cents) },
    },
  };
}

function taxOf({ category, percent }: InvoiceTax): Elements {
  return {
    'ram:TypeCode': 'VAT',
    'ram:CategoryCode': category,
    'ram:RateApplicablePercent': category === 'O' ? null : percent,
  };
}

function party(who: Party, tax: InvoiceTax, isSeller: boolean): Elements {
  const peppol = endpoint(who.peppolId);
  // Where nothing is subject to VAT, no VAT identifier may be named.
  const vatId = tax.category === 'O' ? '' : vatIdentifier(who);
  const registration = isSeller ? taxRegistration(who) : '';
  const { name, phone, email } = who.contact;
  return {
    'ram:ID': isSeller ? sellerIdentifier(who, tax) : null,
    'ram:Name': who.name,
    'ram:SpecifiedLegalOrganization': { 'ram:ID': who.registration },
    'ram:DefinedTradeContact': {
      'ram:PersonName': name,
      'ram:TelephoneUniversalCommunication': { 'ram:CompleteNumber': phone },
      'ram:EmailURIUniversalCommunication': { 'ram:URIID': email },
    },
    'ram:PostalTradeAddress': address(who.address),
    'ram:URIUniversalCommunication': {
      'ram:URIID': peppol && { '@schemeID': peppol.scheme, '#': peppol.id },
    },
    'ram:SpecifiedTaxRegistration': [
      { 'ram:ID': { '@schemeID': 'VA', '#': vatId } },
      { 'ram:ID': { '@schemeID': 'FC', '#': registration } },
    ],
  };
}

function address({
  lines: [street = '', second = '', ...more],
  city,
  postalCode,
  state,
  country,
}: PartyAddress): Elements {
  return {
    'ram:PostcodeCode': postalCode,
    'ram:LineOne': street,
    'ram:LineTwo': second,
    'ram:LineThree': more.join(', '),
    'ram:CityName': city,
    'ram:CountryID': countryCode(country),
    'ram:CountrySubDivisionName': state,
  };
}

function settlement(invoice: EInvoice): Elements {
  const { payment, tax, corrects } = invoice;
  const exempt = exemption(tax);
  const from = periodStart(invoice);
  const account = payment.how === 'transfer' ? payment.account : null;
  return {
    'ram:PaymentReference': payment.reference,
    'ram:InvoiceCurrencyCode': invoice.currency,
    'ram:SpecifiedTradeSettlementPaymentMeans': {
      'ram:TypeCode': paymentMeansCode(payment),
      'ram:PayeePartyCreditorFinancialAccount': account && {
        'ram:IBANID': isIban(account.iban) ? account.iban : null,
        'ram:AccountName': account.holder,
        'ram:ProprietaryID': isIban(account.iban) ? null : account.iban,
      },
      'ram:PayeeSpecifiedCreditorFinancialInstitution': { 'ram:BICID': account && account.bic },
    },
    'ram:ApplicableTradeTax': {
      'ram:CalculatedAmount': amount(tax.cents),
      'ram:TypeCode': 'VAT',
      'ram:ExemptionReason': exempt && exempt.reason,
      'ram:BasisAmount': amount(invoice.netCents),
      'ram:CategoryCode': tax.category,
      'ram:ExemptionReasonCode': exempt && exempt.code,
      'ram:RateApplicablePercent': tax.category === 'O' ? null : tax.percent,
    },
    'ram:BillingSpecifiedPeriod': { 'ram:StartDateTime': from === null ? null : day('udt', from) },
    'ram:SpecifiedTradeAllowanceCharge': invoice.extras.map(({ name, cents }) => ({
      'ram:ChargeIndicator': { 'udt:Indicator': String(cents >= 0) },
      'ram:ActualAmount': amount(Math.abs(cents)),
      'ram:ReasonCode': extraCode(cents),
      'ram:Reason': name,
      'ram:CategoryTradeTax': taxOf(tax),
    })),
    'ram:SpecifiedTradePaymentTerms': {
      'ram:Description': paymentTerms(payment),
      'ram:DueDateDateTime': invoice.dueCents > 0 && invoice.dueOn !== null ? day('udt', invoice.dueOn) : null,
    },
    'ram:SpecifiedTradeSettlementHeaderMonetarySummation': totals(invoice),
    'ram:InvoiceReferencedDocument': corrects && {
      'ram:IssuerAssignedID': corrects.number,
      'ram:FormattedIssueDateTime': day('qdt', corrects.issuedOn),
    },
    'ram:ReceivableSpecifiedTradeAccountingAccount': { 'ram:ID': invoice.costCentre ?? null },
  };
}

function totals(invoice: EInvoice): Elements {
  const charged = sumOf(invoice.extras.filter(({ cents }) => cents >= 0));
  const takenOff = -sumOf(invoice.extras.filter(({ cents }) => cents < 0));
  return {
    'ram:LineTotalAmount': amount(sumOf(invoice.lines)),
    'ram:ChargeTotalAmount': charged > 0 ? amount(charged) : null,
    'ram:AllowanceTotalAmount': takenOff > 0 ? amount(takenOff) : null,
    'ram:TaxBasisTotalAmount': amount(invoice.netCents),
    'ram:TaxTotalAmount': { '@currencyID': invoice.currency, '#': amount(invoice.tax.cents) },
    'ram:GrandTotalAmount': amount(invoice.totalCents),
    'ram:TotalPrepaidAmount': amount(invoice.paidCents),
    'ram:DuePayableAmount': amount(invoice.dueCents),
  };
}
