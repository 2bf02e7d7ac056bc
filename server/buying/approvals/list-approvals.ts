import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { ApprovalsQuery } from '#contract/buying/approvals.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Db } from '#server/engine/db/client.ts';
import type { Page } from '#server/engine/http/paging.ts';
import { companyMembers } from '#server/buying/companies/companies.sql.ts';
import { mayApprove } from '#server/buying/limits/may-approve.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { listOrders } from '#server/buying/orders/orders.ts';

/** What waits for somebody's approval, the newest first: read by the companies that they belong to, and no other order of those. */
export function listApprovals(
  db: Db,
  userId: string,
  { limit, cursor, companyId }: ApprovalsQuery,
): Promise<Page<Order>> {
  const { companyId: id } = companyMembers;
  const theirs = inArray(
    orders.companyId,
    db.select({ id }).from(companyMembers).where(eq(companyMembers.userId, userId)),
  );
  const asked = companyId === undefined ? undefined : eq(orders.companyId, companyId);
  // What nobody decided in time expires within moments.
  const inTime = gt(orders.holdUntil, sql`now()`);
  return listOrders(db, and(theirs, mayApprove(userId), asked, inTime), { limit, cursor, state: 'waiting' });
}
