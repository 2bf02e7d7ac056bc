import { addressNotProved } from '#server/people/directory/address-not-proved.ts';
import { sentence } from '#contract/sentences.ts';
import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { NewReview, Review, ReviewEdit, StaffReview, StaffReviewQuery } from '#contract/buying/reviews.ts';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { newestPage } from '#server/engine/http/by-time.ts';
import { newId } from '#server/engine/db/new-id.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import type { Page } from '#server/engine/http/paging.ts';
import type { Paging } from '#contract/lists.ts';
import { orderLines, orders } from '#server/buying/order-tables/orders.sql.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { reviews } from './reviews.sql.ts';

/** How many reviews one customer may post in a minute (attacks T71). */
const REVIEWS_PER_MINUTE = 5;

type Row = typeof reviews.$inferSelect;

/** The review as the contract shows it. */
export function presentReview(row: Row): Review {
  return {
    _id: row.id,
    name: row.name,
    review: row.review,
    rating: row.rating,
    image: row.image,
    ...(row.toolName === null ? {} : { tool: row.toolName }),
    ...(row.toolId === null ? {} : { toolId: row.toolId }),
    createdAt: row.createdAt.toISOString(),
  };
}

/** The reviews that are shown, newest first: all, or those that name a tool. */
export async function listReviews(
  db: Db,
  { tool, ...paging }: Paging & { tool?: string | undefined },
): Promise<Page<Review>> {
  const shown = and(eq(reviews.hidden, false), tool === undefined ? undefined : eq(reviews.toolId, tool));
  const page = await newestPage(db, reviews, shown, paging);
  return { ...page, rows: page.rows.map(presentReview) };
}

/** All reviews, newest first, as staff see them. */
export async function listAllReviews(db: Db, { q, state, ...paging }: StaffReviewQuery): Promise<Page<StaffReview>> {
  const found = and(
    state === undefined ? undefined : eq(reviews.hidden, state === 'hidden'),
    // Of everything that is said, in any case.
    q
      ? sql`strpos(lower(concat_ws(' ', ${reviews.name}, ${reviews.toolName}, ${reviews.review})), lower(${q})) > 0`
      : undefined,
  );
  const page = await newestPage(db, reviews, found, paging);
  return { ...page, rows: page.rows.map(presentForStaff) };
}

/** Hides a review or shows it again. @throws AppError REVIEW_NOT_FOUND */
export async function changeReview(tx: Tx, id: string, { hidden }: ReviewEdit): Promise<StaffReview> {
  const [row] = await tx.update(reviews).set({ hidden }).where(eq(reviews.id, id)).returning();
  if (!row) throw reviewNotFound();
  return presentForStaff(row);
}

/** @returns what it was @throws AppError REVIEW_NOT_FOUND */
export async function removeReview(tx: Tx, id: string): Promise<Review> {
  const [row] = await tx.delete(reviews).where(eq(reviews.id, id)).returning();
  if (!row) throw reviewNotFound();
  return presentReview(row);
}

function presentForStaff(row: Row): StaffReview {
  return { ...presentReview(row), hidden: row.hidden };
}

function reviewNotFound(): AppError {
  return new AppError('REVIEW_NOT_FOUND', sentence('There is no such review.'));
}

/**
 * Posts a review under the author's own name and picture.
 * @throws AppError ADDRESS_NOT_PROVED; RATE_LIMITED beyond five in a minute; NOT_BOUGHT where they name a tool that they have not paid for
 */
export async function addReview(
  tx: Tx,
  author: { userId: string; name: string; image: string | null },
  { review, rating, toolId }: NewReview,
  limited: boolean,
): Promise<Review> {
  const [person] = await tx.select({ isProved: users.emailVerified }).from(users).where(eq(users.id, author.userId));
  if (!person?.isProved) throw addressNotProved();
  if (limited) {
    // One customer's posts wait for each other here, so that parallel ones are counted.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`review:${author.userId}`}))`);
    const isRecent = gt(reviews.createdAt, sql`now() - interval '1 minute'`);
    if ((await tx.$count(reviews, and(eq(reviews.userId, author.userId), isRecent))) >= REVIEWS_PER_MINUTE) {
      throw new AppError(
        'RATE_LIMITED',
        sentence('You posted too many reviews within a minute. Please wait a moment.'),
        {
          retryAfter: 60,
        },
      );
    }
  }
  const bought = toolId === undefined ? {} : await boughtTool(tx, author.userId, toolId);
  const [row] = await tx
    .insert(reviews)
    .values({ id: newId(), userId: author.userId, name: author.name, image: author.image, review, rating, ...bought })
    .returning();
  if (!row) throw new Error('the new review was not returned');
  return presentReview(row);
}

/** The tool as it was called when the customer last paid for it; the money may have gone back since. @throws AppError NOT_BOUGHT */
async function boughtTool(tx: Tx, userId: string, toolId: string): Promise<{ toolId: string; toolName: string }> {
  const [line] = await tx
    .select({ toolName: orderLines.toolName })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orders.userId, userId), eq(orders.state, 'paid'), eq(orderLines.toolId, toolId)))
    .orderBy(desc(orders.createdAt))
    .limit(1);
  if (!line)
    throw new AppError(
      'NOT_BOUGHT',
      sentence('You can only name a tool in a review that you have bought and paid for.'),
    );
  return { toolId, toolName: line.toolName };
}
