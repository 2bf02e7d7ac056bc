import { userFile } from '#web/session/tab-session.ts';

type Paper = 'invoice' | 'packing-slip' | 'pro-forma' | 'receipt';

/** A paper of an order, as a PDF. @throws ApiError */
export function fetchPaper(paper: Paper, id: string): Promise<Response> {
  return userFile(`GET /order/:id/${paper}.pdf`, { params: { id } });
}

/** The credit note of one of an order's refunds, as a PDF. @throws ApiError */
export function fetchCreditNote(id: string, refund: string): Promise<Response> {
  return userFile('GET /order/:id/refund/:refund/credit-note.pdf', { params: { id, refund } });
}
