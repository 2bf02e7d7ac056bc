import { useQuery } from '@tanstack/react-query';
import type { Order } from '#contract/buying/orders.ts';
import type { Quote, QuoteFacts } from '#contract/buying/quotes.ts';
import type { BodyInput } from '#contract/routes.ts';
import { PERSONAL } from '#web/api/caches.ts';
import type { CallInput } from '#web/api/call.ts';
import { userCall, userCallList, userFile } from '#web/session/tab-session.ts';
import { outdate, outdating } from '../outdate.ts';
import { usePersonal } from '../use-personal.ts';
import { useUser } from '#web/session/signed-in.ts';
import { usePersonalList } from '../use-personal.ts';

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

/** @throws ApiError */
export function askQuote(body: BodyInput<'addQuote'>): Promise<Quote> {
  return changed(userCall('POST /quote', { body }));
}

/** Offers a version. @throws ApiError */
export function offerQuote(id: string, body: BodyInput<'addQuoteVersion'>): Promise<Quote> {
  return changed(userCall('POST /quote/:id/version', { params: { id }, body }));
}

/** @throws ApiError */
export function withdrawQuote(id: string): Promise<Quote> {
  return changed(userCall('POST /quote/:id/withdraw', { params: { id } }));
}

/** @throws ApiError */
export function declineQuote(id: string, reason: string): Promise<Quote> {
  return changed(userCall('POST /quote/:id/decline', { params: { id }, body: { reason } }));
}

/** @throws ApiError */
export function sayAtQuote(id: string, text: string): Promise<Quote> {
  return changed(userCall('POST /quote/:id/message', { params: { id }, body: { text } }));
}

/** Orders what was offered; again answers the same order. @throws ApiError */
export async function acceptQuote(id: string, body: BodyInput<'acceptQuote'>): Promise<Order> {
  try {
    return await changed(userCall('POST /quote/:id/accept', { params: { id }, body }));
  } finally {
    void outdate('orders', 'all-orders', 'tools', 'tool');
  }
}

/** A version as a PDF. @throws ApiError */
export function fetchQuotePaper(id: string, version: number): Promise<Response> {
  return userFile('GET /quote/:id/quote.pdf', { params: { id }, query: { version } });
}

/** What is shown of quotes follows, whatever came of the change. */
function changed<T>(change: Promise<T>): Promise<T> {
  return outdating(['quotes', 'quote'], change);
}
