import type { BodyInput } from '#contract/routes.ts';
import { userCall } from '#web/session/tab-session.ts';
import { outdate } from '../outdate.ts';

/** Posts a review in the user's own name. @throws ApiError RATE_LIMITED */
export async function postReview(review: BodyInput<'addReview'>): Promise<void> {
  await userCall('POST /review', { body: review });
  await outdate('reviews');
}
