import type { EInvoiceFormat } from '#contract/money/papers.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { userFile } from '#web/session/tab-session.ts';

type Paper = 'invoice' | 'packing-slip' | 'pro-forma' | 'receipt';

/** A paper of an order, as a PDF. @throws ApiError */
export function fetchPaper(paper: Paper, id: string): Promise<Response> {
  return userFile(`GET /order/:id/${paper}.pdf`, { params: { id } });
}

/** The delivery note of a parcel, or the label that sticks on it. @throws ApiError NO_DELIVERY_NOTE */
export function fetchParcelPaper(paper: 'delivery-note' | 'label', id: string, shipment: string): Promise<Response> {
  return userFile(`GET /order/:id/shipment/:shipment/${paper}.pdf`, { params: { id, shipment } });
}

/** The certificates of all that was ordered, as a ZIP. @throws ApiError DOCUMENT_NOT_FOUND where there is none */
export function fetchCertificates(id: string): Promise<Response> {
  return userFile('GET /order/:id/certificates.zip', { params: { id } });
}

/** The invoice of an order as XML. @throws ApiError, with what is missing for the format */
export function fetchEInvoice(id: string, format: EInvoiceFormat): Promise<Response> {
  return userFile('GET /order/:id/invoice.xml', { params: { id }, query: { format } });
}

/** The formats in which the invoice of an order can be had as XML. @param isThere whether it has one */
export function useInvoiceFormats(id: string, isThere: boolean) {
  return usePersonal(
    ['order', id, 'invoice-formats'],
    'GET /order/:id/invoice-formats',
    { params: { id } },
    {
      enabled: isThere,
    },
  );
}

/** The same of the credit note of one of its refunds. */
export function useCreditNoteFormats(id: string, refund: string) {
  const call = 'GET /order/:id/refund/:refund/credit-note-formats';
  return usePersonal(['order', id, 'credit-note-formats', refund], call, { params: { id, refund } });
}

/** The credit note of one of an order's refunds as XML. @throws ApiError, with what is missing for the format */
export function fetchCreditNoteXml(id: string, refund: string, format: EInvoiceFormat): Promise<Response> {
  return userFile('GET /order/:id/refund/:refund/credit-note.xml', { params: { id, refund }, query: { format } });
}

/** The credit note of one of an order's refunds, as a PDF. @throws ApiError */
export function fetchCreditNote(id: string, refund: string): Promise<Response> {
  return userFile('GET /order/:id/refund/:refund/credit-note.pdf', { params: { id, refund } });
}
