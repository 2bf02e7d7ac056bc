import {
  amount,
  countryCode,
  endpoint,
  exemption,
  extraCode,
  legalIdentifier,
  paymentMeansCode,
  peppolMeansCode,
  sellerIdentifier,
  sumOf,
  taxRegistration,
  typeCode,
  vatIdentifier,
} from './codes.ts';
import type { EInvoice, InvoiceLine, InvoiceTax, Party, PartyAddress } from '#server/buying/order-tables/e-invoice.ts';
import { type Element, xmlOf } from './xml.ts';

type UblProfile = 'peppol' | 'xrechnung';

const CUSTOMIZATION: Record<UblProfile, string> = {
  peppol: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
};
const BILLING_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd:';

/** UBL 2.1 as Peppol BIS Billing 3 or as XRechnung; elements stand in the order of the schema. */
export function ublOf(invoice: EInvoice, profile: UblProfile): string {
  const isInvoice = invoice.kind === 'invoice';
  const root = isInvoice ? 'Invoice' : 'CreditNote';
  const { currency, payment } = invoice;
  const money = (name: string, cents: number): Element => [name, amount(cents), { currencyID: currency }];
  const due = invoice.dueCents > 0 ? invoice.dueOn : null;
  return xmlOf([
    root,
    [
      ['cbc:CustomizationID', CUSTOMIZATION[profile]],
      ['cbc:ProfileID', BILLING_PROCESS],
      ['cbc:ID', invoice.number],
      ['cbc:IssueDate', invoice.issuedOn],
      isInvoice ? ['cbc:DueDate', due] : null,
      [`cbc:${root}TypeCode`, typeCode(invoice)],
      ['cbc:Note', invoice.note],
      ['cbc:DocumentCurrencyCode', currency],
      ['cbc:AccountingCost', invoice.costCentre ?? null],
      ['cbc:BuyerReference', invoice.buyerReference],
      [
        'cac:OrderReference',
        [
          // The rules ask for a number where the seller's own is given, and name what to say where there is none.
          ['cbc:ID', invoice.purchaseOrder.trim() || 'NA'],
          ['cbc:SalesOrderID', invoice.orderNumber],
        ],
      ],
      billingReference(invoice),
      ['cac:AccountingSupplierParty', [party(invoice.seller, invoice.tax, profile, true)]],
      ['cac:AccountingCustomerParty', [party(invoice.buyer, invoice.tax, profile, false)]],
      [
        'cac:Delivery',
        [
          ['cbc:ActualDeliveryDate', invoice.suppliedOn],
          ['cac:DeliveryLocation', [['cac:Address', address(invoice.deliverTo.address)]]],
          ['cac:DeliveryParty', [['cac:PartyName', [['cbc:Name', invoice.deliverTo.name]]]]],
        ],
      ],
      [
        'cac:PaymentMeans',
        [
          ['cbc:PaymentMeansCode', profile === 'peppol' ? peppolMeansCode(invoice) : paymentMeansCode(payment)],
          isInvoice ? null : ['cbc:PaymentDueDate', due],
          ['cbc:PaymentID', payment.reference],
          payment.how === 'transfer' && payment.account !== null
            ? [
                'cac:PayeeFinancialAccount',
                [
                  ['cbc:ID', payment.account.iban],
                  ['cbc:Name', payment.account.holder],
                  ['cac:FinancialInstitutionBranch', [['cbc:ID', payment.account.bic]]],
                ],
              ]
            : null,
        ],
      ],
      ['cac:PaymentTerms', [['cbc:Note', payment.terms]]],
      ...invoice.extras.map(({ name, cents }): Element => [
        'cac:AllowanceCharge',
        [
          ['cbc:ChargeIndicator', String(cents >= 0)],
          ['cbc:AllowanceChargeReasonCode', extraCode(cents)],
          ['cbc:AllowanceChargeReason', name],
          money('cbc:Amount', Math.abs(cents)),
          taxCategory('cac:TaxCategory', invoice.tax),
        ],
      ]),
      [
        'cac:TaxTotal',
        [
          money('cbc:TaxAmount', invoice.tax.cents),
          [
            'cac:TaxSubtotal',
            [
              money('cbc:TaxableAmount', invoice.netCents),
              money('cbc:TaxAmount', invoice.tax.cents),
              breakdown(invoice, profile),
            ],
          ],
        ],
      ],
      ['cac:LegalMonetaryTotal', totals(invoice, money)],
      ...invoice.lines.map((line, index) => lineOf(line, index, invoice, money)),
    ],
    {
      xmlns: `${UBL}${root}-2`,
      'xmlns:cac': `${UBL}CommonAggregateComponents-2`,
      'xmlns:cbc': `${UBL}CommonBasicComponents-2`,
    },
  ]);
}

function billingReference({ corrects }: EInvoice): Element | null {
  if (corrects === null) return null;
  return [
    'cac:BillingReference',
    [
      [
        'cac:InvoiceDocumentReference',
        [
          ['cbc:ID', corrects.number],
          ['cbc:IssueDate', corrects.issuedOn],
        ],
      ],
    ],
  ];
}

