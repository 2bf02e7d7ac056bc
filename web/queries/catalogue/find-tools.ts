import type { Tool } from '#contract/catalogue/tools.ts';
import { callList, type Listed } from '#web/api/call.ts';

/** The first tools that fit what is typed; by itself, since pages that show tools need not look for any. @throws ApiError */
export function findTools(q: string, limit: number, signal: AbortSignal): Promise<Listed<Tool>> {
  return callList('GET /tool', { query: { q, limit }, signal });
}
