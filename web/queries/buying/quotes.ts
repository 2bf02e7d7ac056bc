import { useQuery } from '@tanstack/react-query';
import type { QuoteFacts } from '#contract/buying/quotes.ts';
import { PERSONAL } from '#web/api/caches.ts';
import type { CallInput } from '#web/api/call.ts';
import { userCall, userCallList, userFile } from '#web/session/tab-session.ts';
import { useUser } from '#web/session/signed-in.ts';
import { usePersonal, usePersonalList } from '../use-personal.ts';

/** How many are shown beside whom they are of. */
const BESIDE = '10';

type QuoteSearch = Pick<NonNullable<CallInput<'GET /quotes'>['query']>, 'q' | 'state'>;

/** The quotes that the user sees, newest first, part by part. */
export function useQuotes(search: QuoteSearch) {
  return usePersonalList(['quotes', search], 'GET /quotes', { query: search });
}

/** The newest quotes that a customer asked for, and how many there are in all; for staff. */
export function useQuotesOf(userId: string) {
  const { uid } = useUser();
  return useQuery({
    queryKey: [PERSONAL, uid, 'quotes', 'newest', userId],
    queryFn: ({ signal }) => userCallList('GET /quotes', { query: { userId, limit: BESIDE }, signal }),
  });
}

/** One quote with all that was offered and said. */
export function useQuote(id: string) {
  return usePersonal(['quote', id], 'GET /quote/:id', { params: { id } });
}

/** What staff look at beside each of its tools. */
export function useQuoteFacts(id: string) {
  return usePersonal(['quote', id, 'facts'], 'GET /quote/:id/facts', { params: { id } });
}

/** The same of up to 100 tools that nobody has asked for. @throws ApiError */
export async function factsAlso(id: string, toolIds: readonly string[]): Promise<QuoteFacts> {
  const facts = await userCall('GET /quote/:id/facts', { params: { id }, query: { also: toolIds.join(',') } });
  return facts.filter(({ toolId }) => toolIds.includes(toolId));
}

/** A version as a PDF. @throws ApiError */
export function fetchQuotePaper(id: string, version: number): Promise<Response> {
  return userFile('GET /quote/:id/quote.pdf', { params: { id }, query: { version } });
}
