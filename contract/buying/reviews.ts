import { z } from 'zod';
import { whole } from '../numbers.ts';
import { Paging, searched } from '../lists.ts';
import { Id, text } from '../text.ts';

/** A review as everybody sees it; never with an e-mail address or user id. */
export const Review = z.object({
  _id: z.string(),
  name: z.string(),
  review: z.string(),
  rating: z.number(),
  image: z.string().nullable(),
  /** What the reviewer bought, as it was called then; only there where they named it. */
  tool: z.string().optional(),
  /** Only there while the tool is. */
  toolId: z.string().optional(),
  createdAt: z.string(),
});
export type Review = z.infer<typeof Review>;

/** A new review; name and image are the signed-in user's, whatever is sent. `toolId` names a tool that they have paid for. */
export const NewReview = z.strictObject({
  name: z.unknown().optional(),
  image: z.unknown().optional(),
  review: text(1, 2000, 'Review'),
  toolId: text(1, 64, 'toolId').optional(),
  rating: whole(1, 5, 'Rating must be a whole number from 1 to 5'),
});
export type NewReview = z.output<typeof NewReview>;

/** Which reviews are asked for: those that name a tool, or all. */
export const ReviewQuery = Paging.extend({ tool: Id.optional() });

/** A review as staff see it. */
export const StaffReview = Review.extend({
  /** Nobody but staff is shown it. */
  hidden: z.boolean(),
});
export type StaffReview = z.infer<typeof StaffReview>;

/** Which of all reviews staff ask for. */
export const StaffReviewQuery = Paging.extend({
  /** Words of the review, its author's name or the tool's. */
  q: searched.optional(),
  state: z.enum(['shown', 'hidden'], 'state must be shown or hidden').optional(),
});
export type StaffReviewQuery = z.output<typeof StaffReviewQuery>;

/** Why it is done: for the audit log alone. */
const reason = text(0, 500, 'Reason');

export const ReviewEdit = z.strictObject({
  hidden: z.boolean('hidden must be true or false'),
  reason: reason.optional(),
});
export type ReviewEdit = z.output<typeof ReviewEdit>;

export const RemoveReviewQuery = z.strictObject({ reason: reason.optional() });
