import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { addReview, listReviews } from './reviews.ts';

export function reviewHandlers({ config, database, changes }: Parts) {
  return {
    listReviews: {
      answer: ({ query }) => database.read(({ db }) => listReviews(db, query)),
      mayShow: () => ['reviews'],
    },

    addReview: ({ caller, body }) =>
      transaction(database, async (tx) => {
        const review = await addReview(tx, caller, body, config.rateLimits);
        afterCommit(tx, () => changes.touch(['reviews']));
        return review;
      }),
  } satisfies Partial<Handlers>;
}
