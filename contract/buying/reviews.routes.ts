import { z } from 'zod';
import { Paging } from '../lists.ts';
import { NewReview, Review } from './reviews.ts';
import { defineRoutes } from '../route.ts';

/** What customers say of the shop. */
export const reviewRoutes = defineRoutes({
  listReviews: {
    call: 'GET /review',
    access: 'public',
    summary: 'List the reviews, newest first',
    query: Paging,
    answer: z.array(Review),
    cache: 'public',
    list: true,
  },
  addReview: {
    call: 'POST /review',
    access: 'signed-in',
    summary: 'Post a review',
    body: NewReview,
    answer: Review,
    status: 201,
    errors: ['ADDRESS_NOT_PROVED', 'NOT_BOUGHT', 'RATE_LIMITED'],
  },
});