function party(who: Party, tax: InvoiceTax, profile: UblProfile, isSeller: boolean): Element {
  const peppol = endpoint(who.peppolId);
  const mailbox = profile === 'xrechnung' && who.contact.email !== '' ? { scheme: 'EM', id: who.contact.email } : null;
  const to = peppol ?? mailbox;
  // Where nothing is subject to VAT, no VAT identifier may be named.
  const vatId = tax.category === 'O' ? '' : vatIdentifier(who);
  const registration = isSeller ? taxRegistration(who) : '';
  const legal = legalIdentifier(who);
  const scheme = (id: string, name: string): Element | null =>
    id === ''
      ? null
      : [
          'cac:PartyTaxScheme',
          [
            ['cbc:CompanyID', id],
            ['cac:TaxScheme', [['cbc:ID', name]]],
          ],
        ];
  return [
    'cac:Party',
    [
      ['cbc:EndpointID', to?.id ?? null, { schemeID: to?.scheme ?? '' }],
      ['cac:PartyIdentification', [['cbc:ID', isSeller ? sellerIdentifier(who, tax) : null]]],
      ['cac:PartyName', [['cbc:Name', who.name]]],
      ['cac:PostalAddress', address(who.address)],
      scheme(vatId, 'VAT'),
      scheme(registration, 'TAX'),
      [
        'cac:PartyLegalEntity',
        [
          ['cbc:RegistrationName', who.name],
          ['cbc:CompanyID', legal?.id ?? null, legal?.scheme ? { schemeID: legal.scheme } : {}],
        ],
      ],
      [
        'cac:Contact',
        [
          ['cbc:Name', who.contact.name],
          ['cbc:Telephone', who.contact.phone],
          ['cbc:ElectronicMail', who.contact.email],
        ],
      ],
    ],
  ];
}

function address({ lines: [street = '', ...more], city, postalCode, state, country }: PartyAddress): Element[] {
  return [
    ['cbc:StreetName', street],
    ['cbc:AdditionalStreetName', more[0] ?? null],
    ['cbc:CityName', city],
    ['cbc:PostalZone', postalCode],
    ['cbc:CountrySubentity', state],
    ['cac:AddressLine', [['cbc:Line', more.slice(1).join(', ')]]],
    ['cac:Country', [['cbc:IdentificationCode', countryCode(country)]]],
  ];
}

function taxCategory(name: string, tax: InvoiceTax): Element {
  return [
    name,
    [
      ['cbc:ID', tax.category],
      tax.category === 'O' ? null : ['cbc:Percent', tax.percent],
      ['cac:TaxScheme', [['cbc:ID', 'VAT']]],
    ],
  ];
}

function breakdown({ tax, seller, buyer }: EInvoice, profile: UblProfile): Element {
  const exempt = exemption(tax);
  // Germany asks for a rate where there is none to name (BR-DE-14), by Peppol of those that are both German (DE-R-014).
  const isGerman = profile === 'xrechnung' || (seller.address.country === 'DE' && buyer.address.country === 'DE');
  const hasPercent = tax.category !== 'O' || isGerman;
  return [
    'cac:TaxCategory',
    [
      ['cbc:ID', tax.category],
      hasPercent ? ['cbc:Percent', tax.percent] : null,
      exempt === null ? null : ['cbc:TaxExemptionReasonCode', exempt.code],
      exempt === null ? null : ['cbc:TaxExemptionReason', exempt.reason],
      ['cac:TaxScheme', [['cbc:ID', 'VAT']]],
    ],
  ];
}

function totals(invoice: EInvoice, money: (name: string, cents: number) => Element): (Element | null)[] {
  const charged = sumOf(invoice.extras.filter(({ cents }) => cents >= 0));
  const takenOff = -sumOf(invoice.extras.filter(({ cents }) => cents < 0));
  return [
    money('cbc:LineExtensionAmount', sumOf(invoice.lines)),
    money('cbc:TaxExclusiveAmount', invoice.netCents),
    money('cbc:TaxInclusiveAmount', invoice.totalCents),
    takenOff > 0 ? money('cbc:AllowanceTotalAmount', takenOff) : null,
    charged > 0 ? money('cbc:ChargeTotalAmount', charged) : null,
    money('cbc:PrepaidAmount', invoice.paidCents),
    money('cbc:PayableAmount', invoice.dueCents),
  ];
}

function lineOf(
  line: InvoiceLine,
  index: number,
  { kind, tax }: EInvoice,
  money: (name: string, cents: number) => Element,
): Element {
  const [name, quantity] =
    kind === 'invoice' ? ['InvoiceLine', 'InvoicedQuantity'] : ['CreditNoteLine', 'CreditedQuantity'];
  return [
    `cac:${name}`,
    [
      ['cbc:ID', index + 1],
      [`cbc:${quantity}`, line.quantity, { unitCode: line.unitCode }],
      money('cbc:LineExtensionAmount', line.cents),
      [
        'cac:Item',
        [
          ['cbc:Name', line.name],
          ['cac:BuyersItemIdentification', [['cbc:ID', line.buyerNumber]]],
          ['cac:SellersItemIdentification', [['cbc:ID', line.sku]]],
          ['cac:OriginCountry', [['cbc:IdentificationCode', line.origin && countryCode(line.origin)]]],
          taxCategory('cac:ClassifiedTaxCategory', tax),
        ],
      ],
      ['cac:Price', [money('cbc:PriceAmount', line.unitCents)]],
    ],
  ];
}
