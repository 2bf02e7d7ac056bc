import type { StaffOrder } from '#contract/buying/staff-orders.ts';
import { userCallList } from '#web/session/tab-session.ts';

/** The order of a whole number, in whatever state; null where there is none. @throws ApiError */
export async function orderOfNumber(number: string): Promise<StaffOrder | null> {
  const { rows } = await userCallList('GET /orders', { query: { number, limit: 1 } });
  return rows[0] ?? null;
}

/** The one order that the search finds; null where it finds none, or several. @throws ApiError */
export async function onlyOrderWith(words: string): Promise<StaffOrder | null> {
  const { rows } = await userCallList('GET /orders', { query: { q: words, limit: 2 } });
  return rows.length === 1 ? rows[0]! : null;
}
