import { sentence } from '#contract/sentences.ts';
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/engine/db/client.ts';
import { AppError } from '#server/engine/http/app-error.ts';
import { users } from '#server/people/directory/people.sql.ts';
import { MAY_APPROVE } from '#server/buying/limits/may-approve.ts';
import { approvalTokens } from '#server/buying/order-tables/approvals.sql.ts';
import { type Decider, lockWaiting, requireApprover } from './decide-order.ts';

/** Whom a link was written to, and what for. */
interface Link {
  orderId: string;
  approver: Decider & { name: string };
}

/** Makes what stands in the link of one letter, which is kept nowhere. */
export async function makeToken(tx: Tx, orderId: string, userId: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.insert(approvalTokens).values({ tokenHash: hashOf(token), orderId, userId });
  return token;
}

/**
 * What a link is for, as long as it is good: nobody has decided, the order stands as the letter says, and its approver may still.
 * @throws AppError APPROVAL_NOT_FOUND, APPROVAL_GONE
 */
export async function readLink(db: Db, token: string): Promise<Link> {
  const [found] = await db
    .select({ orderId: approvalTokens.orderId, endedAt: approvalTokens.endedAt, user: users })
    .from(approvalTokens)
    .leftJoin(users, eq(users.id, approvalTokens.userId))
    .where(eq(approvalTokens.tokenHash, hashOf(token)));
  if (!found)
    throw new AppError(
      'APPROVAL_NOT_FOUND',
      sentence('This link is not valid. Make sure that you copy the whole address.'),
    );
  const { orderId, endedAt, user } = found;
  if (endedAt !== null || !user) throw gone();
  await requireApprover(db, user.id, orderId).catch(asGone);
  return { orderId, approver: { userId: user.id, email: user.email, name: user.name } };
}

/** The same under the locks of its order, for who decides by it. @throws AppError APPROVAL_NOT_FOUND, APPROVAL_GONE */
export async function lockLink(tx: Tx, token: string): Promise<Link> {
  const { orderId } = await readLink(tx, token);
  await lockWaiting(tx, orderId);
  return readLink(tx, token);
}

/** Ends all links of an order that one approver has. */
export async function endLinks(tx: Tx, orderId: string, userId: string): Promise<void> {
  await tx
    .update(approvalTokens)
    .set({ endedAt: sql`now()` })
    .where(and(eq(approvalTokens.orderId, orderId), eq(approvalTokens.userId, userId), isNull(approvalTokens.endedAt)));
}

/** Ends the links to a company's orders of those who may not approve them any more, once its people have changed: for good. */
export async function endLostLinks(tx: Tx, companyId: string): Promise<void> {
  await tx.execute(sql`
    update approval_tokens t set ended_at = now() from orders o
    where o.company_id = ${companyId} and o.state = 'waiting' and t.order_id = o.id and t.ended_at is null
      and not exists (select from company_members m, users u where u.id = t.user_id and ${sql.raw(MAY_APPROVE)})`);
}

function asGone(error: unknown): never {
  throw error instanceof AppError ? gone() : error;
}

function gone(): AppError {
  return new AppError(
    'APPROVAL_GONE',
    sentence('This link no longer works: the order was decided, withdrawn, changed or passed on, or it has expired.'),
  );
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
