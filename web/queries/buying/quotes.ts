import type { QuoteFacts } from '#contract/buying/quotes.ts';
import { userCall, userFile } from '#web/session/tab-session.ts';

/** What staff look at beside up to 100 tools that nobody has asked for. @throws ApiError */
export async function factsAlso(id: string, toolIds: readonly string[]): Promise<QuoteFacts> {
  const facts = await userCall('GET /quote/:id/facts', { params: { id }, query: { also: toolIds.join(',') } });
  return facts.filter(({ toolId }) => toolIds.includes(toolId));
}

/** A version as a PDF. @throws ApiError */
export function fetchQuotePaper(id: string, version: number): Promise<Response> {
  return userFile('GET /quote/:id/quote.pdf', { params: { id }, query: { version } });
}
