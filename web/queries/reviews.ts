import type { Review } from '#contract/reviews.ts';
import type { BodyInput } from '#contract/routes.ts';
import { type CallInput, callList, type Listed } from '#web/api/call.ts';
import type { Source } from '#web/api/data-cache.ts';
import { userCall } from '#web/session/tab-session.ts';
import { outdate } from './outdate.ts';

export type ReviewPart = NonNullable<CallInput<'GET /review'>['query']>;

/** Reviews, newest first. */
export function reviewList(part: ReviewPart = {}): Source<Listed<Review>> {
  return {
    key: ['reviews', part],
    fetch: (transport) => callList('GET /review', { query: part }, transport),
  };
}

/** Posts a review in the user's own name. @throws ApiError RATE_LIMITED */
export async function postReview(review: BodyInput<'addReview'>): Promise<void> {
  await userCall('POST /review', { body: review });
  await outdate('reviews');
}
