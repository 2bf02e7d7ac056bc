import { afterCommit, transaction } from '#server/engine/db/transaction.ts';
import type { Review } from '#contract/buying/reviews.ts';
import type { Handlers } from '#server/engine/http/router.ts';
import type { Parts } from '#server/engine/http/parts.ts';
import { record } from '#server/people/audit/audit.ts';
import { addReview, changeReview, listAllReviews, listReviews, removeReview } from './reviews.ts';

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

    listAllReviews: ({ query }) => database.read(({ db }) => listAllReviews(db, query)),

    changeReview: ({ caller, params: { id }, body }) =>
      transaction(database, async (tx) => {
        const review = await changeReview(tx, id, body);
        await record(tx, caller, body.hidden ? 'review.hidden' : 'review.shown', id, saidOf(review, body));
        afterCommit(tx, () => changes.touch(['reviews']));
        return review;
      }),

    removeReview: ({ caller, params: { id }, query }) =>
      transaction(database, async (tx) => {
        const review = await removeReview(tx, id);
        await record(tx, caller, 'review.removed', id, saidOf(review, query));
        afterCommit(tx, () => changes.touch(['reviews']));
        return { deletedCount: 1 };
      }),
  } satisfies Partial<Handlers>;
}

/** How much of a review is written down, so that whoever reads the log knows which one it was. */
const BEGINNING = 200;

function saidOf({ name, review, rating }: Review, { reason }: { reason?: string | undefined }) {
  return { name, rating, review: review.slice(0, BEGINNING), ...(reason ? { reason } : {}) };
}
