import { z } from 'zod';
import { DeletedCount } from '../counts.ts';
import { Id } from '../text.ts';
import {
  NewReview,
  RemoveReviewQuery,
  Review,
  ReviewEdit,
  ReviewQuery,
  StaffReview,
  StaffReviewQuery,
} from './reviews.ts';
import { defineRoutes } from '../route.ts';

/** What customers say of the shop. */
export const reviewRoutes = defineRoutes({
  listReviews: {
    call: 'GET /review',
    access: 'public',
    summary: 'List the reviews, newest first; those of one tool with `tool`',
    query: ReviewQuery,
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
  listAllReviews: {
    call: 'GET /all-reviews',
    access: 'staff:reviews',
    summary: 'List all reviews, newest first, those that are hidden too',
    query: StaffReviewQuery,
    answer: z.array(StaffReview),
    list: true,
  },
  changeReview: {
    call: 'PUT /review/:id',
    access: 'staff:reviews',
    summary: 'Hide a review, or show it again',
    params: z.object({ id: Id }),
    body: ReviewEdit,
    answer: StaffReview,
    errors: ['REVIEW_NOT_FOUND'],
  },
  removeReview: {
    call: 'DELETE /review/:id',
    access: 'staff:reviews',
    summary: 'Remove a review for good',
    params: z.object({ id: Id }),
    query: RemoveReviewQuery,
    answer: DeletedCount,
    errors: ['REVIEW_NOT_FOUND'],
  },
});
