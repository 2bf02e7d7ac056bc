import { and, count, eq, type SQL } from 'drizzle-orm';
import type { ApprovalsQuery } from '#contract/buying/approvals.ts';
import type { Order } from '#contract/buying/orders.ts';
import type { Db } from '#server/engine/db/client.ts';
import { newestFirst } from '#server/engine/http/by-time.ts';
import { type Page, pageOf } from '#server/engine/http/paging.ts';
import { companyMembers } from '#server/buying/companies/companies.sql.ts';
import { mayApprove } from '#server/buying/limits/may-approve.ts';
import { orders } from '#server/buying/order-tables/orders.sql.ts';
import { partColumns, toParts } from '#server/buying/orders/order-parts.ts';
import { presentOrder } from '#server/buying/orders/present-order.ts';

/** What waits for somebody's approval, the newest first: read by the firms that they belong to, and no other order of those. */
export async function listApprovals(
  db: Db,
  userId: string,
  { limit, cursor, companyId }: ApprovalsQuery,
): Promise<Page<Order>> {
  const { after, orderBy, micros } = newestFirst(orders.createdAt, orders.id, cursor);
  const membership = and(eq(companyMembers.companyId, orders.companyId), eq(companyMembers.userId, userId));
  const mine: SQL | undefined = and(
    eq(orders.state, 'waiting'),
    mayApprove(userId),
    companyId === undefined ? undefined : eq(orders.companyId, companyId),
  );
  const rows = await db
    .select({ order: orders, micros, ...partColumns('first') })
    .from(orders)
    .innerJoin(companyMembers, membership)
    .where(and(mine, after))
    .orderBy(...orderBy)
    .limit(limit + 1);
  const [counted] = await db.select({ total: count() }).from(orders).innerJoin(companyMembers, membership).where(mine);
  const page = pageOf(rows, limit, counted?.total ?? 0, ({ order, micros: at }) => [at, order.id]);
  return { ...page, rows: page.rows.map(({ order, ...parts }) => presentOrder(toParts(order, parts))) };
}
