import { z } from 'zod';
import { DocumentsOfTools } from '../catalogue/documents.ts';
import { EInvoiceQuery, PackingSlipsQuery, Paper, PaperQuery } from './papers.ts';
import { byId, type Route } from '../route.ts';
import { StreamedFile } from '../sheets.ts';
import { Id } from '../text.ts';

const refundOfOrder = z.object({ id: Id, refund: Id });

const paper = {
  method: 'GET',
  query: PaperQuery,
  answer: Paper,
  file: 'application/pdf',
} as const;

/** One that the buyer may have, or staff who read orders. */
const buyersPaper = { ...paper, access: 'signed-in', scopes: ['orders.place', 'orders.read', 'buyer.orders'] } as const;

const buyersXml = { ...buyersPaper, query: EInvoiceQuery, file: 'application/xml' } as const;

/** The papers of an order. */
export const paperRoutes = {
  receipt: {
    ...buyersPaper,
    path: '/order/:id/receipt.pdf',
    summary: 'The receipt of a paid order; of anybody for staff',
    params: byId,
    errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_PAID'],
  },
  invoice: {
    ...buyersPaper,
    path: '/order/:id/invoice.pdf',
    summary: 'The invoice of a paid order; of anybody for staff',
    params: byId,
    errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_PAID'],
  },
  creditNote: {
    ...buyersPaper,
    path: '/order/:id/refund/:refund/credit-note.pdf',
    summary: 'The credit note of money that was given back; of anybody for staff',
    params: refundOfOrder,
    errors: ['ORDER_NOT_FOUND', 'NO_CREDIT_NOTE'],
  },
  invoiceXml: {
    ...buyersXml,
    path: '/order/:id/invoice.xml',
    summary: 'The invoice as an e-invoice, the same bytes for ever; of anybody for staff',
    params: byId,
    errors: ['ORDER_NOT_FOUND', 'ORDER_NOT_PAID', 'INVOICE_FACTS_MISSING'],
  },
  creditNoteXml: {
    ...buyersXml,
    path: '/order/:id/refund/:refund/credit-note.xml',
    summary: 'The credit note as an e-invoice, the same bytes for ever; of anybody for staff',
    params: refundOfOrder,
    errors: ['ORDER_NOT_FOUND', 'NO_CREDIT_NOTE', 'INVOICE_FACTS_MISSING'],
  },
  proForma: {
    ...buyersPaper,
    path: '/order/:id/pro-forma.pdf',
    summary: 'What an unpaid order will cost and how to pay it; of anybody for staff',
    params: byId,
    errors: ['ORDER_NOT_FOUND', 'APPROVAL_NEEDED', 'ORDER_PAID', 'ORDER_OPEN'],
  },
  certificates: {
    method: 'GET',
    path: '/order/:id/certificates.zip',
    access: 'signed-in',
    scopes: ['orders.place', 'orders.read', 'buyer.orders'],
    summary: 'The certificates of all tools of an order, as they are now; of anybody for staff',
    params: byId,
    answer: StreamedFile,
    file: 'application/zip',
    errors: ['ORDER_NOT_FOUND', 'DOCUMENT_NOT_FOUND'],
  },
  orderDocuments: {
    method: 'GET',
    path: '/order/:id/documents',
    access: 'signed-in',
    scopes: ['orders.place', 'orders.read', 'buyer.orders'],
    summary: 'Data sheets, certificates and the like of all tools of an order, as they are now; of anybody for staff',
    params: byId,
    answer: DocumentsOfTools,
    errors: ['ORDER_NOT_FOUND'],
  },
  packingSlip: {
    ...paper,
    path: '/order/:id/packing-slip.pdf',
    access: 'staff:orders.ship',
    summary: 'What is left to pack of an order, without prices',
    params: byId,
    errors: ['ORDER_NOT_FOUND'],
  },
  packingSlips: {
    ...paper,
    path: '/orders/packing-slips.pdf',
    access: 'staff:orders.ship',
    summary: 'The packing slips of up to 100 orders in one document',
    query: PackingSlipsQuery,
    errors: ['ORDER_NOT_FOUND'],
  },
} as const satisfies Record<string, Route>;
