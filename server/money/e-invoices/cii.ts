import {
  amount,
  countryCode,
  endpoint,
  exemption,
  extraCode,
  isIban,
  paymentMeansCode,
  sellerIdentifier,
  sumOf,
  taxRegistration,
  typeCode,
  vatIdentifier,
} from './codes.ts';
import type { EInvoice, InvoiceLine, InvoiceTax, Party, PartyAddress } from '#server/buying/order-tables/e-invoice.ts';
import { type Element, xmlOf } from './xml.ts';

const GUIDELINE = 'urn:cen.eu:en16931:2017';
const UNCEFACT = 'urn:un:unece:uncefact:data:standard:';
/** UNCL 2379: a day as YYYYMMDD. */
const DAY_FORMAT = '102';

/** UN/CEFACT Cross Industry Invoice by EN 16931, as Factur-X carries it; elements stand in the order of the schema. */
export function ciiOf(invoice: EInvoice): string {
  return xmlOf([
    'rsm:CrossIndustryInvoice',
    [
      ['rsm:ExchangedDocumentContext', [['ram:GuidelineSpecifiedDocumentContextParameter', [['ram:ID', GUIDELINE]]]]],
      [
        'rsm:ExchangedDocument',
        [
          ['ram:ID', invoice.number],
          ['ram:TypeCode', typeCode(invoice)],
          ['ram:IssueDateTime', [day('udt', invoice.issuedOn)]],
          ['ram:IncludedNote', [['ram:Content', invoice.note]]],
        ],
      ],
      [
        'rsm:SupplyChainTradeTransaction',
        [
          ...invoice.lines.map((line, index) => lineOf(line, index, invoice.tax)),
          agreement(invoice),
          [
            'ram:ApplicableHeaderTradeDelivery',
            [
              [
                'ram:ShipToTradeParty',
                [
                  ['ram:Name', invoice.deliverTo.name],
                  ['ram:PostalTradeAddress', address(invoice.deliverTo.address)],
                ],
              ],
              ['ram:ActualDeliverySupplyChainEvent', [['ram:OccurrenceDateTime', [day('udt', invoice.suppliedOn)]]]],
            ],
          ],
          settlement(invoice),
        ],
      ],
    ],
    {
      'xmlns:rsm': `${UNCEFACT}CrossIndustryInvoice:100`,
      'xmlns:ram': `${UNCEFACT}ReusableAggregateBusinessInformationEntity:100`,
      'xmlns:qdt': `${UNCEFACT}QualifiedDataType:100`,
      'xmlns:udt': `${UNCEFACT}UnqualifiedDataType:100`,
    },
  ]);
}

function day(namespace: 'udt' | 'qdt', on: string): Element {
  return [`${namespace}:DateTimeString`, on.replaceAll('-', ''), { format: DAY_FORMAT }];
}

function lineOf(line: InvoiceLine, index: number, tax: InvoiceTax): Element {
  return [
    'ram:IncludedSupplyChainTradeLineItem',
    [
      ['ram:AssociatedDocumentLineDocument', [['ram:LineID', index + 1]]],
      [
        'ram:SpecifiedTradeProduct',
        [
          ['ram:SellerAssignedID', line.sku],
          ['ram:BuyerAssignedID', line.buyerNumber],
          ['ram:Name', line.name],
          ['ram:OriginTradeCountry', [['ram:ID', line.origin && countryCode(line.origin)]]],
        ],
      ],
      [
        'ram:SpecifiedLineTradeAgreement',
        [['ram:NetPriceProductTradePrice', [['ram:ChargeAmount', amount(line.unitCents)]]]],
      ],
      ['ram:SpecifiedLineTradeDelivery', [['ram:BilledQuantity', line.quantity, { unitCode: line.unitCode }]]],
      [
        'ram:SpecifiedLineTradeSettlement',
        [
          ['ram:ApplicableTradeTax', taxOf(tax)],
          ['ram:SpecifiedTradeSettlementLineMonetarySummation', [['ram:LineTotalAmount', amount(line.cents)]]],
        ],
      ],
    ],
  ];
}

function taxOf({ category, percent }: InvoiceTax): (Element | null)[] {
  return [
    ['ram:TypeCode', 'VAT'],
    ['ram:CategoryCode', category],
    category === 'O' ? null : ['ram:RateApplicablePercent', percent],
  ];
}

function agreement(invoice: EInvoice): Element {
  return [
    'ram:ApplicableHeaderTradeAgreement',
    [
      ['ram:BuyerReference', invoice.buyerReference],
      ['ram:SellerTradeParty', party(invoice.seller, invoice.tax, true)],
      ['ram:BuyerTradeParty', party(invoice.buyer, invoice.tax, false)],
      ['ram:SellerOrderReferencedDocument', [['ram:IssuerAssignedID', invoice.orderNumber]]],
      ['ram:BuyerOrderReferencedDocument', [['ram:IssuerAssignedID', invoice.purchaseOrder]]],
    ],
  ];
}

