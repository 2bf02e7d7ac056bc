import { DocumentsOfTools } from '../catalogue/documents.ts';
import {
  EInvoiceFormats,
  EInvoiceQuery,
  InvoiceFormatsQuery,
  InvoiceQuery,
  PackingSlipsQuery,
  Paper,
  PaperQuery,
  ShelfLabelsQuery,
} from './papers.ts';
import { PaperPreviewQuery } from '../office/letter-texts.ts';
import { defineRoutes } from '../route.ts';
import { StreamedFile } from '../sheets.ts';

const paper = {
  query: PaperQuery,
  answer: Paper,
  file: 'application/pdf',
} as const;

/** One that the buyer may have, or staff who read orders. */
const buyersPaper = { ...paper, access: 'signed-in', scopes: ['orders.place', 'orders.read', 'buyer.orders'] } as const;

const pricedPaper = { ...buyersPaper, hasPrices: true } as const;

/** One of several that an order may have. */
const numbered = { ...pricedPaper, query: InvoiceQuery } as const;

const buyersXml = { ...pricedPaper, query: EInvoiceQuery, file: 'application/xml' } as const;

/** The papers of an order. */
export const paperRoutes = defineRoutes({
  receipt: {
    ...pricedPaper,
    call: 'GET /order/:id/receipt.pdf',
    summary: 'The receipt of a paid order; for staff, of any order',
    errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_PAID'],
  },
  invoice: {
    ...numbered,
    call: 'GET /order/:id/invoice.pdf',
    summary: 'An invoice of an order that is paid or owed; for staff, of any order',
    errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_PAID', 'NO_INVOICE'],
  },
  creditNote: {
    ...numbered,
    call: 'GET /order/:id/refund/:refund/credit-note.pdf',
    summary: 'The credit note for a refund; for staff, of any order',
    errors: ['ORDER_NOT_FOUND', 'NO_CREDIT_NOTE'],
  },
  invoiceXml: {
    ...buyersXml,
    call: 'GET /order/:id/invoice.xml',
    summary: 'An invoice as an e-invoice, always the same bytes; for staff, of any order',
    errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_PAID', 'NO_INVOICE', 'INVOICE_FACTS_MISSING'],
  },
  creditNoteXml: {
    ...buyersXml,
    call: 'GET /order/:id/refund/:refund/credit-note.xml',
    summary: 'The credit note as an e-invoice, always the same bytes; for staff, of any order',
    errors: ['ORDER_NOT_FOUND', 'NO_CREDIT_NOTE', 'INVOICE_FACTS_MISSING'],
  },
  invoiceFormats: {
    call: 'GET /order/:id/invoice-formats',
    access: 'signed-in',
    scopes: ['orders.place', 'orders.read', 'buyer.orders'],
    summary: 'The e-invoice formats available for an invoice; for staff, of any order',
    query: InvoiceFormatsQuery,
    answer: EInvoiceFormats,
    errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_PAID', 'NO_INVOICE'],
  },
  creditNoteFormats: {
    call: 'GET /order/:id/refund/:refund/credit-note-formats',
    access: 'signed-in',
    scopes: ['orders.place', 'orders.read', 'buyer.orders'],
    summary: 'The e-invoice formats available for the credit note; for staff, of any order',
    query: InvoiceFormatsQuery,
    answer: EInvoiceFormats,
    errors: ['ORDER_NOT_FOUND', 'NO_CREDIT_NOTE'],
  },
  proForma: {
    ...pricedPaper,
    call: 'GET /order/:id/pro-forma.pdf',
    summary: 'The pro forma invoice of an unpaid order: what it costs and how to pay it; for staff, of any order',
    errors: ['ORDER_NOT_FOUND', 'APPROVAL_NEEDED', 'ORDER_PAID', 'ORDER_OPEN'],
  },
  previewPaper: {
    call: 'POST /paper-preview',
    access: 'staff:settings',
    summary: 'A pro forma invoice of the newest order with texts that are not saved yet',
    body: PaperPreviewQuery,
    answer: Paper,
    file: 'application/pdf',
    key: 'none',
  },
  certificates: {
    call: 'GET /order/:id/certificates.zip',
    access: 'signed-in',
    scopes: ['orders.place', 'orders.read', 'buyer.orders'],
    summary: 'The current certificates of all tools in an order; for staff, of any order',
    answer: StreamedFile,
    file: 'application/zip',
    errors: ['ORDER_NOT_FOUND', 'DOCUMENT_NOT_FOUND'],
  },
  orderDocuments: {
    call: 'GET /order/:id/documents',
    access: 'signed-in',
    scopes: ['orders.place', 'orders.read', 'buyer.orders'],
    summary:
      'The current data sheets, certificates and other documents of all tools in an order; for staff, of any order',
    answer: DocumentsOfTools,
    errors: ['ORDER_NOT_FOUND'],
  },
  deliveryNote: {
    ...buyersPaper,
    call: 'GET /order/:id/shipment/:shipment/delivery-note.pdf',
    summary: 'The delivery note of a shipment, without prices; for staff, of any order',
    errors: ['ORDER_NOT_FOUND', 'NO_DELIVERY_NOTE'],
  },
  shipmentLabel: {
    ...paper,
    call: 'GET /order/:id/shipment/:shipment/label.pdf',
    access: 'staff:orders.ship',
    summary: 'A label for the parcel: four lines of address and its number, on A6 or 4 by 6 inches',
    errors: ['ORDER_NOT_FOUND', 'NO_DELIVERY_NOTE'],
  },
  packingSlip: {
    ...paper,
    call: 'GET /order/:id/packing-slip.pdf',
    access: 'staff:orders.ship',
    summary: 'The packing slip for what is left to pack of an order, without prices',
    errors: ['ORDER_NOT_FOUND'],
  },
  packingSlips: {
    ...paper,
    call: 'GET /orders/packing-slips.pdf',
    access: 'staff:orders.ship',
    summary: 'The packing slips of up to 100 orders in one document',
    query: PackingSlipsQuery,
    errors: ['ORDER_NOT_FOUND'],
  },
  shelfLabels: {
    ...paper,
    call: 'GET /shelf-labels.pdf',
    access: 'staff:supply',
    summary: 'Labels for the shelves of up to 300 tools: number, name, bin, and a code for a scanner',
    query: ShelfLabelsQuery,
    errors: ['TOOL_NOT_FOUND'],
  },
});
