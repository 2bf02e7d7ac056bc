import { call, type CallAnswer } from '#web/api/call.ts';
import { withRetries } from '#web/api/defaults.ts';

/** What a pasted list orders, row by row. @throws ApiError */
export async function readOrderLines(text: string): Promise<CallAnswer<'POST /order-lines'>['rows']> {
  const { rows } = await withRetries(() => call('POST /order-lines', { body: { text } }));
  return rows;
}