function party(who: Party, tax: InvoiceTax, isSeller: boolean): (Element | null)[] {
  const peppol = endpoint(who.peppolId);
  // Where nothing is subject to VAT, no VAT identifier may be named.
  const vatId = tax.category === 'O' ? '' : vatIdentifier(who);
  const registration = isSeller ? taxRegistration(who) : '';
  const { name, phone, email } = who.contact;
  return [
    ['ram:ID', isSeller ? sellerIdentifier(who, tax) : null],
    ['ram:Name', who.name],
    ['ram:SpecifiedLegalOrganization', [['ram:ID', who.registration]]],
    [
      'ram:DefinedTradeContact',
      [
        ['ram:PersonName', name],
        ['ram:TelephoneUniversalCommunication', [['ram:CompleteNumber', phone]]],
        ['ram:EmailURIUniversalCommunication', [['ram:URIID', email]]],
      ],
    ],
    ['ram:PostalTradeAddress', address(who.address)],
    ['ram:URIUniversalCommunication', [['ram:URIID', peppol?.id ?? null, { schemeID: peppol?.scheme ?? '' }]]],
    ['ram:SpecifiedTaxRegistration', [['ram:ID', vatId, { schemeID: 'VA' }]]],
    ['ram:SpecifiedTaxRegistration', [['ram:ID', registration, { schemeID: 'FC' }]]],
  ];
}

function address({
  lines: [street = '', second = '', ...more],
  city,
  postalCode,
  state,
  country,
}: PartyAddress): Element[] {
  return [
    ['ram:PostcodeCode', postalCode],
    ['ram:LineOne', street],
    ['ram:LineTwo', second],
    ['ram:LineThree', more.join(', ')],
    ['ram:CityName', city],
    ['ram:CountryID', countryCode(country)],
    ['ram:CountrySubDivisionName', state],
  ];
}

function settlement(invoice: EInvoice): Element {
  const { payment, tax, corrects } = invoice;
  const exempt = exemption(tax);
  const due = invoice.dueCents > 0 && invoice.dueOn !== null ? invoice.dueOn : null;
  const account = payment.how === 'transfer' ? payment.account : null;
  return [
    'ram:ApplicableHeaderTradeSettlement',
    [
      ['ram:PaymentReference', payment.reference],
      ['ram:InvoiceCurrencyCode', invoice.currency],
      [
        'ram:SpecifiedTradeSettlementPaymentMeans',
        [
          ['ram:TypeCode', paymentMeansCode(payment)],
          [
            'ram:PayeePartyCreditorFinancialAccount',
            account === null
              ? []
              : [
                  isIban(account.iban) ? ['ram:IBANID', account.iban] : null,
                  ['ram:AccountName', account.holder],
                  isIban(account.iban) ? null : ['ram:ProprietaryID', account.iban],
                ],
          ],
          ['ram:PayeeSpecifiedCreditorFinancialInstitution', [['ram:BICID', account?.bic ?? null]]],
        ],
      ],
      [
        'ram:ApplicableTradeTax',
        [
          ['ram:CalculatedAmount', amount(tax.cents)],
          ['ram:TypeCode', 'VAT'],
          exempt === null ? null : ['ram:ExemptionReason', exempt.reason],
          ['ram:BasisAmount', amount(invoice.netCents)],
          ['ram:CategoryCode', tax.category],
          exempt === null ? null : ['ram:ExemptionReasonCode', exempt.code],
          tax.category === 'O' ? null : ['ram:RateApplicablePercent', tax.percent],
        ],
      ],
      ...invoice.extras.map(({ name, cents }): Element => [
        'ram:SpecifiedTradeAllowanceCharge',
        [
          ['ram:ChargeIndicator', [['udt:Indicator', String(cents >= 0)]]],
          ['ram:ActualAmount', amount(Math.abs(cents))],
          ['ram:ReasonCode', extraCode(cents)],
          ['ram:Reason', name],
          ['ram:CategoryTradeTax', taxOf(tax)],
        ],
      ]),
      [
        'ram:SpecifiedTradePaymentTerms',
        [['ram:Description', payment.terms], due === null ? null : ['ram:DueDateDateTime', [day('udt', due)]]],
      ],
      ['ram:SpecifiedTradeSettlementHeaderMonetarySummation', totals(invoice)],
      corrects === null
        ? null
        : [
            'ram:InvoiceReferencedDocument',
            [
              ['ram:IssuerAssignedID', corrects.number],
              ['ram:FormattedIssueDateTime', [day('qdt', corrects.issuedOn)]],
            ],
          ],
      ['ram:ReceivableSpecifiedTradeAccountingAccount', [['ram:ID', invoice.costCentre ?? null]]],
    ],
  ];
}

function totals(invoice: EInvoice): (Element | null)[] {
  const charged = sumOf(invoice.extras.filter(({ cents }) => cents >= 0));
  const takenOff = -sumOf(invoice.extras.filter(({ cents }) => cents < 0));
  return [
    ['ram:LineTotalAmount', amount(sumOf(invoice.lines))],
    charged > 0 ? ['ram:ChargeTotalAmount', amount(charged)] : null,
    takenOff > 0 ? ['ram:AllowanceTotalAmount', amount(takenOff)] : null,
    ['ram:TaxBasisTotalAmount', amount(invoice.netCents)],
    ['ram:TaxTotalAmount', amount(invoice.tax.cents), { currencyID: invoice.currency }],
    ['ram:GrandTotalAmount', amount(invoice.totalCents)],
    ['ram:TotalPrepaidAmount', amount(invoice.paidCents)],
    ['ram:DuePayableAmount', amount(invoice.dueCents)],
  ];
}
