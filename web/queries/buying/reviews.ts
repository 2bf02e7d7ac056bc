import type { Review } from '#contract/buying/reviews.ts';
import { type CallInput, callList, type ListPart } from '#web/api/call.ts';
import type { Source } from '#web/api/source.ts';

type ReviewPart = NonNullable<CallInput<'GET /review'>['query']>;

/** Reviews, newest first. */
export function reviewList(part: ReviewPart = {}): Source<ListPart<Review>> {
  return {
    key: ['reviews', part],
    fetch: (transport) => callList('GET /review', { query: part }, transport),
  };
}
