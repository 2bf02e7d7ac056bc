import type { StaffOrder } from '#contract/buying/staff-orders.ts';
import type { Batch } from '#contract/catalogue/incoming.ts';
import type { Shelf } from '#contract/catalogue/stock-counts.ts';
import { onlyOrderWith, orderOfNumber } from '#web/queries/buying/order-of-number.ts';
import { findShelf } from '#web/queries/catalogue/stock-counts.ts';
import { userCallList } from '#web/session/tab-session.ts';

/** What a code in the warehouse is of: a slip's order, a delivery note's, or what lies on a shelf. */
export type Scanned = { order: StaffOrder } | { tool: Shelf };

/** @throws ApiError TOOL_NOT_FOUND where it is of nothing, AMBIGUOUS_TOOL */
export async function scanned(code: string): Promise<Scanned> {
  const order = await orderWith(code);
  return order ? { order } : { tool: await findShelf(code) };
}

async function orderWith(code: string): Promise<StaffOrder | null> {
  if (/^\d{1,12}$/.test(code)) return orderOfNumber(code);
  return /^DN-\d{4}-\d+$/i.test(code) ? onlyOrderWith(code) : null;
}

/** What is announced of a tool, by day. @throws ApiError */
export async function announcedOf({ toolId }: Pick<Shelf, 'toolId'>): Promise<Batch[]> {
  const { rows } = await userCallList('GET /incoming', { query: { toolId } });
  return rows;
}
