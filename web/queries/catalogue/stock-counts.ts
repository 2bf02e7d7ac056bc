import type { Shelf } from '#contract/catalogue/stock-counts.ts';
import { userCall } from '#web/session/tab-session.ts';

/** What should lie on the shelf of a stock number or bar code. @throws ApiError TOOL_NOT_FOUND, AMBIGUOUS_TOOL */
export function findShelf(code: string): Promise<Shelf> {
  return userCall('GET /shelf', { query: { code } });
}
