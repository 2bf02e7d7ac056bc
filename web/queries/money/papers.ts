import type { EInvoiceFormat } from '#contract/money/papers.ts';
import { usePersonal } from '#web/queries/use-personal.ts';
import { userFile } from '#web/session/tab-session.ts';

type Paper = 'invoice' | 'packing-slip' | 'pro-forma' | 'receipt';

/** One of the invoices of an order, as a PDF. @throws ApiError */
export function fetchInvoice(id: string, number: string): Promise<Response> {
  return userFile('GET /order/:id/invoice.pdf', { params: { id }, query: { number } });
}

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

/** An invoice of an order as XML, without a number the first. @throws ApiError, with what is missing for the format */
export function fetchEInvoice(id: string, format: EInvoiceFormat, number?: string): Promise<Response> {
  return userFile('GET /order/:id/invoice.xml', { params: { id }, query: { format, ...withNumber(number) } });
}

/** The formats in which an invoice of an order can be had as XML, without a number the first. @param isThere whether it has one */
export function useInvoiceFormats(id: string, isThere: boolean, number?: string) {
  return usePersonal(
    ['order', id, 'invoice-formats', number ?? ''],
    'GET /order/:id/invoice-formats',
    { params: { id }, query: withNumber(number) },
    { enabled: isThere },
  );
}

function withNumber(number: string | undefined): { number?: string } {
  return number === undefined ? {} : { number };
}

/** The same of a credit note of one of its refunds. */
export function useCreditNoteFormats(id: string, refund: string, number: string) {
  const call = 'GET /order/:id/refund/:refund/credit-note-formats';
  const key = ['order', id, 'credit-note-formats', refund, number] as const;
  return usePersonal(key, call, { params: { id, refund }, query: { number } });
}

/** Which credit note: of a refund there is one for each invoice that it corrects. */
interface CreditNote {
  order: string;
  refund: string;
  number: string;
}

/** A credit note of one of an order's refunds as XML. @throws ApiError, with what is missing for the format */
export function fetchCreditNoteXml(
  { order: id, refund, number }: CreditNote,
  format: EInvoiceFormat,
): Promise<Response> {
  const call = 'GET /order/:id/refund/:refund/credit-note.xml';
  return userFile(call, { params: { id, refund }, query: { format, number } });
}

/** A credit note of one of an order's refunds, as a PDF. @throws ApiError */
export function fetchCreditNote({ order: id, refund, number }: CreditNote): Promise<Response> {
  return userFile('GET /order/:id/refund/:refund/credit-note.pdf', { params: { id, refund }, query: { number } });
}
