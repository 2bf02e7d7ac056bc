import { call, type CallAnswer } from '#web/api/call.ts';
import { buyingFor } from '#web/session/buying-for.ts';
import { userCall } from '#web/session/tab-session.ts';
import { withRetries } from '#web/api/defaults.ts';
import { forFirm } from './for-firm.ts';

/** What a pasted list orders, row by row; the own part numbers of the firm that one buys for are understood. @throws ApiError */
export async function readOrderLines(text: string): Promise<CallAnswer<'POST /order-lines'>['rows']> {
  const firm = buyingFor();
  const { rows } = await withRetries(() =>
    firm
      ? forFirm(userCall('POST /order-lines', { body: { text, companyId: firm.id } }))
      : call('POST /order-lines', { body: { text } }),
  );
  return rows;
}
