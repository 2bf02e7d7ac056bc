import type { Element } from '#server/buying/punchout/cxml-read.ts';

/**
 * What of the standard's document types (cXML 1.2: Fulfill, InvoiceDetail) concerns what the shop sends: what elements hold, in which
 * order, and which attributes they must have. In own words: the types themselves are not kept here.
 */
const MODELS: Record<string, { holds?: RegExp; needs?: string[] }> = {
  cXML: { holds: /^Header Request $/, needs: ['payloadID', 'timestamp'] },
  Header: { holds: /^From To Sender $/ },
  From: { holds: /^(Credential )+$/ },
  To: { holds: /^(Credential )+$/ },
  Sender: { holds: /^(Credential )+UserAgent $/ },
  Credential: { holds: /^Identity (SharedSecret )?$/, needs: ['domain'] },
  ConfirmationRequest: { holds: /^ConfirmationHeader OrderReference (ConfirmationItem )*$/ },
  ConfirmationHeader: { holds: /^(DocumentReference )?$/, needs: ['type', 'noticeDate', 'operation'] },
  OrderReference: { holds: /^DocumentReference $/, needs: ['orderID'] },
  DocumentReference: { holds: /^$/, needs: ['payloadID'] },
  ConfirmationItem: { holds: /^UnitOfMeasure (ConfirmationStatus )+$/, needs: ['quantity', 'lineNumber'] },
  ConfirmationStatus: { holds: /^UnitOfMeasure $/, needs: ['quantity', 'type'] },
  ShipNoticeRequest: { holds: /^ShipNoticeHeader (ShipControl )*(ShipNoticePortion )+$/ },
  ShipNoticeHeader: { holds: /^$/, needs: ['shipmentID', 'noticeDate', 'shipmentDate'] },
  ShipControl: { holds: /^(CarrierIdentifier )+(ShipmentIdentifier )+$/ },
  CarrierIdentifier: { needs: ['domain'] },
  ShipNoticePortion: { holds: /^OrderReference (ShipNoticeItem )*$/ },
  ShipNoticeItem: { holds: /^ItemID UnitOfMeasure $/, needs: ['quantity', 'lineNumber'] },
  InvoiceDetailRequest: {
    holds: /^InvoiceDetailRequestHeader (InvoiceDetailOrder )+InvoiceDetailSummary $/,
  },
  InvoiceDetailRequestHeader: {
    holds:
      /^InvoiceDetailHeaderIndicator InvoiceDetailLineIndicator (InvoicePartner )*(InvoiceIDInfo )?(PaymentTerm )*(Comments )?$/,
    needs: ['invoiceID', 'purpose', 'operation', 'invoiceDate'],
  },
  InvoicePartner: { holds: /^Contact (IdReference )*$/ },
  Contact: { holds: /^Name (PostalAddress )*$/ },
  PostalAddress: { holds: /^(Street )+City (State )?(PostalCode )?Country $/ },
  Country: { needs: ['isoCountryCode'] },
  InvoiceDetailOrder: { holds: /^InvoiceDetailOrderInfo (InvoiceDetailItem )+$/ },
  InvoiceDetailOrderInfo: { holds: /^OrderReference $/ },
  InvoiceDetailItem: {
    holds: /^UnitOfMeasure UnitPrice (PriceBasisQuantity )?InvoiceDetailItemReference SubtotalAmount (NetAmount )?$/,
    needs: ['invoiceLineNumber', 'quantity'],
  },
  PriceBasisQuantity: { holds: /^UnitOfMeasure (Description )?$/, needs: ['quantity', 'conversionFactor'] },
  InvoiceDetailItemReference: { holds: /^ItemID (Description )?$/, needs: ['lineNumber'] },
  ItemID: { holds: /^SupplierPartID (SupplierPartAuxiliaryID )?(BuyerPartID )?$/ },
  InvoiceDetailSummary: {
    holds: /^SubtotalAmount Tax (ShippingAmount )?(GrossAmount )?NetAmount (DepositAmount )?(DueAmount )?$/,
  },
  Tax: { holds: /^Money Description (TaxDetail )*$/ },
  TaxDetail: { holds: /^(TaxableAmount )?TaxAmount (TaxLocation )?(Description )?$/, needs: ['category'] },
  Money: { holds: /^$/, needs: ['currency'] },
};

/** What of a document is not as the standard has it. */
export function againstTheModels(element: Element, way = element.name): string[] {
  const { holds, needs = [] } = MODELS[element.name] ?? {};
  const inner = element.children.map(({ name }) => `${name} `).join('');
  return [
    ...(holds && !holds.test(inner) ? [`${way} holds ${inner}`] : []),
    ...needs.filter((name) => !element.attributes.get(name)).map((name) => `${way} has no ${name}`),
    ...element.children.flatMap((child) => againstTheModels(child, `${way}/${child.name}`)),
  ];
}
