import { call, type CallAnswer } from '#web/api/call.ts';
import { buyingFor } from '#web/session/buying-for.ts';
import { userCall } from '#web/session/tab-session.ts';
import { withRetries } from '#web/api/defaults.ts';
import { forCompany } from './for-company.ts';

/** What a pasted list orders, row by row, and what it says beside; the part numbers of the company that the user buys for are understood. @throws ApiError */
export async function readOrderLines(text: string): Promise<CallAnswer<'POST /order-lines'>> {
  const company = buyingFor();
  return withRetries(() =>
    company
      ? forCompany(userCall('POST /order-lines', { body: { text, companyId: company.id } }))
      : call('POST /order-lines', { body: { text } }),
  );
}
